import { sql } from 'kysely'
import { heldNames } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { hasRows } from '../driver/queries.ts'

/** Queues the report until it ends; its runner holds the lease `report/<slug>`. */
export async function insertJob(trx: Store, slug: string, now: number): Promise<void> {
  await trx.insertInto('jobs').values({ report_slug: slug, created_at: now }).execute()
}

/** The slugs of queued reports, simulated or real, that no process is running, oldest first. */
export async function openJobs(
  db: Store,
  { simulated, now }: { readonly simulated: boolean; readonly now: number },
  limit: number,
): Promise<string[]> {
  const rows = await queued(db, simulated)
    .where(sql<string>`'report/' || jobs.report_slug`, 'not in', heldNames(db, now))
    .limit(limit)
    .execute()
  return rows.map((row) => row.report_slug)
}

/** Removes the report from the queue. */
export async function deleteJob(trx: Store, slug: string): Promise<void> {
  await trx.deleteFrom('jobs').where('report_slug', '=', slug).execute()
}

/** Whether the report is still queued or running. */
export async function hasJob(db: Store, slug: string): Promise<boolean> {
  return hasRows(db.selectFrom('jobs').where('report_slug', '=', slug))
}

/** The slugs of all queued and running reports, simulated or real, oldest first. */
export async function allJobs(db: Store, simulated: boolean): Promise<string[]> {
  const rows = await queued(db, simulated).execute()
  return rows.map((row) => row.report_slug)
}

function queued(db: Store, simulated: boolean) {
  return db
    .selectFrom('jobs')
    .innerJoin('reports', 'reports.slug', 'jobs.report_slug')
    .select('jobs.report_slug')
    .where('reports.simulated', '=', simulated ? 1 : 0)
    .orderBy('jobs.created_at')
    .orderBy('jobs.report_slug')
}
