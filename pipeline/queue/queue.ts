import type { EngineName } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'

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

/** What a category of a month's run needs of who works on it: its kind, and a key for each engine. */
export interface CategoryNeeds {
  readonly simulated: boolean
  readonly engines: readonly EngineName[]
}

/** A category that this process has: of the batch with this id. */
export interface CategoryClaim extends Claim {
  readonly batch: string
}

/** Where the categories of months' runs wait, for any number of processes. */
export interface CategoryQueue {
  /** Makes the place where categories with these needs wait. */
  open(needs: CategoryNeeds): Promise<void>
  /** Queues categories of a batch, in a transaction. */
  enqueue(trx: Store, batch: CategoryNeeds & { readonly id: string }, slugs: readonly string[]): Promise<void>
  /** Takes categories with just these needs, so many at most. */
  claim(needs: CategoryNeeds, limit: number): Promise<CategoryClaim[]>
}

/** Where jobs wait for a worker; any number of processes may share it. A claim says who works, and the lease who may write. */
export interface Queue {
  /** How often it is looked at, in ms. */
  readonly pollMs: number
  /** Queues a report, in the transaction that starts it. */
  enqueueReport(trx: Store, job: ReportJob, now: number): Promise<void>
  /** Takes reports that nobody works on, of this kind, oldest first and so many at most. */
  claimReports(simulated: boolean, limit: number): Promise<Claim[]>
  /** Undefined where a month is the work of one process. */
  readonly categories: CategoryQueue | undefined
  /** Ends what it does by itself; what this process still has is another's after a while. */
  close(): Promise<void>
}
