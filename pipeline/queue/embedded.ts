import type { Store } from '../store/driver/open.ts'
import { insertJob, openJobs } from '../store/report/jobs.ts'
import type { Queue, QueueClock } from './queue.ts'

const POLL_MS = 250

/**
 * The queue in the store itself: a row for each job, and whoever runs one holds its lease. Several processes may look at
 * one row; the lease decides.
 */
export function embeddedQueue(db: Store, clock: QueueClock): Queue {
  /** The jobs of this process, and those that it leaves alone, until when by the monotonic clock. */
  const taken = new Map<string, number>()
  return {
    pollMs: POLL_MS,
    enqueueReport: (trx, { slug }, at) => insertJob(trx, slug, at),
    claimReports: async (simulated, limit) => {
      const at = clock.monotonic()
      for (const [slug, until] of taken) if (until <= at) taken.delete(slug)
      const open = await openJobs(db, { simulated, now: clock.now() }, limit + taken.size)
      const free = open.filter((slug) => !taken.has(slug)).slice(0, limit)
      for (const slug of free) taken.set(slug, Number.POSITIVE_INFINITY)
      return free.map((slug) => ({
        slug,
        release: async (leaveMs) => {
          taken.set(slug, clock.monotonic() + leaveMs)
        },
      }))
    },
    categories: undefined,
    close: async () => {},
  }
}
