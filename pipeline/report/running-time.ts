import type { Clock } from '../ask/clock.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { keepRanMs } from '../store/report/reports.ts'

/** How often the time is kept, in ms: a kill loses no more of it. */
const KEEP_MS = 4_000

/** How long a report runs, which its deadline counts; it is kept every few seconds meanwhile. */
export interface RunningTime {
  /** Keeps the time until now; this invocation counts for `atLeast` ms. Throws LeaseLost. */
  keep(atLeast?: number): Promise<void>
  /** Ends the timer. */
  clear(): void
}

/** Counts from now on, on top of what earlier invocations ran. */
export function countRunning(
  { db, clock }: { readonly db: Store; readonly clock: Pick<Clock, 'now' | 'monotonic'> },
  lease: Lease,
  { slug, ranMs }: StoredReport,
): RunningTime {
  const since = clock.monotonic()
  const keep = (atLeast = 0) => {
    const ran = Math.round(clock.monotonic() - since)
    return keepRanMs(db, lease, slug, ranMs + Math.max(atLeast, ran), clock.now())
  }
  const timer = setInterval(() => {
    // A lost lease shows at the next write, which is fenced.
    keep().catch(() => {})
  }, KEEP_MS)
  timer.unref()
  return { keep, clear: () => clearInterval(timer) }
}

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
