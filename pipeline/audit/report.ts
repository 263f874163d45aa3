import { report as wholeReport } from '../contract/report.ts'
import { DETECTOR } from '../mentions/count.ts'
import { assembleReport } from '../report/assemble.ts'
import { frozenReport } from '../store/driver/frozen.ts'
import type { Store } from '../store/driver/open.ts'
import { findReport } from '../store/report/reports.ts'
import { frozenRow } from '../store/survey/audited.ts'
import { findSurvey } from '../store/survey/surveys.ts'
import type { Audited } from './audited.ts'
import { earlier, otherRules, parseFrozen, unreadable } from './audited.ts'
import { compare, sum } from './compare.ts'
import { frozenNames } from './found.ts'
import { deriveReadings } from './readings.ts'
import { deriveSurvey } from './survey.ts'

const reportShape = wholeReport.omit({ url: true })

/** Derives a complete report again from its replies; undefined where it isn't complete or isn't there. */
export async function auditReport(db: Store, slug: string): Promise<Audited | undefined> {
  const report = await findReport(db, slug)
  if (report?.status !== 'COMPLETE' || report.completedAt === null) return undefined
  const what = `reports/${slug}`
  const about = { what, version: null, simulated: report.simulated }
  const row = await frozenRow(db, slug)
  const published = row && parseFrozen(reportShape, frozenReport, row.body)
  if (row === undefined || published === undefined || published.method === null) return unreadable(about)
  const before = earlier(about, published.method)
  if (before !== undefined) return before
  const survey = report.surveyId === null ? undefined : await findSurvey(db, report.surveyId)
  if (survey === undefined) return unreadable(about, 'no survey is stored')

  const { completedAt } = report
  const { method, questions } = published
  const { recounted } = method
  const frozenAnswers = questions.flatMap(({ index, answers }) =>
    answers.map((answer) => ({ ...answer, question: index })),
  )
  const derived = await deriveSurvey(db, what, survey, {
    asOf: completedAt,
    failed: frozenAnswers.filter(({ failed }) => failed),
    ledger: published.ledger,
  })
  const until = recounted === undefined ? completedAt : Date.parse(recounted.at)
  const read = await deriveReadings(db, what, survey, { reader: method.reader, until })
  const frozen =
    method.detector === DETECTOR ? undefined : frozenNames(what, published.competitors, frozenAnswers, method)
  const again = assembleReport({
    report,
    questions: survey.questions,
    answers: derived.answers,
    ledger: derived.ledger,
    readings: read.readings,
    rulings: method.rulings ?? [],
    completedAt,
    error: null,
    ...(frozen && { found: frozen.found }),
  })
  return {
    ...about,
    replies: derived.replies + read.replies,
    notes: frozen === undefined ? [] : [otherRules(what, method.detector)],
    ...sum([
      derived.comparison,
      read.comparison,
      ...(frozen === undefined ? [] : [frozen.comparison]),
      compare(`${what} score in the list`, row.overallScore, published.overallScore),
      compare(what, published, {
        ...again,
        method: frozen === undefined ? { ...again.method, ...(recounted && { recounted }) } : method,
      }),
    ]),
  }
}
