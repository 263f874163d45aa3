import pLimit from 'p-limit'
import type { Pace, Start } from './pace.ts'

/** Limits an engine's concurrent calls in this process, and when each may start. */
export interface Lane extends Pace {
  /** Runs the task when a slot is free. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves when fewer tasks wait than could start, so that work is fetched only when needed. */
  room(): Promise<void>
}

/** For simulated engines, which have no limit. */
const AT_ONCE: Pace = {
  start: async (stop) => (stop.aborted ? null : { ended: () => {} }),
  settled: async () => {},
}

/** A lane for `width` concurrent calls. Until one shows that the key holds, it runs one at a time: a rejected key costs one. */
export function createLane(width: number, pace: Pace = AT_ONCE): Lane {
  const limit = pLimit(1)
  const wake: (() => void)[] = []
  const freed = () => {
    for (const each of wake.splice(0)) each()
  }
  const open = () => {
    limit.concurrency = width
    freed()
  }
  const probing = (start: Start): Start => {
    let over = false
    return {
      ended: (outcome) => {
        if (over) return
        over = true
        if (outcome === 'good' || outcome === 'failed') open()
        start.ended(outcome)
      },
    }
  }

  return {
    run: (task) => limit(task).finally(freed),
    room: async () => {
      while (limit.activeCount + limit.pendingCount >= 2 * limit.concurrency)
        await new Promise<void>((resolve) => wake.push(resolve))
    },
    start: async (stop) => {
      const start = await pace.start(stop)
      return start && probing(start)
    },
    settled: pace.settled,
  }
}
