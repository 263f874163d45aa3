import type { CallsEstimate, EstimatedEngine } from '../ask/estimate.ts'
import { estimateCalls } from '../ask/estimate.ts'
import type { PlanName } from '../contract/report.ts'
import { PLANS } from '../contract/report.ts'
import { readLedger } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import type { StoredReport } from '../store/reports.ts'

/** Estimates a report of a plan that was not begun; the scribe's calls are not in it. */
export function estimateReport(plan: PlanName, engines: readonly EstimatedEngine[]): CallsEstimate {
  const { questions, runs } = PLANS[plan]
  return estimateCalls(engines, () => questions * runs)
}

/** Estimates what is left of a free report; the scribe's calls are not in it. Writes nothing. */
export async function estimateRest(
  db: Store,
  { surveyId, plan }: StoredReport,
  engines: readonly EstimatedEngine[],
): Promise<CallsEstimate> {
  const ledger = surveyId === null ? [] : await readLedger(db, surveyId, 'open')
  if (ledger.length === 0) return estimateReport(plan, engines)
  // A ledger counts as skipped what is still to be asked.
  return estimateCalls(engines, (name) => ledger.find(({ engine }) => engine === name)?.skipped ?? 0)
}
