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

/** A clock that moves only by hand. */
export interface HandClock extends Clock {
  /** Moves on, and wakes whoever has slept long enough. */
  advance(ms: number): void
  /** Resolves when somebody sleeps: then nothing more happens until the clock moves. */
  asleep(): Promise<void>
}

export function handClock(start = Date.UTC(2026, 10, 20)): HandClock {
  let now = start
  let sleepers: { readonly until: number; wake(): void }[] = []
  let watching: (() => void)[] = []
  return {
    now: () => now,
    // From another moment, as a machine's own.
    monotonic: () => now - start + 1_000,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const sleeper = {
          until: now + ms,
          wake: () => {
            sleepers = sleepers.filter((each) => each !== sleeper)
            signal.removeEventListener('abort', sleeper.wake)
            resolve()
          },
        }
        signal.addEventListener('abort', sleeper.wake)
        sleepers.push(sleeper)
        for (const tell of watching) tell()
        watching = []
      }),
    advance: (ms) => {
      now += ms
      for (const { until, wake } of [...sleepers]) if (until <= now) wake()
    },
    asleep: () => (sleepers.length > 0 ? Promise.resolve() : new Promise((resolve) => watching.push(resolve))),
  }
}
