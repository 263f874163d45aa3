import type { EstimatedEngine } from '../ask/estimate.ts'
import type { PlanName } from '../contract/report.ts'
import { PLANS } from '../contract/report.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { readLedger } from '../store/survey/answers.ts'
import type { ScribeChoice, SurveyEstimate } from '../survey/estimate.ts'
import { estimateSurveys, unreadAnswers } from '../survey/estimate.ts'

/** Estimates a new report of a plan. */
export function estimateReport(
  plan: PlanName,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): SurveyEstimate {
  const { questions, runs } = PLANS[plan]
  return estimateSurveys([{ calls: () => questions * runs, unread: 0, questions }], engines, scribes)
}

/** Estimates the rest of a free report without writing anything. */
export async function estimateRest(
  db: Store,
  { surveyId, plan }: StoredReport,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): Promise<SurveyEstimate> {
  const ledger = surveyId === null ? [] : await readLedger(db, surveyId, 'open')
  if (surveyId === null || ledger.length === 0) return estimateReport(plan, engines, scribes)
  // The ledger counts cells to ask as skipped.
  const calls = (name: EngineName) => ledger.find(({ engine }) => engine === name)?.skipped ?? 0
  const unread = await unreadAnswers(db, surveyId, ledger)
  return estimateSurveys([{ calls, unread, questions: 0 }], engines, scribes)
}
