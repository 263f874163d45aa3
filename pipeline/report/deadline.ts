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

/** A deadline at this time, epoch ms by the clock. */
export function createDeadline(clock: { now(): number }, at: number): Deadline {
  const passed = new AbortController()
  const timer = setTimeout(() => passed.abort(), Math.min(TIMER_AT_MOST, Math.max(0, at - clock.now())))
  timer.unref()
  const check = () => {
    if (clock.now() >= at) passed.abort()
  }
  check()
  return { signal: passed.signal, check, clear: () => clearTimeout(timer) }
}
