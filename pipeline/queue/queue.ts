import type { Store } from '../store/driver/open.ts'
import type { Batch } from '../store/ranking/batches.ts'

/** Time as a queue knows it: epoch ms, and ms that no setting of the clock moves. */
export interface QueueClock {
  now(): number
  monotonic(): number
}

/** A report that waits to be run; simulated and real ones are worked off by different processes. */
export interface ReportJob {
  readonly slug: string
  readonly simulated: boolean
}

/** A job that this process has, until it lets go of it or dies. */
export interface Claim {
  readonly slug: string
  /** Lets go of it: off the queue where its work is over, else left alone for so many ms. */
  release(leaveMs: number): Promise<void>
}

/** A category that this process has: of the batch with this id. */
export interface CategoryClaim extends Claim {
  readonly batch: string
}

/** Where jobs wait for a worker; any number of processes may share it. A claim says who works, and the lease who may write. */
export interface Queue {
  /** How often it is looked at, in ms. */
  readonly pollMs: number
  /** Queues a report, in the transaction that starts it. */
  enqueueReport(trx: Store, job: ReportJob, now: number): Promise<void>
  /** Takes reports that nobody works on, of this kind, oldest first and so many at most. */
  claimReports(simulated: boolean, limit: number): Promise<Claim[]>
  /** Queues categories of a month's run, in a transaction. */
  enqueueCategories(trx: Store, batch: Batch, slugs: readonly string[]): Promise<void>
  /** Takes categories that nobody works on, so many at most: of this batch, or of another of its kind and engines. */
  claimCategories(batch: Batch, limit: number): Promise<CategoryClaim[]>
  /** Ends what it does by itself; what this process still has is another's after a while. */
  close(): Promise<void>
}
