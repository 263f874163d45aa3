import { openBatchBudget, toNano, toUsd } from '../ask/budget.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { withLease } from '../ask/lease.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Batch } from '../store/ranking/batches.ts'
import { batchTotals, beginBatch, endBatch, monthLease } from '../store/ranking/batches.ts'
import { writeOffDead } from '../store/ranking/money.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import { askTogether } from './ask-month.ts'
import type { CategorySpec } from './categories.ts'
import type { CategoryResult } from './conclude.ts'
import { concludeCategories } from './conclude.ts'
import { publishHashes } from './hashes.ts'
import { prepareCategories } from './prepare.ts'
import { refuseRun } from './refusals.ts'
import type { MonthJob } from './run.ts'

export interface RunResult {
  readonly month: string
  readonly simulated: boolean
  /** Requests that this run sent to engines, from all processes. */
  readonly calls: number
  /** Cells that an earlier run had sent and not stored. */
  readonly unknown: number
  /** Reading calls that an earlier run had sent and whose replies were not stored. */
  readonly unknownReadings: number
  readonly costUsd: number
  /** The maximum further cost of calls that were cut off. */
  readonly uncertainUsd: number
  readonly stopped: Stopped | null
  readonly categories: readonly CategoryResult[]
}

/**
 * Runs a month: prepares and queues every category, asks them together with all workers, whose calls and costs count
 * against the same budget, and publishes those that are complete unless the run was stopped. Returns a sentence if the
 * run is refused. Throws LeaseLost when another process took the month over; stored answers stay.
 */
export async function runMonth(
  scope: MonthJob,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult | { refusal: string }> {
  const { db, month } = scope
  const held = await withLease(scope, monthLease(month), async (lease) => {
    const refusal = await refuseRun(db, specs, { simulated: scope.simulated, scribe: scope.scribes.length > 0 })
    return refusal === undefined ? runHeld(scope, lease, specs, progress) : { refusal }
  })
  if ('result' in held) return held.result
  const seconds = Math.ceil(held.heldForMs / 1_000)
  return { refusal: `Another run of ${month} is under way (or was killed: then try again in ${seconds} s).` }
}

async function runHeld(
  scope: MonthJob,
  lease: Lease,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult | { refusal: string }> {
  const { db, clock, month, simulated, selected, limitUsd } = scope
  const engines = scope.engines.map(({ engine }) => engine.name)
  const batch: Batch = { id: lease.holder, month, simulated, engines, selected }
  const limitNano = limitUsd === undefined ? null : toNano(limitUsd)
  await beginBatch(db, lease, batch, { limitNano, now: clock.now() })
  const budget = openBatchBudget(scope, lease, batch.id, { counts: false })
  try {
    const run = { ...scope, lease, budget }
    const { prepared, stopped } = await prepareCategories(run, specs, progress)
    if (stopped !== null && typeof stopped === 'object') return stopped
    if (stopped === null) await publishHashes(scope, lease, prepared, progress)
    const surveyIds = prepared.map(({ surveyId }) => surveyId)
    const unknownReadings = await endLostCalls(db, lease, surveyIds, clock.now())
    let ended: Stopped | null = stopped
    if (stopped === null && prepared.length > 0) ended = await askTogether(scope, lease, batch, prepared, progress)
    const asked = { ended, batchId: batch.id }
    const end = await concludeCategories(run, prepared, asked, progress).finally(() => progress.end())
    await budget.flush()
    await writeOffDead(db, batch.id, clock.now())
    const totals = await batchTotals(db, batch.id)
    const money = { costUsd: toUsd(totals.spent_nano), uncertainUsd: toUsd(totals.uncertain_nano) }
    return { month, simulated, calls: totals.calls, unknown: totals.unknown_calls, unknownReadings, ...money, ...end }
  } finally {
    // If the store is unavailable, the batch ends when its lease expires.
    await endBatch(db, batch.id).catch(() => {})
  }
}
