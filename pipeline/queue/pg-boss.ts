import { fromKysely, PgBoss } from 'pg-boss'
import { ENGINES } from '../contract/terms.ts'
import { codeOf, StoreRefusal } from '../store/driver/faults.ts'
import type { Store } from '../store/driver/open.ts'
import { slicesOf } from '../store/driver/queries.ts'
import { isUnreachable } from '../store/driver/reconnecting.ts'
import { inTransaction } from '../store/driver/transaction.ts'
import { addCategories, type Batch, isOpenCategory } from '../store/ranking/batches.ts'
import { allJobs, hasJob, insertJob } from '../store/report/jobs.ts'
import type { Claim, Queue } from './queue.ts'

const POLL_MS = 500
/** The queue has its own connections, as pg-boss's multi-statement transactions can leave one broken when they fail. */
const CONNECTIONS = 2
const CONNECT_MS = 5_000
/** A job without a heartbeat for this long goes to another process; pg-boss checks every `SUPERVISE_SECONDS`. */
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 10
/** How often this process sends a heartbeat for its jobs. */
const TOUCH_MS = 5_000
const ADOPT_MS = 3_600_000

/** The longest pause before a job is tried again, as a multiple of the first. */
const MAX_PAUSE = 12

const DAY_SECONDS = 86_400

/**
 * Our own tables say whether a job is done, so pg-boss never gives one up; a job that is handed on resumes from its
 * journal. At most one job per key waits or runs.
 */
const QUEUE = {
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: DAY_SECONDS,
  retentionSeconds: 3_650 * DAY_SECONDS,
  deleteAfterSeconds: 3_600,
  retryLimit: 1_000_000,
  retryDelay: 0,
} as const

interface Taken {
  readonly id: string
  readonly retryCount: number
}

function reportsOf(simulated: boolean): string {
  return simulated ? 'reports.simulated' : 'reports.real'
}

/** A queue for each set of engines, as a process takes only jobs for which it has all keys. */
function categoriesOf({ simulated, engines }: Batch): string {
  return ['categories', simulated ? 'simulated' : 'real', ...ENGINES.filter((name) => engines.includes(name))].join('.')
}

/** Starts pg-boss and creates the queues. Throws StoreRefusal, which doesn't name the address. */
async function startBoss(address: string, names: readonly string[], fault: (fault: unknown) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: address,
    application_name: 'svc queue',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // No job depends on another.
    flowIntervalSeconds: 3_600,
  })
  boss.on('error', fault)
  try {
    await boss.start()
    const known = new Set((await boss.getQueues([...names])).map(({ name }) => name))
    for (const name of names) if (!known.has(name)) await boss.createQueue(name, QUEUE)
    return boss
  } catch (fault) {
    await boss.stop({ graceful: false })
    throw unopened(fault)
  }
}

function unopened(fault: unknown): StoreRefusal {
  const why = codeOf(fault) === '42501' ? 'its user may not create the schema pgboss in this database' : codeOf(fault)
  const sentence = `The queue can't be opened${why === '' ? '' : ` (${why})`}; check the store's server.`
  return new StoreRefusal(sentence, { away: isUnreachable(fault) })
}

/**
 * The queue on PostgreSQL, by pg-boss in its own schema. Reports missing there, as after a copy of the store, are added at
 * start and every hour. Throws StoreRefusal.
 */
export async function pgBossQueue(db: Store, address: string, fault: (fault: unknown) => void): Promise<Queue> {
  const names = [true, false].map(reportsOf)
  const boss = await startBoss(address, names, fault)
  /** This process's jobs, by queue. */
  const taken = new Map<string, Map<string, Taken>>()
  const touch = async () => {
    for (const [name, jobs] of taken) if (jobs.size > 0) await boss.touch(name, [...jobs.values()])
  }

  async function adopt(): Promise<void> {
    for (const simulated of [true, false])
      for (const slugs of slicesOf(await allJobs(db, simulated))) {
        const jobs = slugs.map((slug) => ({ data: { slug }, singletonKey: slug }))
        await boss.insert(reportsOf(simulated), jobs)
      }
  }

  /** Takes jobs; a released job whose work `isOpen` waits again. */
  async function claim<Data extends { readonly slug: string }>(
    name: string,
    limit: number,
    isOpen: (data: Data) => Promise<boolean>,
  ): Promise<(Data & Claim)[]> {
    const own = taken.get(name) ?? new Map<string, Taken>()
    taken.set(name, own)
    return (await boss.fetch<Data>(name, { batchSize: limit })).map(({ data, id, retryCount }) => {
      const job = { id, retryCount }
      own.set(id, job)
      const release = async (leaveMs: number) => {
        own.delete(id)
        if (await isOpen(data)) await giveBack(name, job, leaveMs)
        else await boss.complete(name, job)
      }
      return { ...data, release }
    })
  }

  function giveBack(name: string, job: Taken, leaveMs: number): Promise<void> {
    return inTransaction(db, async (trx) => {
      const within = { db: fromKysely(trx) }
      await boss.fail(name, job, undefined, within)
      // It waits longer each time, so that jobs nobody can run don't keep a worker busy.
      const startAfter = Math.ceil((leaveMs / 1_000) * Math.min(job.retryCount + 1, MAX_PAUSE))
      if (startAfter > 0) await boss.update({ name, options: { ...within, id: job.id, startAfter } })
    })
  }

  await adopt()
  const timers = [setInterval(() => touch().catch(fault), TOUCH_MS), setInterval(() => adopt().catch(fault), ADOPT_MS)]
  for (const timer of timers) timer.unref()

  return {
    pollMs: POLL_MS,
    enqueueReport: async (trx, { slug, simulated }, now) => {
      await insertJob(trx, slug, now)
      await boss.send(reportsOf(simulated), { slug }, { db: fromKysely(trx), singletonKey: slug })
    },
    claimReports: (simulated, limit) =>
      claim<{ slug: string }>(reportsOf(simulated), limit, ({ slug }) => hasJob(db, slug)),
    enqueueCategories: async (trx, batch, slugs) => {
      const name = categoriesOf(batch)
      // This is outside the transaction, which is harmless, because the queue is empty until it commits.
      await boss.createQueue(name, QUEUE)
      await addCategories(trx, batch.id, slugs)
      const jobs = slugs.map((slug) => ({ data: { batch: batch.id, slug }, singletonKey: `${batch.id}/${slug}` }))
      await boss.insert(name, jobs, { db: fromKysely(trx) })
    },
    claimCategories: (batch, limit) =>
      claim<{ batch: string; slug: string }>(categoriesOf(batch), limit, (job) =>
        isOpenCategory(db, job.batch, job.slug),
      ),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: false })
    },
  }
}
