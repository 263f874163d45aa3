import type { Store } from '../store/driver/open.ts'
import type { Batch } from '../store/ranking/batches.ts'

/** Epoch ms, and ms unaffected by setting the clock. */
export interface QueueClock {
  now(): number
  monotonic(): number
}

/** A waiting report; simulated and real ones are run by different processes. */
export interface ReportJob {
  readonly slug: string
  readonly simulated: boolean
}

/** A job that this process has until it releases it or dies. */
export interface Claim {
  readonly slug: string
  /** Removes it from the queue if its work is done; otherwise leaves it for `leaveMs`. */
  release(leaveMs: number): Promise<void>
}

/** A category that this process has; `batch` is its batch's id. */
export interface CategoryClaim extends Claim {
  readonly batch: string
}

/** Jobs waiting for a worker, shared by processes; a claim assigns the work, and a lease permits the writing. */
export interface Queue {
  /** How often to poll it, in ms. */
  readonly pollMs: number
  /** Queues a report in the transaction that starts it. */
  enqueueReport(trx: Store, job: ReportJob, now: number): Promise<void>
  /** Takes up to `limit` unclaimed reports, simulated or real, oldest first. */
  claimReports(simulated: boolean, limit: number): Promise<Claim[]>
  /** Queues categories of a month's run in a transaction. */
  enqueueCategories(trx: Store, batch: Batch, slugs: readonly string[]): Promise<void>
  /** Takes up to `limit` unclaimed categories of this batch, or of another of its kind and engines. */
  claimCategories(batch: Batch, limit: number): Promise<CategoryClaim[]>
  /** Stops its background work; jobs not released go to other processes after a while. */
  close(): Promise<void>
}
