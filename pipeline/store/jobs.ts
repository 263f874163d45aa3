import type { Store } from './open.ts'

/** Queues the report; it stays queued until it ends, and whoever runs it holds the lease `report/<slug>`. */
export async function insertJob(trx: Store, slug: string, now: number): Promise<void> {
  await trx.insertInto('jobs').values({ report_slug: slug, created_at: now }).execute()
}

/** The slugs of queued reports, those that run too, oldest first. */
export async function openJobs(db: Store, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('report_slug')
    .orderBy('created_at')
    .orderBy('report_slug')
    .limit(limit)
    .execute()
  return rows.map((row) => row.report_slug)
}

/** Takes the report off the queue. */
export async function deleteJob(trx: Store, slug: string): Promise<void> {
  await trx.deleteFrom('jobs').where('report_slug', '=', slug).execute()
}
