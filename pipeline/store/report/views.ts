import { reportUrl } from '../../contract/addresses.ts'
import { PLANS, type Report, type ReportListItem, type ReportProgress } from '../../contract/report.ts'
import { cached } from '../driver/cache.ts'
import { type Digested, digested, frozenReport, publishedJson, utf8 } from '../driver/frozen.ts'
import type { Store } from '../driver/open.ts'
import { findOwnReport, findReport, type StoredReport } from './reports.ts'
import { LISTED_COLUMNS, REPORT_COLUMNS, toListItem } from './rows.ts'

/**
 * The account's reports, or all with `undefined`, newest first, and whether there are more. The page begins after the report
 * whose slug is `after`; undefined if there is no such report.
 */
export async function listReports(
  db: Store,
  accountId: string | undefined,
  siteUrl: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ reports: ReportListItem[]; more: boolean } | undefined> {
  let query = db.selectFrom('reports').select(LISTED_COLUMNS)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (after !== undefined) {
    const last = accountId === undefined ? await findReport(db, after) : await findOwnReport(db, accountId, after)
    if (last === undefined) return undefined
    query = query.where((eb) => eb(eb.refTuple('created_at', 'slug'), '<', eb.tuple(last.createdAt, last.slug)))
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('slug', 'desc')
    .limit(limit + 1)
    .execute()
  const reports = rows.slice(0, limit).map((row) => toListItem(row, reportUrl(siteUrl, row.slug)))
  return { reports, more: rows.length > limit }
}

/** The report's progress; with an account, undefined for another account's report. */
export async function progressOf(
  db: Store,
  slug: string,
  siteUrl: string,
  accountId?: string,
): Promise<ReportProgress | undefined> {
  const report = accountId === undefined ? await findReport(db, slug) : await findOwnReport(db, accountId, slug)
  if (report === undefined) return undefined
  const { status, simulated, overallScore, error, funding } = report
  const progress = await countAnswers(db, report)
  return { slug, status, simulated, progress, overallScore, error, url: reportUrl(siteUrl, slug), funding }
}

/**
 * A report's finished and planned answers, which follow from the plan and the engines that have a key until its cells
 * exist. A skipped cell is finished, unless all of its engine's are skipped: then none of them counts.
 */
async function countAnswers(
  db: Store,
  { surveyId, plan, engines, byokEngines }: StoredReport,
): Promise<ReportProgress['progress']> {
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', '=', surveyId)
    .groupBy(['engine', 'state'])
    .execute()
  if (rows.length === 0) {
    const { questions, runs } = PLANS[plan]
    const asked = byokEngines === null ? engines : engines.filter((engine) => byokEngines.includes(engine))
    return { answersStored: 0, answersPlanned: questions * runs * asked.length }
  }
  const asked = new Set(rows.filter((row) => row.state !== 'skipped').map((row) => row.engine))
  let [answersStored, answersPlanned] = [0, 0]
  for (const { engine, state, cells } of rows) {
    if (!asked.has(engine)) continue
    answersPlanned += cells
    if (state !== 'planned' && state !== 'sent') answersStored += cells
  }
  return { answersStored, answersPlanned }
}

/** The public report, with nulls and empty lists until it is frozen; with an account, undefined for another account's. */
export async function publicReport(
  db: Store,
  slug: string,
  siteUrl: string,
  accountId?: string,
): Promise<Report | undefined> {
  const row = await db
    .selectFrom('reports')
    .select([...REPORT_COLUMNS, 'body'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (row === undefined || (accountId !== undefined && row.accountId !== accountId)) return undefined
  const url = reportUrl(siteUrl, slug)
  if (row.body !== null) return { ...frozenReport(row.body), url }
  return {
    ...toListItem(row, url),
    description: row.description,
    overallScoreInterval: null,
    error: row.error,
    answersCounted: 0,
    engines: [],
    enginesSkipped: [],
    competitors: [],
    sources: [],
    actionPlan: [],
    questions: [],
    ledger: [],
    method: null,
  }
}

/** The progress of the account's report; undefined if it has no such report. */
export const ownProgress = cached(5_000, (db, accountId: string, slug: string, siteUrl: string) =>
  progressOf(db, slug, siteUrl, accountId),
)

/** A report is about half a megabyte. */
const REPORTS_KEPT = 50

/** The JSON of the account's report; undefined if it has no such report. */
export const ownReportJson = cached(
  REPORTS_KEPT,
  async (db, accountId: string, slug: string, siteUrl: string): Promise<Digested | undefined> => {
    const row = await db
      .selectFrom('reports')
      .select(utf8(db, 'body').$castTo<Uint8Array | null>().as('body'))
      .where('slug', '=', slug)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (row.body === null) return digested(JSON.stringify({ report: await publicReport(db, slug, siteUrl, accountId) }))
    return digested(publishedJson('report', row.body, frozenReport, { url: reportUrl(siteUrl, slug) }))
  },
)
