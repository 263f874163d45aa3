import type { Stopped } from '../ask/fan-out.ts'
import type { RunProgress } from '../ask/progress.ts'
import { openSharedBudget } from '../ask/shared-budget.ts'
import type { CategoryClaim, CategoryQueue } from '../queue/queue.ts'
import { isAway } from '../store/driver/faults.ts'
import type { Lease } from '../store/driver/leases.ts'
import { holdLease } from '../store/driver/leases.ts'
import { inTransaction } from '../store/driver/transaction.ts'
import { batchTotals, closeReservations } from '../store/ranking/batch-money.ts'
import type { Batch } from '../store/ranking/batches.ts'
import {
  addCategories,
  beginBatch,
  countOpenCategories,
  cutBatch,
  finishedSince,
  hasWorkers,
  stopBatch,
  whyStopped,
} from '../store/ranking/batches.ts'
import { countOpenCells } from '../store/survey/cells.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import { categoryAsker } from './batch-category.ts'
import type { CategorySpec } from './categories.ts'
import { concludeCategories } from './conclude.ts'
import type { PreparedCategory } from './prepare.ts'
import { prepareCategories } from './prepare.ts'
import type { RunResult } from './run.ts'
import { withMonth } from './run.ts'
import type { RunScope } from './scope.ts'

const NANO = 1e9
/** Categories that the runner itself asks at once: enough that a slow engine in one leaves no other engine idle. */
const AT_ONCE = 4
const LOOK_MS = 500
/** A category that another process has, or that the store was away for, is left alone for so long, in ms. */
const LEAVE_MS = 2_000
const NEVER = new AbortController().signal

/** What a batch of several processes works with: its money is a row of the store, from this limit in USD on, if any. */
export interface BatchScope extends Omit<RunScope, 'budget'> {
  readonly limitUsd: number | undefined
  readonly queue: CategoryQueue
}

/**
 * Runs a month together with all workers that there are: prepares every category, queues them, asks along, and names and
 * publishes at the end as a run of one process does. Calls, costs and the budget are those of all together.
 */
export async function runBatch(
  scope: BatchScope,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult | { refusal: string }> {
  return withMonth(scope, specs, (lease) => runHeld(scope, lease, specs, progress))
}

async function runHeld(
  scope: BatchScope,
  lease: Lease,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult> {
  const { db, clock, month, simulated, selected, limitUsd } = scope
  const engines = scope.engines.map(({ engine }) => engine.name)
  const batch: Batch = { id: lease.holder, month, simulated, engines, selected }
  const limitNano = limitUsd === undefined ? null : Math.floor(limitUsd * NANO)
  // Before anybody learns of the batch, and looks there.
  await scope.queue.open(batch)
  await beginBatch(db, lease, { ...batch, limitNano }, clock.now())
  const budget = await openSharedBudget(scope, lease, batch.id, { counts: false })
  try {
    const own = { ...scope, budget }
    const { prepared, stopped } = await prepareCategories(own, lease, specs)
    const surveyIds = prepared.map(({ surveyId }) => surveyId)
    const unknownReadings = await endLostCalls(db, lease, surveyIds, clock.now())
    let ended: Stopped | null = stopped
    if (stopped === null && prepared.length > 0) ended = await askTogether(scope, lease, batch, prepared, progress)
    const end = await concludeCategories(own, lease, prepared, ended, progress).finally(() => progress.end())
    await budget.close()
    await closeReservations(db, batch.id, { deadAt: clock.now() })
    const { calls, unknown, spent, uncertain } = await batchTotals(db, batch.id)
    const money = { costUsd: spent / NANO, uncertainUsd: uncertain / NANO }
    return { month, simulated, calls, unknown, unknownReadings, ...money, ...end }
  } finally {
    // Nobody may go on with a batch whose runner has gone; a store that is away just now says so when the lease has run out.
    await stopBatch(db, batch.id).catch(() => {})
  }
}

/** Queues the categories and works them off, with whoever else does; returns what stopped it, once nobody works on it. */
async function askTogether(
  scope: BatchScope,
  lease: Lease,
  batch: Batch,
  prepared: readonly PreparedCategory[],
  progress: RunProgress,
): Promise<Stopped | null> {
  const { db, clock, queue } = scope
  const surveyIds = prepared.map(({ surveyId }) => surveyId)
  const open = await countOpenCells(db, { surveyIds, endedToo: true })
  const since = clock.now()
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, since)
    await addCategories(trx, batch.id, prepared)
    await queue.enqueue(
      trx,
      batch,
      prepared.map(({ slug }) => slug),
    )
  })
  const show = watchProgress(scope, surveyIds, since, progress)
  progress.begin(new Map([...open].filter(([name]) => batch.engines.includes(name))))
  try {
    await workOff(scope, batch, show)
    return await whyStopped(db, batch.id)
  } finally {
    await show().catch(() => {})
    progress.end()
  }
}

/** The queue's server may be away for a moment. */
function noClaims(): CategoryClaim[] {
  return []
}

async function workOff(scope: BatchScope, batch: Batch, show: () => Promise<void>): Promise<void> {
  const { db, clock, queue } = scope
  const ask = categoryAsker()
  const asking = { ...scope, engines: async () => scope.engines }
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  let stopping = false
  let cutting = false
  for (;;) {
    if (scope.stop.aborted && !stopping) {
      await stopBatch(db, batch.id)
      stopping = true
    }
    if (scope.cut.aborted && !cutting) {
      await cutBatch(db, batch.id)
      cutting = true
    }
    const stopped = (await whyStopped(db, batch.id)) === 'interrupted'
    const room = stopped ? 0 : AT_ONCE - running.size
    const claims = room > 0 ? await queue.claim(batch, room).catch(noClaims) : []
    for (const claim of claims) {
      const job: Promise<void> = ask(asking, claim.batch, claim.slug)
        .then(
          (outcome) => claim.release(outcome === 'left' ? LEAVE_MS : 0),
          async (fault: unknown) => {
            if (isAway(fault)) return claim.release(LEAVE_MS)
            faults.push(fault)
            await stopBatch(db, batch.id)
          },
        )
        // Then it is taken for a dead process's, and handed on.
        .catch(() => {})
        .finally(() => running.delete(job))
      running.add(job)
    }
    const left = stopped ? 0 : await countOpenCategories(db, batch.id)
    if (left === 0 && running.size === 0 && !(await hasWorkers(db, batch.month, clock.now()))) {
      if (faults.length > 0) throw faults[0]
      return
    }
    await show()
    // Until a job ends, or it is time to look again.
    await Promise.race([...running, clock.sleep(LOOK_MS, scope.stop.aborted ? NEVER : scope.stop)])
  }
}

/** Shows what all processes together have stored since then, each time it is called. */
function watchProgress(
  { db }: BatchScope,
  surveyIds: readonly string[],
  since: number,
  progress: RunProgress,
): () => Promise<void> {
  const shown = new Map<string, number>()
  return async () => {
    for (const { engine, skipped, cells } of await finishedSince(db, surveyIds, since)) {
      const before = shown.get(`${engine} ${skipped}`) ?? 0
      shown.set(`${engine} ${skipped}`, cells)
      if (skipped && before === 0) progress.stopped(engine)
      for (let each = before; !skipped && each < cells; each += 1) progress.stored(engine)
    }
  }
}
