import type { Clock } from '../ask/clock.ts'

/** The longest time that a timer takes, in ms; a longer one would fire at once. */
const TIMER_AT_MOST = 2 ** 31 - 1

/** The time by which a report has to be done; the signal aborts when it has passed. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Looks at the clock: what runs by another clock than the machine's calls it now and then. */
  check(): void
  /** Ends the timer. */
  clear(): void
}

/** A deadline in so many ms; it has passed already where there are none. */
export function createDeadline(clock: Pick<Clock, 'monotonic'>, ms: number): Deadline {
  const at = clock.monotonic() + ms
  const passed = new AbortController()
  const timer = setTimeout(() => passed.abort(), Math.min(TIMER_AT_MOST, Math.max(0, ms)))
  timer.unref()
  const check = () => {
    if (clock.monotonic() >= at) passed.abort()
  }
  check()
  return { signal: passed.signal, check, clear: () => clearTimeout(timer) }
}
