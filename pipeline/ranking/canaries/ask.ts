import { openBatchBudget } from '../../ask/budget.ts'
import type { Stopped } from '../../ask/fan-out.ts'
import { withLease } from '../../ask/lease.ts'
import { DEFAULT_MARKET } from '../../contract/market/market.ts'
import type { Lease } from '../../store/driver/leases.ts'
import { underLease } from '../../store/driver/transaction.ts'
import { addUnknown } from '../../store/ranking/batches.ts'
import { canarySurvey } from '../../store/survey/canaries.ts'
import { planCells } from '../../store/survey/cells.ts'
import { findSurvey, insertSurvey } from '../../store/survey/surveys.ts'
import { askSurvey } from '../../survey/ask.ts'
import type { SurveyRun } from '../../survey/run.ts'
import type { MonthPlan } from '../plan.ts'
import { CANARIES, CANARY_RUNS } from './questions.ts'

/**
 * Asks the month's canary questions that have no answer yet, on the batch's budget; those that it can't pay for are left to
 * a later run. Returns `interrupted` if it was told to stop, otherwise null. Throws LeaseLost.
 */
export async function askCanaries(
  run: SurveyRun,
  plan: MonthPlan,
  batchId: string,
  warn: (sentence: string) => void,
): Promise<Stopped | null> {
  const { month } = plan
  const held = await withLease(run, canarySurvey(month), (lease) => askHeld(run, plan, lease, batchId))
  if ('result' in held && held.result === 'interrupted') return 'interrupted'
  if (!('result' in held) || held.result === 'budget')
    warn(`Not all canary questions of ${month} could be asked; a later run asks the rest.`)
  return null
}

async function askHeld(
  run: SurveyRun,
  { month, simulated, selected }: MonthPlan,
  lease: Lease,
  batchId: string,
): Promise<Stopped | null> {
  const { db, clock } = run
  const id = canarySurvey(month)
  await underLease(db, lease, clock.now(), async (trx) => {
    if ((await findSurvey(trx, id)) === undefined)
      await insertSurvey(trx, { id, simulated, questions: CANARIES }, clock.now())
    await planCells(trx, id, { questions: CANARIES.length, engines: selected, runs: CANARY_RUNS })
  })
  const over = new AbortController()
  const budget = openBatchBudget(run, lease, batchId, { counts: true, stopped: () => over.abort() })
  try {
    const own: SurveyRun = { ...run, lease, budget, stop: AbortSignal.any([run.stop, over.signal]) }
    const survey = { id, category: '', questions: CANARIES, market: DEFAULT_MARKET }
    return await askSurvey(own, survey, {
      retryEnded: true,
      retrySkipped: true,
      resumed: (unknown) => addUnknown(db, batchId, unknown),
    })
  } finally {
    await budget.flush()
  }
}
