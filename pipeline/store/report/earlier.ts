import type { Store } from '../driver/open.ts'
import { foldedCategory } from '../ranking/categories.ts'
import type { StoredReport } from './reports.ts'
import { REPORT_COLUMNS, toStored } from './rows.ts'

/**
 * The complete reports of the same account on the report's product, category and market that ended before it, the newest
 * first. Simulated and real reports are never mixed.
 */
export async function completeReportsBefore(db: Store, report: StoredReport): Promise<StoredReport[]> {
  const { accountId, domain, category, country, language, simulated, completedAt, slug } = report
  const rows = await db
    .selectFrom('reports')
    .select(REPORT_COLUMNS)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('domain', '=', domain)
    .where('country', '=', country)
    .where('language', '=', language)
    .where('simulated', '=', simulated ? 1 : 0)
    .where('status', '=', 'COMPLETE')
    .where((eb) => eb(eb.refTuple('completed_at', 'slug'), '<', eb.tuple(completedAt ?? 0, slug)))
    .orderBy('completed_at', 'desc')
    .orderBy('slug', 'desc')
    .execute()
  return rows.filter((row) => foldedCategory(row.category) === foldedCategory(category)).map(toStored)
}
