import { sql } from 'kysely'
import { LEASE_MS } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'

/** Queues the report; it stays queued until it ends, and whoever runs it holds the lease `report/<slug>`. */
export async function insertJob(trx: Store, slug: string, now: number): Promise<void> {
  await trx.insertInto('jobs').values({ report_slug: slug, created_at: now }).execute()
}

/** The slugs of queued reports that are simulated or not, and that nobody runs now (epoch ms), oldest first. */
export async function openJobs(
  db: Store,
  { simulated, now }: { readonly simulated: boolean; readonly now: number },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('reports', 'reports.slug', 'jobs.report_slug')
    .select('jobs.report_slug')
    .where('reports.simulated', '=', simulated ? 1 : 0)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('leases')
            .select('leases.name')
            .where('leases.name', '=', sql<string>`'report/' || jobs.report_slug`)
            .where('leases.expires_at', '>', now)
            .where('leases.expires_at', '<=', now + LEASE_MS),
        ),
      ),
    )
    .orderBy('jobs.created_at')
    .orderBy('jobs.report_slug')
    .limit(limit)
    .execute()
  return rows.map((row) => row.report_slug)
}

/** Takes the report off the queue. */
export async function deleteJob(trx: Store, slug: string): Promise<void> {
  await trx.deleteFrom('jobs').where('report_slug', '=', slug).execute()
}

/** Whether the report is still queued, or run: a job that ended has no row. */
export async function hasJob(db: Store, slug: string): Promise<boolean> {
  return (
    (await db.selectFrom('jobs').select('report_slug').where('report_slug', '=', slug).executeTakeFirst()) !== undefined
  )
}

/** The slugs of all queued reports that are simulated or not, those that run too, oldest first. */
export async function everyJob(db: Store, simulated: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('reports', 'reports.slug', 'jobs.report_slug')
    .select('jobs.report_slug')
    .where('reports.simulated', '=', simulated ? 1 : 0)
    .orderBy('jobs.created_at')
    .orderBy('jobs.report_slug')
    .execute()
  return rows.map((row) => row.report_slug)
}
