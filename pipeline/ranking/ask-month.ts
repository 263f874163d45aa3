import { waitOut } from '../ask/away.ts'
import type { Stopped } from '../ask/fan-out.ts'
import type { Process } from '../ask/process.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { CategoryClaim, Queue } from '../queue/queue.ts'
import { isAway } from '../store/driver/faults.ts'
import type { Store } from '../store/driver/open.ts'
import { underLease } from '../store/driver/transaction.ts'
import { type Batch, batchTotals, countOpenCategories, hasWorkers, stopBatch } from '../store/ranking/batches.ts'
import { countOpenCells, finishedSince } from '../store/survey/cells.ts'
import type { SurveyRun } from '../survey/run.ts'
import { categoryAsker } from './ask-category.ts'
import type { PreparedCategory } from './prepare.ts'

/** Categories that the runner asks at once, so that a slow engine in one leaves no other engine idle. */
const AT_ONCE = 4
const LOOK_MS = 500
/** How long a category is left if another process has it or the store was unavailable, in ms. */
const LEAVE_MS = 2_000

/**
 * Queues the categories and asks them together with all workers; returns what stopped that, or null, once no process works
 * on one. Throws LeaseLost.
 */
export async function askTogether(
  run: SurveyRun,
  queue: Queue,
  batch: Batch,
  prepared: readonly PreparedCategory[],
  progress: RunProgress,
): Promise<Stopped | null> {
  const { db, clock, lease } = run
  const surveyIds = prepared.map(({ surveyId }) => surveyId)
  const open = await countOpenCells(db, { surveyIds, retryEnded: true })
  const since = clock.now()
  await underLease(db, lease, since, async (trx) => {
    await queue.enqueueCategories(
      trx,
      batch,
      prepared.map(({ slug }) => slug),
    )
  })
  const show = watchProgress(db, surveyIds, since, progress)
  const look = async () => {
    await passOnStop(run, batch)
    await show()
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  progress.begin(new Map([...open].filter(([name]) => batch.engines.includes(name))))
  try {
    await askCategories(run, queue, batch)
    const { stopped } = await batchTotals(db, batch.id)
    return run.stop.aborted || (stopped !== null && stopped !== 'budget') ? 'interrupted' : stopped
  } finally {
    clearInterval(timer)
    await show().catch(() => {})
    progress.end()
  }
}

/** Stops the batch for all processes if this one was told to stop. */
async function passOnStop({ db, stop, cut }: Process, batch: Batch): Promise<void> {
  if (stop.aborted) await stopBatch(db, batch.id, cut.aborted ? 'cut' : 'interrupted')
}

/** Asks categories until none is open or the run is stopped, and no process works on one any more. */
async function askCategories(run: SurveyRun, queue: Queue, batch: Batch): Promise<void> {
  const { db, clock } = run
  const ask = categoryAsker(new Map([[batch.id, run.stopped]]))
  const halt = new AbortController()
  const asking = { ...run, stop: AbortSignal.any([run.stop, halt.signal]) }
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  const start = (claim: CategoryClaim) => {
    const job: Promise<void> = ask(asking, run.engines, claim.batch, claim.slug)
      .then(
        (outcome) => claim.release(outcome === 'left' ? LEAVE_MS : 0),
        async (fault: unknown) => {
          if (isAway(fault) && !run.cut.aborted) return claim.release(LEAVE_MS)
          faults.push(fault)
          halt.abort()
          await stopBatch(db, batch.id, 'interrupted')
        },
      )
      // An unreleased claim expires and is handed on.
      .catch(() => {})
      .finally(() => running.delete(job))
    running.add(job)
  }
  for (;;) {
    const room = asking.stop.aborted ? 0 : AT_ONCE - running.size
    // The queue's server may be unavailable for a moment.
    const claims = room > 0 ? await queue.claimCategories(batch, room).catch((): CategoryClaim[] => []) : []
    claims.forEach(start)
    if (running.size > 0) {
      // This waits in real time, because on a test's clock leases would expire.
      await Promise.race([...running, new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref())])
      continue
    }
    if (faults.length > 0 && run.cut.aborted) throw faults[0]
    const isAsked = await waitOut(run, async () => {
      // Otherwise a worker between two categories could send a call once nobody seems to work.
      await passOnStop(run, batch)
      const left = asking.stop.aborted ? 0 : await countOpenCategories(db, batch.id)
      return left === 0 && !(await hasWorkers(db, batch.month, clock.now()))
    })
    if (faults.length > 0 && isAsked) throw faults[0]
    if (isAsked) return
    await clock.sleep(LOOK_MS, asking.stop.aborted ? undefined : asking.stop)
  }
}

/** Returns a function that shows what all processes have stored since a time (epoch ms). */
function watchProgress(
  db: Store,
  surveyIds: readonly string[],
  since: number,
  progress: RunProgress,
): () => Promise<void> {
  const shown = new Map<string, number>()
  return async () => {
    for (const { engine, skipped, cells } of await finishedSince(db, surveyIds, since)) {
      const before = shown.get(`${engine} ${skipped}`) ?? 0
      // Queries may answer out of order.
      if (cells <= before) continue
      shown.set(`${engine} ${skipped}`, cells)
      if (skipped && before === 0) progress.stopped(engine)
      for (let each = before; !skipped && each < cells; each += 1) progress.stored(engine)
    }
  }
}
