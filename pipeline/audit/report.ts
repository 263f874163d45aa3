import { marketFieldsAsIn } from '../contract/market/market.ts'
import { frozenReportShape } from '../contract/report.ts'
import { assembleReport } from '../report/assemble.ts'
import { frozenReport } from '../store/driver/frozen.ts'
import type { Store } from '../store/driver/open.ts'
import { findReport, frozenBody } from '../store/report/reports.ts'
import { findSurvey } from '../store/survey/surveys.ts'
import { type Audited, earlier, parseFrozen, unreadable } from './audited.ts'
import { Findings } from './compare.ts'
import { derive } from './derive.ts'

/** Derives a complete report again from its replies; undefined if there is no complete report. */
export async function auditReport(db: Store, slug: string): Promise<Audited | undefined> {
  const report = await findReport(db, slug)
  if (report?.status !== 'COMPLETE' || report.completedAt === null) return undefined
  const what = `reports/${slug}`
  const about = { what, version: null, simulated: report.simulated }
  const body = await frozenBody(db, slug)
  const published = body === undefined ? undefined : parseFrozen(frozenReportShape, frozenReport, body)
  if (published === undefined || published.method === null) return unreadable(about)
  const before = earlier(about, published.method)
  if (before !== undefined) return before
  const survey = report.surveyId === null ? undefined : await findSurvey(db, report.surveyId)
  if (survey === undefined) return unreadable(about, 'no survey is stored')

  const { completedAt } = report
  const { method, questions, ledger, competitors: brands } = published
  const answers = questions.flatMap(({ index, answers: own }) => own.map((answer) => ({ ...answer, question: index })))
  const findings = new Findings()
  const derived = await derive(db, findings, about, survey, { method, answers, brands, ledger, asOf: completedAt })
  const {
    pooled,
    country: _country,
    language: _language,
    ...rest
  } = assembleReport({
    ...{ report, completedAt, error: null },
    ...derived.results,
  })
  // Earlier releases published neither.
  const again = { ...rest, ...marketFieldsAsIn(published, report), ...(published.pooled !== undefined && { pooled }) }
  findings.compare(`${what} score in the list`, report.overallScore, published.overallScore)
  findings.compare(what, published, { ...again, method: again.method && derived.method(again.method) })
  return derived.audited()
}
