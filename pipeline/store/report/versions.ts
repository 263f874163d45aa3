import type { FrozenReport } from '../../contract/report.ts'
import type { Store } from '../driver/open.ts'

/** The slugs of all complete reports, oldest first. */
export async function completeReports(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('slug')
    .where('status', '=', 'COMPLETE')
    .orderBy('completed_at')
    .orderBy('slug')
    .execute()
  return rows.map((row) => row.slug)
}

/** Replaces a complete report's frozen body and keeps the old one as a version; false if it isn't complete. */
export async function replaceFrozen(trx: Store, body: FrozenReport, now: number): Promise<boolean> {
  const { slug, overallScore } = body
  const row = await trx
    .selectFrom('reports')
    .select('body')
    .where('slug', '=', slug)
    .where('status', '=', 'COMPLETE')
    .executeTakeFirst()
  if (row?.body == null) return false
  const kept = await trx
    .selectFrom('report_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('report_slug', '=', slug)
    .executeTakeFirst()
  await trx
    .insertInto('report_versions')
    .values({ report_slug: slug, version: (kept?.version ?? 0) + 1, body: row.body, replaced_at: now })
    .execute()
  await trx
    .updateTable('reports')
    .set({ body: JSON.stringify(body), overall_score: overallScore })
    .where('slug', '=', slug)
    .execute()
  return true
}
