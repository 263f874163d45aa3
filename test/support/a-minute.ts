import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { isPostgres } from '../../pipeline/store/driver/schema.ts'

/** Simulates a minute after a kill: all leases and shares of vendors' limits have expired, and pg-boss has found its jobs without a heartbeat. */
export async function aMinutePasses(db: Store, address: string): Promise<void> {
  await db.deleteFrom('leases').execute()
  await db.deleteFrom('vendor_limits').execute()
  if (!isPostgres(db)) return
  const installed = await sql<{ boss: unknown }>`select to_regclass('pgboss.job') as boss`.execute(db)
  if (installed.rows[0]?.boss === null) return
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(db)
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(db)
  const boss = new PgBoss({ connectionString: address, max: 1, migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.supervise()
  await boss.stop({ graceful: false })
}
