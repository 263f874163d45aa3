import type { Stopped } from '../ask/fan-out.ts'
import { PLANS } from '../contract/report.ts'
import { underLease } from '../store/driver/transaction.ts'
import { attachSurvey, type StoredReport } from '../store/report/reports.ts'
import { trackedQuestions } from '../store/report/tracked.ts'
import { countOpenCells, planCells } from '../store/survey/cells.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import { findSurvey, type Survey } from '../store/survey/surveys.ts'
import { askSurvey } from '../survey/ask.ts'
import type { SurveyRun } from '../survey/run.ts'
import type { Job } from './job.ts'
import { reportQuestions } from './questions.ts'

/** The id of a report's survey. */
export function surveyIdOf(slug: string): string {
  return `report/${slug}`
}

/**
 * The report's survey, whose questions are fixed once at the first call, a tracked product's as in its first report; or why
 * there is none. Throws LeaseLost.
 */
export async function fixSurvey(run: SurveyRun, report: StoredReport): Promise<Survey | Stopped | 'tooFew'> {
  const { db, clock, lease } = run
  const { slug, simulated, tracked } = report
  const id = surveyIdOf(slug)
  const begun = await findSurvey(db, id)
  if (begun !== undefined) return begun
  const earlier = tracked === null ? undefined : await trackedQuestions(db, { id: tracked.id, simulated })
  const questions = earlier ?? (await reportQuestions(run, report))
  if (typeof questions === 'string') return questions
  await attachSurvey(db, lease, slug, { surveyId: id, questions, simulated }, clock.now())
  return { id, simulated, questions }
}

/**
 * Asks the survey's cells without an outcome and, if a person resumes the report, those skipped before, but never one that
 * was stored or failed. `tick` is called as cells are stored. Resolves with what stopped it, or null. Throws LeaseLost.
 */
export async function askReport(
  run: SurveyRun,
  { progress, unknown: tellUnknown }: Job,
  report: StoredReport,
  { id, questions }: Survey,
  tick: () => void,
): Promise<Stopped | null> {
  const { db, clock, lease, engines } = run
  const { category, brand, domain, plan } = report
  const size = { questions: questions.length, engines: report.engines, runs: PLANS[plan].runs }
  await underLease(db, lease, clock.now(), (trx) => planCells(trx, id, size))
  const names = engines.map(({ engine }) => engine.name)
  const survey = { id, category, questions, market: report, product: { brand, domain } }
  return askSurvey(run, survey, {
    retryEnded: false,
    // Since then the operator may have added a key or topped up an account.
    retrySkipped: report.funding === 'FREE',
    resumed: async (unknown) => {
      const unknownReadings = await endLostCalls(db, lease, [id], clock.now())
      if (unknown + unknownReadings > 0) tellUnknown?.(unknown, unknownReadings)
      const open = await countOpenCells(db, { surveyIds: [id], retryEnded: false })
      progress?.begin(new Map([...open].filter(([name]) => names.includes(name))))
    },
    progress: (engine, event) => {
      tick()
      progress?.[event](engine)
    },
  }).finally(() => progress?.end())
}
