import type { EstimatedEngine } from '../ask/estimate.ts'
import { estimateCalls } from '../ask/estimate.ts'
import type { PlanName } from '../contract/report.ts'
import { PLANS } from '../contract/report.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { readLedger } from '../store/survey/answers.ts'
import { countReadings } from '../store/survey/readings.ts'
import type { ScribeChoice, SurveyEstimate } from '../survey/estimate.ts'
import { withScribes } from '../survey/estimate.ts'

/** Estimates a report of a plan that was not begun. */
export function estimateReport(
  plan: PlanName,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): SurveyEstimate {
  const { questions, runs } = PLANS[plan]
  const work = { answers: questions * runs * engines.length, questions }
  return withScribes(
    estimateCalls(engines, () => questions * runs),
    [work],
    scribes,
  )
}

/** Estimates what is left of a free report. Writes nothing. */
export async function estimateRest(
  db: Store,
  { surveyId, plan }: StoredReport,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): Promise<SurveyEstimate> {
  const ledger = surveyId === null ? [] : await readLedger(db, surveyId, 'open')
  if (surveyId === null || ledger.length === 0) return estimateReport(plan, engines, scribes)
  // A ledger counts as skipped what is still to be asked.
  const calls = estimateCalls(engines, (name) => ledger.find(({ engine }) => engine === name)?.skipped ?? 0)
  const came = ledger.reduce((sum, row) => sum + row.counted, 0)
  const unread = (await countReadings(db, surveyId)) >= came ? 0 : came
  return withScribes(calls, [{ answers: calls.calls + unread, questions: 0 }], scribes)
}
