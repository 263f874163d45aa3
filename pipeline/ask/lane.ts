import pLimit from 'p-limit'
import type { Clock } from './clock.ts'

/** An engine's lanes in this process: how many calls go at once and how soon one may follow another. */
export interface Lane {
  /** Runs the task when a lane is free. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves when fewer tasks wait than could start, so that work is fetched only as it is needed. */
  room(): Promise<void>
  /** Waits until a call may start, for the spacing and after a 429; returns its start for `rateLimited`. */
  ready(stop: AbortSignal): Promise<number>
  /** The vendor said 429: no call starts for so many ms, and the width halves, once for all calls that were under way. */
  rateLimited(startedAt: number, delayMs: number): void
  /** A call came back: the probe is over, and after as many good ones as the lane is wide it widens by one again. */
  succeeded(): void
  /** The first call came to something that says nothing against the engine: all lanes open. */
  open(): void
  readonly width: number
}

/**
 * One engine's lanes. It begins one call wide, a probe: a rejected key costs one call and not one a lane. The width then
 * follows additive increase, multiplicative decrease (Chiu and Jain, 1989).
 */
export function createLane(settings: { width: number; spacingMs: number }, clock: Clock): Lane {
  const limit = pLimit(1)
  let probing = true
  let nextStart = 0
  let narrowedAt = 0
  let good = 0
  let wake: (() => void)[] = []

  const lane: Lane = {
    run: async (task) => {
      try {
        return await limit(task)
      } finally {
        const woken = wake
        wake = []
        for (const each of woken) each()
      }
    },
    room: async () => {
      while (limit.activeCount + limit.pendingCount >= 2 * limit.concurrency)
        await new Promise<void>((resolve) => wake.push(resolve))
    },
    ready: async (stop) => {
      for (;;) {
        const now = clock.monotonic()
        if (stop.aborted) return now
        if (now >= nextStart) {
          nextStart = Math.max(nextStart, now + settings.spacingMs)
          return now
        }
        await clock.sleep(nextStart - now, stop)
      }
    },
    rateLimited: (startedAt, delayMs) => {
      const now = clock.monotonic()
      nextStart = Math.max(nextStart, now + delayMs)
      good = 0
      if (startedAt < narrowedAt) return
      narrowedAt = now
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2))
    },
    succeeded: () => {
      lane.open()
      good += 1
      if (good < limit.concurrency || limit.concurrency >= settings.width) return
      good = 0
      limit.concurrency += 1
    },
    open: () => {
      if (!probing) return
      probing = false
      limit.concurrency = settings.width
      const woken = wake
      wake = []
      for (const each of woken) each()
    },
    get width() {
      return limit.concurrency
    },
  }
  return lane
}
