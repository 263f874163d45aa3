import { openBatchBudget, toNano, toUsd } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { withLease } from '../ask/lease.ts'
import type { Process } from '../ask/process.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { Queue } from '../queue/queue.ts'
import type { Lease } from '../store/driver/leases.ts'
import { type Batch, batchTotals, beginBatch, endBatch, monthLease } from '../store/ranking/batches.ts'
import { writeOffDead } from '../store/ranking/money.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import type { SurveyRun } from '../survey/run.ts'
import type { AskedScribe } from '../survey/scribe.ts'
import { askTogether } from './ask-month.ts'
import { type CategoryResult, concludeCategories } from './conclude.ts'
import { publishHashes, type ShowHashes } from './hashes.ts'
import type { MonthPlan } from './plan.ts'
import { prepareCategories } from './prepare.ts'
import { refuseRun } from './refusals.ts'

/** What a month is asked, read and published with. */
export interface MonthOptions {
  readonly queue: Queue
  /** The engines that can be asked. */
  readonly engines: readonly AskedEngine[]
  readonly scribes: readonly AskedScribe[]
  readonly secondShare: number
  /** The limit of its budget in USD, if any. */
  readonly limitUsd: number | undefined
  readonly progress: RunProgress
  /** Shows the operator a sentence; the run continues. */
  warn(sentence: string): void
  /** Called before the first call; undefined if nothing is to be published. */
  readonly showHashes?: ShowHashes | undefined
}

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
  process: Process,
  plan: MonthPlan,
  options: MonthOptions,
): Promise<RunResult | { refusal: string }> {
  const { month, simulated, specs } = plan
  const held = await withLease(process, monthLease(month), async (lease) => {
    const refusal = await refuseRun(process.db, specs, { simulated, scribe: options.scribes.length > 0 })
    return refusal === undefined ? runHeld(process, lease, plan, options) : { refusal }
  })
  if ('result' in held) return held.result
  const seconds = Math.ceil(held.heldForMs / 1_000)
  return { refusal: `Another run of ${month} is under way (or was killed: then try again in ${seconds} s).` }
}

async function runHeld(
  process: Process,
  lease: Lease,
  plan: MonthPlan,
  { queue, engines, scribes, secondShare, limitUsd, progress, warn, showHashes }: MonthOptions,
): Promise<RunResult | { refusal: string }> {
  const { db, clock } = process
  const { month, simulated, selected } = plan
  const names = engines.map(({ engine }) => engine.name)
  const batch: Batch = { id: lease.holder, month, simulated, engines: names, selected }
  const limitNano = limitUsd === undefined ? null : toNano(limitUsd)
  await beginBatch(db, lease, batch, { limitNano, now: clock.now() })
  const budget = openBatchBudget(process, lease, batch.id, { counts: false })
  try {
    const run: SurveyRun = { ...process, lease, budget, engines, selected, stopped: new Map(), scribes, secondShare }
    const { prepared, stopped } = await prepareCategories(run, plan, progress, warn)
    if (stopped !== null && typeof stopped === 'object') return stopped
    if (stopped === null) await publishHashes(run, month, prepared, showHashes, progress)
    const surveyIds = prepared.map(({ surveyId }) => surveyId)
    const unknownReadings = await endLostCalls(db, lease, surveyIds, clock.now())
    let ended: Stopped | null = stopped
    if (stopped === null && prepared.length > 0) ended = await askTogether(run, queue, batch, prepared, progress)
    const asked = { ended, batchId: batch.id }
    const end = await concludeCategories(run, plan, prepared, asked, progress, warn).finally(() => progress.end())
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
