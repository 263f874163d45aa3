import { rankingRows, reportRows } from '../../pipeline/export/rows.ts'
import type { SurveyRows } from '../../pipeline/export/tables.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { publishedMonths, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { completeReports } from '../../pipeline/store/report/versions.ts'
import { CommandError, plain } from '../terminal/output.ts'

/** What is exported. */
export interface Choice {
  /** Slugs of categories and reports; none means every category. */
  readonly slugs: readonly string[]
  /** Limits rankings to this month. */
  readonly month?: string | undefined
  /** Adds every complete report. */
  readonly reports: boolean
}

export interface Chosen {
  readonly rankings: readonly { readonly slug: string; readonly month: string }[]
  readonly reports: readonly string[]
}

/** The chosen months and complete reports. Throws CommandError for a slug that has none, or if there is nothing at all. */
export async function choose(db: Store, { slugs, month, reports }: Choice): Promise<Chosen> {
  const months = (await publishedMonths(db)).filter((each) => (month ?? each.month) === each.month)
  const complete = await completeReports(db)
  const unknown = slugs.filter((slug) => !complete.includes(slug) && !months.some((each) => each.slug === slug))
  const when = month === undefined ? '' : ` for ${month}`
  if (unknown.length > 0)
    throw new CommandError(
      `Nothing is published${when} under ${unknown.map(plain).join(', ')}, and no report of that name is complete; ` +
        '`./svc rankings list` and `./svc report list` list what there is.',
    )
  const chosen = {
    rankings: months.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug)),
    reports: complete.filter((slug) => reports || slugs.includes(slug)),
  }
  if (chosen.rankings.length + chosen.reports.length === 0)
    throw new CommandError(
      `Nothing is published${when} that could be exported; \`./svc rankings run\` publishes a month.`,
    )
  return chosen
}

/** The rows of each chosen survey as frozen, one survey at a time. */
export async function* surveyRows(db: Store, { rankings, reports }: Chosen): AsyncGenerator<SurveyRows> {
  for (const { slug, month } of rankings) {
    const ranking = await readRanking(db, slug, month)
    if (ranking !== undefined) yield rankingRows(ranking)
  }
  for (const slug of reports) {
    // Missing if its account was deleted meanwhile.
    const report = await frozenReport(db, slug)
    if (report !== undefined) yield reportRows(report)
  }
}
