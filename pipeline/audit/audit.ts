import type { Store } from '../store/driver/open.ts'
import { publishedMonths } from '../store/ranking/rankings.ts'
import { completeReports } from '../store/report/versions.ts'
import type { Audited } from './audited.ts'
import { deriveRanking } from './ranking.ts'
import { auditReport } from './report.ts'

/**
 * Derives published versions and complete reports again from their replies, one at a time: those of `slugs` (categories or
 * reports) or, without any, all; `month` limits rankings to that month. `unknown` are the slugs without anything to derive.
 */
export async function auditStore(
  db: Store,
  { slugs, month }: { readonly slugs: readonly string[]; readonly month?: string | undefined },
): Promise<{ readonly audited: readonly Audited[]; readonly unknown: readonly string[] }> {
  const chosen = (slug: string) => slugs.length === 0 || slugs.includes(slug)
  const months = (await publishedMonths(db)).filter((each) => chosen(each.slug) && (month ?? each.month) === each.month)
  const reports = (await completeReports(db)).filter((slug) =>
    month === undefined ? chosen(slug) : slugs.includes(slug),
  )
  const audited: Audited[] = []
  for (const { slug, month: of } of months) {
    const one = await deriveRanking(db, slug, of)
    if (one !== undefined) audited.push(one.audited)
  }
  for (const slug of reports) {
    const one = await auditReport(db, slug)
    if (one !== undefined) audited.push(one)
  }
  const known = new Set([...months.map(({ slug }) => slug), ...reports])
  return { audited, unknown: slugs.filter((slug) => !known.has(slug)) }
}
