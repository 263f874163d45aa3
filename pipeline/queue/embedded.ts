import type { Store } from '../store/driver/open.ts'
import { addCategories, freeCategories } from '../store/ranking/batches.ts'
import { insertJob, openJobs } from '../store/report/jobs.ts'
import type { Claim, Queue, QueueClock } from './queue.ts'

const POLL_MS = 250

/** The queue in the store's own rows; several processes may claim the same job, and its lease decides who works on it. */
export function embeddedQueue(db: Store, clock: QueueClock): Queue {
  /** Until when, on the monotonic clock, this process works on a job or leaves it to others. */
  const taken = new Map<string, number>()

  async function claim(kind: string, limit: number, findFree: (limit: number) => Promise<string[]>): Promise<Claim[]> {
    const at = clock.monotonic()
    for (const [key, until] of taken) if (until <= at) taken.delete(key)
    const found = await findFree(limit + taken.size)
    const free = found.filter((slug) => !taken.has(`${kind}/${slug}`)).slice(0, limit)
    for (const slug of free) taken.set(`${kind}/${slug}`, Number.POSITIVE_INFINITY)
    return free.map((slug) => ({
      slug,
      release: async (leaveMs) => {
        taken.set(`${kind}/${slug}`, clock.monotonic() + leaveMs)
      },
    }))
  }

  return {
    pollMs: POLL_MS,
    enqueueReport: (trx, { slug }, at) => insertJob(trx, slug, at),
    claimReports: (simulated, limit) =>
      claim('report', limit, (most) => openJobs(db, { simulated, now: clock.now() }, most)),
    enqueueCategories: (trx, { id }, slugs) => addCategories(trx, id, slugs),
    claimCategories: async (batch, limit) => {
      const claims = await claim(batch.id, limit, (most) => freeCategories(db, batch, clock.now(), most))
      return claims.map((each) => ({ ...each, batch: batch.id }))
    },
    close: async () => {},
  }
}
