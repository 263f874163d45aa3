import { openBatchBudget } from '../ask/budget.ts'
import { withLease } from '../ask/lease.ts'
import type { Process } from '../ask/process.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Lease } from '../store/driver/leases.ts'
import { LeaseLost } from '../store/driver/leases.ts'
import type { Batch } from '../store/ranking/batches.ts'
import {
  addUnknown,
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

/** A process with the engines that it can ask on the service's keys. */
type CategoryRun = Process & Pick<SurveyRun, 'engines'>

/** How a category's job ended: `left` if another process has it or the batch is over. */
export type CategoryOutcome = 'done' | 'left' | 'interrupted'

/** Returns a function that asks a batch's category; an engine that stopped in one isn't tried in the batch's others. */
export function categoryAsker(): (scope: CategoryRun, batchId: string, slug: string) => Promise<CategoryOutcome> {
  const stoppedIn = new Map<string, Map<EngineName, string>>()
  return async (scope, batchId, slug) => {
    const batch = await findBatch(scope.db, batchId)
    if (batch === undefined) return 'left'
    const stopped = stoppedIn.get(batchId) ?? new Map<EngineName, string>()
    stoppedIn.set(batchId, stopped)
    try {
      const held = await withLease(scope, monthLease(batch.month, slug), (lease) =>
        askCategory(scope, lease, batch, slug, stopped),
      )
      return 'result' in held ? held.result : 'left'
    } catch (fault) {
      if (fault instanceof LeaseLost) return 'left'
      throw fault
    }
  }
}

async function askCategory(
  scope: CategoryRun,
  lease: Lease,
  batch: Batch,
  slug: string,
  stopped: Map<EngineName, string>,
): Promise<CategoryOutcome> {
  const { db, clock } = scope
  if (!(await isOpenCategory(db, batch.id, slug))) return 'left'
  const survey = await findMonthSurvey(db, slug, batch.month)
  const category = await findCategory(db, slug)
  const engines = scope.engines.filter(({ engine }) => batch.engines.includes(engine.name))
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
  const budget = openBatchBudget(scope, lease, batch.id, { counts: true, stopped: () => over.abort() })
  try {
    const asked = await askSurvey({
      ...scope,
      lease,
      budget,
      engines: engines.filter(({ engine }) => !stopped.has(engine.name)),
      selected: batch.selected,
      stopped,
      survey: { id: survey.id, category: category.category, questions: survey.questions, market: category },
      retryEnded: true,
      retrySkipped: true,
      resumed: (unknown) => addUnknown(db, batch.id, unknown),
      stop: AbortSignal.any([scope.stop, over.signal]),
      cut: AbortSignal.any([scope.cut, cutOff.signal]),
    })
    for (const [name, reason] of asked.skipped) stopped.set(name, reason)
    if (asked.stopped === 'interrupted') return scope.stop.aborted ? 'interrupted' : 'left'
    // Money never returns within a batch: unaffordable cells stay planned, and the category is done for this batch.
    if (asked.stopped === 'budget') await stopBatch(db, batch.id, 'budget')
    await categoryDone(db, lease, batch.id, slug, clock.now())
    return 'done'
  } finally {
    clearInterval(timer)
    await budget.flush()
  }
}
