import type { Log } from './log.ts'
import { drainOutbox } from './outbox.ts'
import type { Claim, Queue } from './queue/queue.ts'
import type { CategoryOutcome } from './ranking/ask-category.ts'
import { categoryAsker } from './ranking/ask-category.ts'
import type { JobOutcome } from './report/run.ts'
import { runReport } from './report/run.ts'
import type { Job } from './report/scope.ts'
import { LEAVE_MS } from './report/scope.ts'
import { openBatches } from './store/ranking/batches.ts'
import { sweepSealed } from './store/report/sealed-keys.ts'
import { sweepLimits } from './store/survey/vendor-limits.ts'
import type { QueuedMail } from './store/upkeep/outbox.ts'

const SWEEP_MS = 60_000

export interface WorkerScope extends Job {
  readonly queue: Queue
  /** Sends one mail; what it throws puts the mail off. */
  sendMail(mail: QueuedMail): Promise<void>
  readonly log: Pick<Log, 'fault'>
}

/** Works off the queue and the mail; forgets sealed keys that are a day old, and limits of keys that nobody uses. */
export interface Worker {
  /** Works until it is told to stop, and then until whatever it had begun is at rest. */
  run(stop: AbortSignal): Promise<void>
  /** Works until nothing is left that this process can do now. */
  untilEmpty(): Promise<void>
}

/** A worker that runs so many reports at once at most; any number of them, in any processes, may share a store. */
export function createWorker(scope: WorkerScope, { workers }: { readonly workers: number }): Worker {
  const { db, clock, queue } = scope
  const running = new Set<Promise<void>>()
  /** Aborts when a job ends: there may be another one. */
  let ended = new AbortController()
  const ask = categoryAsker()

  function start(claim: Claim, work: () => Promise<JobOutcome | CategoryOutcome>): void {
    const release = (leaveMs: number) =>
      claim
        .release(leaveMs)
        // Then it is taken for a dead process's, and handed on.
        .catch((fault: unknown) => scope.log.fault('A job could not be let go of; it is handed on.', fault))
    const job: Promise<void> = work()
      .then(
        (outcome) => release(outcome === 'interrupted' ? 0 : LEAVE_MS),
        (fault: unknown) => {
          scope.log.fault('A job could not go on; it is tried again.', fault)
          return release(LEAVE_MS)
        },
      )
      .finally(() => {
        running.delete(job)
        ended.abort()
      })
    running.add(job)
  }

  /** Starts categories of months that are run by others just now, where this process has a key for each engine of theirs. */
  async function startCategories(stop: AbortSignal): Promise<void> {
    const batches = await openBatches(db, scope.simulated, clock.now())
    if (batches.length === 0) return
    const names = (await scope.engines('service')).map(({ engine }) => engine.name)
    for (const batch of batches.filter(({ engines }) => engines.every((name) => names.includes(name)))) {
      const room = workers - running.size
      if (room <= 0) return
      for (const claim of await queue.claimCategories(batch, room))
        start(claim, () => ask({ ...scope, engines: () => scope.engines('service'), stop }, claim.batch, claim.slug))
    }
  }

  /** Fills the room that there is, with reports first. */
  async function startJobs(stop: AbortSignal): Promise<void> {
    const room = workers - running.size
    if (room <= 0 || stop.aborted) return
    for (const claim of await queue.claimReports(scope.simulated, room))
      start(claim, () => runReport({ ...scope, stop }, claim.slug))
    await startCategories(stop)
  }

  /** Sends a few of the mails that are due, so that a crowd of them leaves room for starts; says whether it sent any. */
  async function sendMails(): Promise<boolean> {
    const { sent, fault } = await drainOutbox(db, scope.sendMail, clock.now)
    if (fault !== undefined) scope.log.fault('A mail could not be sent; it is tried again.', fault)
    return sent > 0 && fault === undefined
  }

  async function run(stop: AbortSignal): Promise<void> {
    const halt = AbortSignal.any([scope.stop, stop])
    let sweepAt = clock.monotonic()
    let mailing: Promise<unknown> | undefined
    while (!halt.aborted) {
      const now = clock.monotonic()
      ended = new AbortController()
      try {
        if (sweepAt <= now) {
          await sweepSealed(db, clock.now())
          await sweepLimits(db, clock.now())
          sweepAt = now + SWEEP_MS
        }
        await startJobs(halt)
      } catch (fault) {
        scope.log.fault('The queue could not be read; it is read again.', fault)
      }
      mailing ??= sendMails()
        .catch((fault: unknown) => scope.log.fault('The outbox could not be read; it is read again.', fault))
        .finally(() => {
          mailing = undefined
        })
      await clock.sleep(queue.pollMs, AbortSignal.any([halt, ended.signal]))
    }
    await Promise.all([...running, mailing])
  }

  async function untilEmpty(): Promise<void> {
    await sweepSealed(db, clock.now())
    await startJobs(scope.stop)
    while (running.size > 0) {
      await Promise.race(running)
      await startJobs(scope.stop)
    }
    while ((await sendMails()) && !scope.stop.aborted);
  }

  return { run, untilEmpty }
}
