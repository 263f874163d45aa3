import { PLANS } from '../contract/report.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { trackedQuestions } from '../store/report/tracked.ts'
import { readLedger } from '../store/survey/answers.ts'
import {
  type EstimatedEngine,
  estimateSurveys,
  type ScribeChoice,
  type SurveyEstimate,
  unreadAnswers,
} from '../survey/estimate.ts'

/** Estimates a new report; its scribe writes questions unless it has as many of its own as its plan asks. */
export function estimateReport(
  { plan, seedPrompts }: Pick<StoredReport, 'plan' | 'seedPrompts'>,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): SurveyEstimate {
  const { questions, runs } = PLANS[plan]
  const written = seedPrompts.length >= questions ? 0 : questions
  return estimateSurveys([{ calls: () => questions * runs, unread: 0, questions: written }], engines, scribes)
}

/** Estimates the rest of a free report without writing anything. */
export async function estimateRest(
  db: Store,
  report: StoredReport,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): Promise<SurveyEstimate> {
  const { surveyId, tracked, simulated } = report
  const ledger = surveyId === null ? [] : await readLedger(db, surveyId, 'open')
  if (surveyId === null || ledger.length === 0) {
    const kept = tracked === null ? undefined : await trackedQuestions(db, { id: tracked.id, simulated })
    return estimateReport({ ...report, seedPrompts: kept ?? report.seedPrompts }, engines, scribes)
  }
  // The ledger counts cells to ask as skipped.
  const calls = (name: EngineName) => ledger.find(({ engine }) => engine === name)?.skipped ?? 0
  const unread = await unreadAnswers(db, surveyId, ledger, scribes)
  return estimateSurveys([{ calls, unread, questions: 0 }], engines, scribes)
}
