import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { isPostgresAddress } from '../../contract/database.ts'
import { codeOf, StoreRefusal, StoreUnopened } from '../driver/faults.ts'
import { appliedMigrations, pendingMigrations } from '../driver/migrate.ts'
import type { Store } from '../driver/open.ts'
import { openStoreForReading } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** How long a write to TO waits for others who write there. */
const LOCK_WAIT = '3s'
/** PostgreSQL's code for a lock that others held for longer. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Says of a refusal which of the two stores it is about. */
export function about(end: 'FROM' | 'TO'): (fault: unknown) => never {
  return (fault) => {
    if (fault instanceof StoreUnopened) throw new StoreRefusal(`${end} can't be opened (${fault.why}).`)
    if (fault instanceof StoreRefusal) throw new StoreRefusal(fault.message.replace(/^The store\b/, end))
    throw fault
  }
}

/** Throws StoreRefusal where FROM is no store of this version, or somebody works on it (epoch ms). */
export async function refuseSource(from: Store, now: number): Promise<void> {
  if ((await appliedMigrations(from)).length === 0) throw new StoreRefusal('FROM holds no store.')
  const pending = await pendingMigrations(from).catch(about('FROM'))
  if (pending.length > 0)
    throw new StoreRefusal(
      `FROM lacks ${pending.join(', ')}: \`./svc store migrate\` brings its schema up to date, with \`--database\` for FROM.`,
    )
  const held = await from
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '>', now)
    .orderBy('name')
    .executeTakeFirst()
  if (held !== undefined)
    throw new StoreRefusal(
      `A process works on ${held.name} in FROM; stop all that use it (after a kill, wait for a minute) and copy then.`,
    )
}

/**
 * Throws StoreRefusal where TO is FROM, or can't become a copy: another's database, a store of another version. Nothing is
 * written, and a file that isn't there is not made.
 */
export async function refuseTarget(from: Store, addresses: { from: string; to: string }): Promise<void> {
  const { to } = addresses
  if (await isSameFile(addresses)) throw new StoreRefusal('FROM and TO are the same store.')
  if (!isPostgresAddress(to) && (await fileOf(to)) === undefined) return
  const db = await openStoreForReading(to).catch(about('TO'))
  try {
    if (isPostgres(db)) {
      if (await isSameDatabase(from, db)) throw new StoreRefusal('FROM and TO are the same store.')
      const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(
        db,
      )
      if (rows[0]?.encoding !== 'UTF8')
        throw new StoreRefusal("TO can't hold every text; make its database with encoding 'UTF8'.")
    }
    if (await isEmptyDatabase(db)) return
    if ((await appliedMigrations(db)).length === 0) throw new StoreRefusal(OTHER_DATA)
    const pending = await pendingMigrations(db).catch(about('TO'))
    if (pending.length > 0 && (await anyRow(db))) throw new StoreRefusal(OTHER_DATA)
  } finally {
    await db.destroy()
  }
}

/** The sentence for a TO that must stay as it is. */
export const OTHER_DATA = 'TO holds other data, and a copy overwrites nothing; name an empty database or a new file.'

/** Bars everybody else from writing to the store until the transaction ends; its first statement. */
export async function takeTarget(trx: Store): Promise<void> {
  await trx.updateTable('leases').set({ holder: '' }).where('name', '=', '').execute()
  if (!isPostgres(trx)) return
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx)
  const tables = (await ownTables(trx)).map((name) => sql.table(name))
  try {
    await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(trx)
  } catch (fault) {
    if (codeOf(fault) !== LOCK_NOT_AVAILABLE) throw fault
    throw new StoreRefusal('TO is being written by another process; stop all that use it and copy then.')
  }
}

/** Whether anything was put into the store; leases and migrations are no data. */
export async function anyRow(db: Store): Promise<boolean> {
  for (const name of await ownTables(db)) {
    if (name === 'migrations' || name === 'leases') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

async function isEmptyDatabase(db: Store): Promise<boolean> {
  return (await ownTables(db)).length === 0
}

/** The tables beside ours, which on PostgreSQL other schemas are no part of. */
async function ownTables(db: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const schema = isPostgres(db)
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
    : undefined
  return tables.filter((table) => !table.isView && table.schema === schema).map(({ name }) => name)
}

async function isSameFile({ from, to }: { from: string; to: string }): Promise<boolean> {
  if (isPostgresAddress(from) || isPostgresAddress(to)) return false
  const [one, other] = await Promise.all([fileOf(from), fileOf(to)])
  return one !== undefined && one === other
}

/** What tells a file from every other, however it is named. */
async function fileOf(path: string): Promise<string | undefined> {
  // What else is wrong with it is said when it is opened.
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev}/${found.ino}`
}

/** An address can be written in many ways; a lock is a database's own. */
async function isSameDatabase(from: Store, to: Store): Promise<boolean> {
  if (!isPostgres(from)) return false
  const lock = randomInt(2 ** 47)
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(from)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lock}::bigint) as free`.execute(to)
  return rows[0]?.free === false
}
