import type { Store } from '../store/driver/open.ts'
import { publishedMonths } from '../store/ranking/rankings.ts'
import { completeReports } from '../store/report/versions.ts'
import type { Audited } from './audited.ts'
import { auditRanking } from './ranking.ts'
import { auditReport } from './report.ts'

/** What to audit: of these slugs (categories or reports), or of everything; with a month, the rankings of that month alone. */
export interface AuditChoice {
  readonly slugs: readonly string[]
  readonly month?: string | undefined
}

/** Derives the chosen versions and reports again from their replies, one at a time; `unknown` slugs are none that could be. */
export async function auditStore(
  db: Store,
  { slugs, month }: AuditChoice,
): Promise<{ readonly audited: readonly Audited[]; readonly unknown: readonly string[] }> {
  const chosen = (slug: string) => slugs.length === 0 || slugs.includes(slug)
  const months = (await publishedMonths(db)).filter((each) => chosen(each.slug) && (month ?? each.month) === each.month)
  const reports = (await completeReports(db)).filter((slug) =>
    month === undefined ? chosen(slug) : slugs.includes(slug),
  )
  const audited: Audited[] = []
  for (const { slug, month: of } of months) {
    const one = await auditRanking(db, slug, of)
    if (one !== undefined) audited.push(one)
  }
  for (const slug of reports) {
    const one = await auditReport(db, slug)
    if (one !== undefined) audited.push(one)
  }
  const known = new Set([...months.map(({ slug }) => slug), ...reports])
  return { audited, unknown: slugs.filter((slug) => !known.has(slug)) }
}
