import type { Log } from './log.ts'
import { drainOutbox } from './outbox.ts'
import { runReport } from './report/run.ts'
import type { JobScope } from './report/scope.ts'
import { LEAVE_MS } from './report/scope.ts'
import { openJobs } from './store/jobs.ts'
import type { QueuedMail } from './store/outbox.ts'
import { sweepSealed } from './store/sealed-keys.ts'

/** How often the queue and the outbox are looked at, in ms. */
const POLL_MS = 250
const SWEEP_MS = 60_000

export interface WorkerScope extends JobScope {
  /** Sends one mail; what it throws puts the mail off. */
  sendMail(mail: QueuedMail): Promise<void>
  readonly log: Pick<Log, 'fault'>
}

/** Works off the queue: reports, the mail, and sealed keys that are a day old. */
export interface Worker {
  /** Works until it is told to stop, and then until whatever it had begun is at rest. */
  run(stop: AbortSignal): Promise<void>
  /** Works until nothing is left that this process can do now. */
  untilEmpty(): Promise<void>
}

/** A worker that runs so many reports at once at most; any number of them, in any processes, may share a store. */
export function createWorker(scope: WorkerScope, { workers }: { readonly workers: number }): Worker {
  const { db, clock } = scope
  const running = new Map<string, Promise<void>>()
  /** Jobs that are left alone, until when. */
  const left = new Map<string, number>()

  function start(slug: string, stop: AbortSignal): void {
    const leave = () => left.set(slug, clock.now() + LEAVE_MS)
    const job = runReport({ ...scope, stop }, slug)
      .then(
        (outcome) => {
          if (outcome !== 'complete' && outcome !== 'failed') leave()
        },
        (fault: unknown) => {
          leave()
          scope.log.fault('A report could not go on; it is tried again.', fault)
        },
      )
      .finally(() => running.delete(slug))
    running.set(slug, job)
  }

  async function startJobs(stop: AbortSignal): Promise<void> {
    const room = workers - running.size
    if (room <= 0) return
    const open = await openJobs(db, { simulated: scope.simulated, now: clock.now() }, workers + left.size)
    const free = open.filter((slug) => !running.has(slug) && !left.has(slug))
    for (const slug of free.slice(0, room)) start(slug, stop)
  }

  /** Sends a few of the mails that are due, so that a crowd of them leaves room for starts; says whether it sent any. */
  async function sendMails(): Promise<boolean> {
    const { sent, fault } = await drainOutbox(db, scope.sendMail, clock.now)
    if (fault !== undefined) scope.log.fault('A mail could not be sent; it is tried again.', fault)
    return sent > 0 && fault === undefined
  }

  async function run(stop: AbortSignal): Promise<void> {
    const halt = AbortSignal.any([scope.stop, stop])
    let sweepAt = clock.now()
    let mailing: Promise<unknown> | undefined
    while (!halt.aborted) {
      const now = clock.now()
      for (const [slug, until] of left) if (until <= now) left.delete(slug)
      try {
        if (sweepAt <= now) await sweepSealed(db, now)
        if (sweepAt <= now) sweepAt = now + SWEEP_MS
        await startJobs(halt)
      } catch (fault) {
        scope.log.fault('The queue could not be read; it is read again.', fault)
      }
      mailing ??= sendMails()
        .catch((fault: unknown) => scope.log.fault('The outbox could not be read; it is read again.', fault))
        .finally(() => {
          mailing = undefined
        })
      await clock.sleep(POLL_MS, halt)
    }
    await Promise.all([...running.values(), mailing])
  }

  async function untilEmpty(): Promise<void> {
    left.clear()
    await sweepSealed(db, clock.now())
    await startJobs(scope.stop)
    while (running.size > 0) {
      await Promise.race(running.values())
      await startJobs(scope.stop)
    }
    while ((await sendMails()) && !scope.stop.aborted);
  }

  return { run, untilEmpty }
}
