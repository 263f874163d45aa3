import { report as wholeReport } from '../contract/report.ts'
import { DETECTOR } from '../mentions/count.ts'
import { assembleReport, countedTexts } from '../report/assemble.ts'
import { frozenRow } from '../store/audited.ts'
import type { Store } from '../store/open.ts'
import { findReport } from '../store/reports.ts'
import { findSurvey } from '../store/surveys.ts'
import type { Audited } from './audited.ts'
import { otherRules, parseFrozen, settle, unreadable } from './audited.ts'
import { compare } from './compare.ts'
import { frozenNames } from './found.ts'
import { possibleNames } from './names.ts'
import { deriveSurvey } from './survey.ts'

const frozenReport = wholeReport.omit({ url: true })

/** Derives a complete report again from its replies; undefined where it isn't complete or isn't there. */
export async function auditReport(db: Store, slug: string): Promise<Audited | undefined> {
  const report = await findReport(db, slug)
  if (report?.status !== 'COMPLETE' || report.completedAt === null) return undefined
  const what = `reports/${slug}`
  const about = { what, version: null, simulated: report.simulated }
  const row = await frozenRow(db, slug)
  const published = row && parseFrozen(frozenReport, row.body)
  if (row === undefined || published === undefined || published.method === null) return unreadable(about)
  const survey = report.surveyId === null ? undefined : await findSurvey(db, report.surveyId)
  if (survey === undefined) return unreadable(about, 'no survey is stored')

  const { completedAt, category } = report
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
  const texts = [...countedTexts(derived.answers, survey.questions).values()]
  const frozen = method.detector === DETECTOR ? undefined : frozenNames(what, published.competitors, frozenAnswers)
  const names = await possibleNames(db, survey.id, { namesBy: method.namesBy, until: completedAt, category }, texts)
  const readings = names.map(({ proposed, namesBy }) => {
    const again = assembleReport({
      report,
      questions: survey.questions,
      answers: derived.answers,
      ledger: derived.ledger,
      proposed,
      namesBy,
      rulings: method.rulings ?? [],
      completedAt,
      error: null,
      ...(frozen && { found: frozen.found }),
    })
    return compare(what, published, {
      ...again,
      method: frozen === undefined ? { ...again.method, ...(recounted && { recounted }) } : method,
    })
  })
  return settle(about, derived.replies, readings, {
    notes: frozen === undefined ? [] : [otherRules(what, method.detector)],
    comparisons: [
      derived.comparison,
      ...(frozen === undefined ? [] : [frozen.comparison]),
      compare(`${what} score in the list`, row.overallScore, published.overallScore),
    ],
  })
}
