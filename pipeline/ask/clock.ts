import { setTimeout } from 'node:timers/promises'

/** The time, passed as an argument so that tests can set it. */
export interface Clock {
  /** Epoch ms, which jumps when the machine's clock is set. */
  now(): number
  /** Ms for measuring durations, unaffected by setting the clock. */
  monotonic(): number
  /** Waits, and ends early without an error when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
}
