import type { Clock } from '../../pipeline/ask/clock.ts'

/** A clock that only moves when something sleeps, by that time; `slept` lists the waits in ms. */
export interface FixedClock extends Clock {
  slept: number[]
  advance(ms: number): void
  /** Moves the date but not the monotonic time, as when the machine's clock is set. */
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
      if (signal?.aborted) return
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
  /** Moves the clock, and ends the sleeps that are over by then. */
  advance(ms: number): void
  /** Resolves when something sleeps. */
  asleep(): Promise<void>
}

export function handClock(start = Date.UTC(2026, 10, 20)): HandClock {
  let now = start
  let sleepers: { readonly until: number; wake(): void }[] = []
  let watching: (() => void)[] = []
  return {
    now: () => now,
    // Has another origin than the date, as on a real machine.
    monotonic: () => now - start + 1_000,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = {
          until: now + ms,
          wake: () => {
            sleepers = sleepers.filter((each) => each !== sleeper)
            signal?.removeEventListener('abort', sleeper.wake)
            resolve()
          },
        }
        signal?.addEventListener('abort', sleeper.wake)
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
