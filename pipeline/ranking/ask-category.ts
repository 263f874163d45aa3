import { openBatchBudget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import { withLease } from '../ask/lease.ts'
import type { Process } from '../ask/process.ts'
import type { EngineName } from '../contract/terms.ts'
import { type Lease, LeaseLost } from '../store/driver/leases.ts'
import {
  addUnknown,
  type Batch,
  batchState,
  categoryDone,
  findBatch,
  isOpenCategory,
  monthLease,
  stopBatch,
} from '../store/ranking/batches.ts'
import { findCategory } from '../store/ranking/categories.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { askSurvey } from '../survey/ask.ts'
import type { SurveyRun } from '../survey/run.ts'

/** How often a process checks whether its batch is still open, in ms. */
const WATCH_MS = 1_000

/** How a category's job ended: `left` if another process has it or the batch is over. */
export type CategoryOutcome = 'done' | 'left' | 'interrupted'

/**
 * Returns a function that asks a batch's category of these engines; an engine that stopped in one isn't tried in the
 * batch's others. `stoppedIn` has the engines that stopped, by batch.
 */
export function categoryAsker(
  stoppedIn = new Map<string, Map<EngineName, string>>(),
): (process: Process, engines: readonly AskedEngine[], batchId: string, slug: string) => Promise<CategoryOutcome> {
  return async (process, engines, batchId, slug) => {
    const batch = await findBatch(process.db, batchId)
    if (batch === undefined) return 'left'
    const stopped = stoppedIn.get(batchId) ?? new Map<EngineName, string>()
    stoppedIn.set(batchId, stopped)
    try {
      const held = await withLease(process, monthLease(batch.month, slug), (lease) =>
        askCategory(process, engines, lease, batch, slug, stopped),
      )
      return 'result' in held ? held.result : 'left'
    } catch (fault) {
      if (fault instanceof LeaseLost) return 'left'
      throw fault
    }
  }
}

async function askCategory(
  process: Process,
  able: readonly AskedEngine[],
  lease: Lease,
  batch: Batch,
  slug: string,
  stopped: Map<EngineName, string>,
): Promise<CategoryOutcome> {
  const { db, clock } = process
  if (!(await isOpenCategory(db, batch.id, slug))) return 'left'
  const survey = await findMonthSurvey(db, slug, batch.month)
  const category = await findCategory(db, slug)
  const engines = able.filter(({ engine }) => batch.engines.includes(engine.name))
  if (survey === undefined || category === undefined || engines.length < batch.engines.length) return 'left'

  const over = new AbortController()
  const cutOff = new AbortController()
  const watch = async () => {
    const state = await batchState(db, batch.id, clock.now())
    if (state !== 'open') over.abort()
    if (state === 'cut') cutOff.abort()
  }
  // An unavailable store is asked again at the next tick.
  const timer = setInterval(() => void watch().catch(() => {}), WATCH_MS)
  const budget = openBatchBudget(process, lease, batch.id, { counts: true, stopped: () => over.abort() })
  try {
    const run: SurveyRun = {
      ...process,
      lease,
      budget,
      engines,
      selected: batch.selected,
      stopped,
      // The answers are read by the process that began the batch.
      scribes: [],
      secondShare: 0,
      stop: AbortSignal.any([process.stop, over.signal]),
      cut: AbortSignal.any([process.cut, cutOff.signal]),
    }
    const planned = { id: survey.id, category: category.category, questions: survey.questions, market: category }
    const ended = await askSurvey(run, planned, {
      retryEnded: true,
      retrySkipped: true,
      resumed: (unknown) => addUnknown(db, batch.id, unknown),
    })
    if (ended === 'interrupted') return process.stop.aborted ? 'interrupted' : 'left'
    // Money never returns within a batch: unaffordable cells stay planned, and the category is done for this batch.
    if (ended === 'budget') await stopBatch(db, batch.id, 'budget')
    await categoryDone(db, lease, batch.id, slug, clock.now())
    return 'done'
  } finally {
    clearInterval(timer)
    await budget.flush()
  }
}
