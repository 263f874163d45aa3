import type { Store } from '../store/open.ts'

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

/** Where jobs wait for a worker; any number of processes may share it. A claim says who works, and the lease who may write. */
export interface Queue {
  /** How often it is looked at, in ms. */
  readonly pollMs: number
  /** Queues a report, in the transaction that starts it. */
  enqueueReport(trx: Store, job: ReportJob, now: number): Promise<void>
  /** Takes reports that nobody works on, of this kind, oldest first and so many at most. */
  claimReports(simulated: boolean, limit: number): Promise<Claim[]>
  /** Ends what it does by itself; what this process still has is another's after a while. */
  close(): Promise<void>
}
