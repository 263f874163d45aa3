import type { Stopped } from '../ask/fan-out.ts'
import { fanOut } from '../ask/fan-out.ts'
import { withLease } from '../ask/lease.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { Lease } from '../store/driver/leases.ts'
import { monthLease } from '../store/ranking/batches.ts'
import { countOpenCells } from '../store/survey/cells.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import type { CategorySpec } from './categories.ts'
import type { CategoryResult } from './conclude.ts'
import { concludeCategories } from './conclude.ts'
import { prepareCategories, refuseMixture } from './prepare.ts'
import { resumeSurveys } from './resume.ts'
import type { RunScope } from './scope.ts'

export interface RunResult {
  readonly month: string
  readonly simulated: boolean
  /** Requests that this invocation sent to engines. */
  readonly calls: number
  /** Cells that an earlier run had sent and not stored, found at the start. */
  readonly unknown: number
  /** Calls that had answers read, which an earlier run had sent and no reply is kept of, found at the start. */
  readonly unknownReadings: number
  readonly costUsd: number
  /** What calls that were cut off may have cost besides, at most. */
  readonly uncertainUsd: number
  readonly stopped: Stopped | null
  readonly categories: readonly CategoryResult[]
}

/**
 * Runs a month in this process alone: prepares every category, asks what is missing or failed, and publishes each category
 * that is whole when the run ends by itself. Returns a sentence instead where the run is refused. Throws LeaseLost when
 * another process took the month over; whatever was stored stays.
 */
export async function runMonth(
  scope: RunScope,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult | { refusal: string }> {
  return withMonth(scope, specs, (lease) => runHeld(scope, lease, specs, progress))
}

/** Does the work with the month's lease; or a sentence that refuses it. */
export async function withMonth(
  scope: Pick<RunScope, 'db' | 'clock' | 'month' | 'simulated'>,
  specs: readonly CategorySpec[],
  work: (lease: Lease) => Promise<RunResult>,
): Promise<RunResult | { refusal: string }> {
  const { db, month } = scope
  const held = await withLease(scope, monthLease(month), async (lease) => {
    const refusal = await refuseMixture(db, specs, scope.simulated)
    return refusal === undefined ? work(lease) : { refusal }
  })
  if ('result' in held) return held.result
  const seconds = Math.ceil(held.heldForMs / 1_000)
  return { refusal: `Another run of ${month} is under way (or was killed: then try again in ${seconds} s).` }
}

async function runHeld(
  scope: RunScope,
  lease: Lease,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult> {
  const { db, month, simulated, budget } = scope
  const { prepared, stopped } = await prepareCategories(scope, lease, specs)
  const surveyIds = prepared.map((each) => each.surveyId)
  const spent = () => ({ costUsd: budget.spentUsd, uncertainUsd: budget.uncertainUsd })
  if (surveyIds.length === 0)
    return { month, simulated, calls: 0, unknown: 0, unknownReadings: 0, ...spent(), stopped, categories: [] }

  const unknownReadings = await endLostCalls(db, lease, surveyIds, scope.clock.now())
  const { journal, unknown } = await resumeSurveys({ ...scope, lease }, surveyIds)
  let asked: { calls: number; stopped: Stopped | null } = { calls: 0, stopped }
  if (stopped === null) {
    const open = await countOpenCells(db, { surveyIds, endedToo: true })
    progress.begin(new Map([...open].filter(([name]) => scope.engines.some(({ engine }) => engine.name === name))))
    asked = await fanOut({
      ...scope,
      lease,
      journal,
      endedToo: true,
      surveys: prepared.map(({ surveyId, category, questions }) => ({
        id: surveyId,
        category,
        tag: surveyId,
        questions,
      })),
      progress: (engine, event) => progress[event](engine),
    }).finally(() => progress.end())
  }
  const end = await concludeCategories(scope, lease, prepared, asked.stopped, progress).finally(() => progress.end())
  return { month, simulated, calls: asked.calls, unknown, unknownReadings, ...spent(), ...end }
}
