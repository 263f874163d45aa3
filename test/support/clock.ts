import type { Clock } from '../../pipeline/ask/clock.ts'

/** A clock that stands still, and jumps over whatever anybody sleeps; `slept` lists those waits in ms. */
export interface FixedClock extends Clock {
  slept: number[]
  advance(ms: number): void
  /** Somebody sets the machine's clock: only dates move. */
  set(ms: number): void
}

export function fixedClock(start = Date.UTC(2026, 10, 20)): FixedClock {
  let now = start
  let setBy = 0
  const slept: number[] = []
  return {
    slept,
    now: () => now + setBy,
    monotonic: () => now,
    sleep: async (ms, signal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (signal.aborted) return
      slept.push(ms)
      now += ms
    },
    advance: (ms) => {
      now += ms
    },
    set: (ms) => {
      setBy += ms
    },
  }
}
