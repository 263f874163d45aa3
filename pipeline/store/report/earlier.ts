import type { Store } from '../driver/open.ts'
import { foldedCategory } from '../ranking/categories.ts'
import type { StoredReport } from './reports.ts'
import { REPORT_COLUMNS, toStored } from './rows.ts'

/** What two reports of the same product share. */
export type OfProduct = Pick<StoredReport, 'accountId' | 'domain' | 'category' | 'country' | 'language' | 'simulated'>

/**
 * The complete reports of the same account on this product, category and market, the newest first; with `before`, those that
 * ended before it. Simulated and real reports are never mixed.
 */
export async function completeReportsOf(
  db: Store,
  { accountId, domain, category, country, language, simulated }: OfProduct,
  before?: Pick<StoredReport, 'slug' | 'completedAt'>,
): Promise<StoredReport[]> {
  let query = db
    .selectFrom('reports')
    .select(REPORT_COLUMNS)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('domain', '=', domain)
    .where('country', '=', country)
    .where('language', '=', language)
    .where('simulated', '=', simulated ? 1 : 0)
    .where('status', '=', 'COMPLETE')
  if (before !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('completed_at', 'slug'), '<', eb.tuple(before.completedAt ?? 0, before.slug)),
    )
  const rows = await query.orderBy('completed_at', 'desc').orderBy('slug', 'desc').execute()
  return rows.filter((row) => foldedCategory(row.category) === foldedCategory(category)).map(toStored)
}
