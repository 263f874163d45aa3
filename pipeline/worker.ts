import type { Log } from './log.ts'
import { drainOutbox } from './outbox.ts'
import type { Claim, Queue } from './queue/queue.ts'
import { type CategoryOutcome, categoryAsker } from './ranking/ask-category.ts'
import { type Job, LEAVE_MS } from './report/job.ts'
import { type JobOutcome, runReport } from './report/run.ts'
import { openBatches } from './store/ranking/batches.ts'
import { sweepSealed } from './store/report/sealed-keys.ts'
import { sweepLimits } from './store/survey/vendor-limits.ts'
import type { QueuedMail } from './store/upkeep/outbox.ts'
import { sweepDeliveries } from './store/webhooks/deliveries.ts'
import type { Deliverer } from './webhooks/deliver.ts'

const SWEEP_MS = 60_000
/** How often a store that stays unavailable or full is logged; it is tried several times a second. */
const LOG_AGAIN_MS = 60_000

export interface WorkerOptions {
  readonly queue: Queue
  /** How many jobs run at once. */
  readonly workers: number
  /** Sends one mail; if it throws, the mail is retried later. */
  sendMail(mail: QueuedMail): Promise<void>
  /** Absent if this process has no secret to sign with; others then deliver to webhooks. */
  readonly webhooks?: Deliverer | undefined
  readonly log: Pick<Log, 'fault'>
}

/** Runs queued jobs, sends mail, delivers to webhooks, and deletes what has expired. */
export interface Worker {
  /** Works until `stop` aborts, then waits for the running jobs to end. */
  run(stop: AbortSignal): Promise<void>
  /** Works until this process can do nothing more. */
  untilEmpty(): Promise<void>
}

/** Creates a worker; any number of workers and processes may share a store. */
export function createWorker(job: Job, { queue, workers, sendMail, webhooks, log }: WorkerOptions): Worker {
  const { db, clock } = job
  const running = new Set<Promise<void>>()
  /** Aborts when a job ends, because another may now be started. */
  let ended = new AbortController()
  const ask = categoryAsker()

  function start(claim: Claim, work: () => Promise<JobOutcome | CategoryOutcome>): void {
    const release = (leaveMs: number) =>
      claim
        .release(leaveMs)
        // The claim then expires like that of a dead process.
        .catch((fault: unknown) => log.fault('A job could not be released; another worker will take it over.', fault))
    const working: Promise<void> = work()
      .then(
        (outcome) => release(outcome === 'interrupted' ? 0 : LEAVE_MS),
        (fault: unknown) => {
          log.fault('A job failed; it will be tried again.', fault)
          return release(LEAVE_MS)
        },
      )
      .finally(() => {
        running.delete(working)
        ended.abort()
      })
    running.add(working)
  }

  /** Starts categories of months that other processes run, if this process has a key for each of their engines. */
  async function startCategories(stop: AbortSignal): Promise<void> {
    const batches = await openBatches(db, job.simulated, clock.now())
    if (batches.length === 0) return
    const asked = await job.engines('service')
    const names = asked.map(({ engine }) => engine.name)
    for (const batch of batches.filter(({ engines }) => engines.every((name) => names.includes(name)))) {
      const room = workers - running.size
      if (room <= 0) return
      for (const claim of await queue.claimCategories(batch, room))
        start(claim, () => ask({ ...job, stop }, asked, claim.batch, claim.slug))
    }
  }

  /** Starts as many jobs as there is room for, reports first. */
  async function startJobs(stop: AbortSignal): Promise<void> {
    const room = workers - running.size
    if (room <= 0 || stop.aborted) return
    for (const claim of await queue.claimReports(job.simulated, room))
      start(claim, () => runReport({ ...job, stop }, claim.slug))
    await startCategories(stop)
  }

  /** Deletes what has expired. */
  async function sweep(): Promise<void> {
    await sweepSealed(db, clock.now())
    await sweepLimits(db, clock.now())
    await sweepDeliveries(db, clock.now())
  }

  /** Sends one batch of due mails; returns whether to continue. */
  async function sendMails(): Promise<boolean> {
    const { sent, fault } = await drainOutbox(db, sendMail, clock.now)
    if (fault !== undefined) log.fault('A mail could not be sent; it will be tried again.', fault)
    return sent > 0 && fault === undefined
  }

  /** Returns a function that logs a recurring fault at most once a minute. */
  function throttled(event: string): (fault: unknown) => void {
    let logAgainAt = Number.NEGATIVE_INFINITY
    return (fault) => {
      if (clock.monotonic() < logAgainAt) return
      logAgainAt = clock.monotonic() + LOG_AGAIN_MS
      log.fault(event, fault)
    }
  }

  async function run(stop: AbortSignal): Promise<void> {
    const queueFault = throttled('The queue could not be read; it will be tried again.')
    const outboxFault = throttled('The outbox could not be read; it will be tried again.')
    const webhooksFault = throttled('The webhooks could not be read; they will be tried again.')
    const halt = AbortSignal.any([job.stop, stop])
    let sweepAt = clock.monotonic()
    let mailing: Promise<unknown> | undefined
    let delivering: Promise<unknown> | undefined
    while (!halt.aborted) {
      const now = clock.monotonic()
      ended = new AbortController()
      try {
        if (sweepAt <= now) {
          await sweep()
          sweepAt = now + SWEEP_MS
        }
        await startJobs(halt)
      } catch (fault) {
        queueFault(fault)
      }
      mailing ??= sendMails()
        .catch(outboxFault)
        .finally(() => {
          mailing = undefined
        })
      delivering ??= webhooks
        ?.begin()
        .catch(webhooksFault)
        .finally(() => {
          delivering = undefined
        })
      await clock.sleep(queue.pollMs, AbortSignal.any([halt, ended.signal]))
    }
    await Promise.all([...running, mailing, delivering])
    await webhooks?.ended()
  }

  async function untilEmpty(): Promise<void> {
    await sweep()
    await startJobs(job.stop)
    while (running.size > 0) {
      await Promise.race(running)
      await startJobs(job.stop)
    }
    while ((await sendMails()) && !job.stop.aborted);
    await webhooks?.begin()
    await webhooks?.ended()
  }

  return { run, untilEmpty }
}
