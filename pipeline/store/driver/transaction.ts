import { isLocked, isUndone } from './faults.ts'
import { holdLease, type Lease } from './leases.ts'
import type { Store } from './open.ts'
import { isPostgres } from './schema.ts'

const TRIES = 10

/**
 * Runs the work in a transaction, or in the one that `db` already is. PostgreSQL may roll one back because of another, and
 * then it runs again: the work must change nothing but the store.
 */
export async function inTransaction<Result>(db: Store, work: Work<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (fault) {
      if (!isUndone(fault) || tries === TRIES) throw fault
    }
  }
}

/** Runs the work in a transaction that begins by renewing the lease. Throws LeaseLost, and then nothing is written. */
export function underLease<Result>(db: Store, lease: Lease, now: number, work: Work<Result>): Promise<Result> {
  return inTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    return work(trx)
  })
}

type Work<Result> = (trx: Store) => Promise<Result>

interface Waiting {
  /** Does the work and returns a function that resolves the caller's promise, to be called after the commit. */
  run(trx: Store): Promise<() => void>
  reject(fault: unknown): void
}

interface Queue {
  waiting: Waiting[]
  busy: boolean
}

const queues = new WeakMap<Store, Queue>()

/**
 * Runs the work in a transaction shared with this process's other waiting work, at the cost of one flush to the disk,
 * and resolves after the commit; on PostgreSQL nothing is shared, as processes would deadlock. When one throws, each
 * runs again on its own, so the work must change nothing but the store, and begin with a write.
 */
export function inSharedTransaction<Result>(db: Store, work: Work<Result>): Promise<Result> {
  if (isPostgres(db)) return inTransaction(db, work)
  const queue = queues.get(db) ?? { waiting: [], busy: false }
  queues.set(db, queue)
  return new Promise((resolve, reject) => {
    const run = async (trx: Store) => {
      const result = await work(trx)
      return () => resolve(result)
    }
    queue.waiting.push({ run, reject })
    if (queue.busy) return
    queue.busy = true
    setImmediate(() => void drain(db, queue))
  })
}

async function drain(db: Store, queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    const batch = queue.waiting
    queue.waiting = []
    try {
      await runBatch(db, batch)
    } catch (fault) {
      if (batch.length === 1 || isLocked(fault)) for (const each of batch) each.reject(fault)
      else for (const each of batch) await runBatch(db, [each]).catch(each.reject)
    }
  }
  queue.busy = false
}

async function runBatch(db: Store, batch: readonly Waiting[]): Promise<void> {
  const resolves: (() => void)[] = []
  await db.transaction().execute(async (trx) => {
    for (const { run } of batch) resolves.push(await run(trx))
  })
  for (const resolve of resolves) resolve()
}
