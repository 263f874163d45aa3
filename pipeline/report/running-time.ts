import type { Clock } from '../ask/clock.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { keepRanMs, type StoredReport } from '../store/report/reports.ts'

/** How often the running time is stored, in ms; a kill loses at most this much. */
const KEEP_MS = 4_000

/** The running time of a report, which its deadline counts; it is stored every few seconds. */
export interface RunningTime {
  /** Stores the time until now, at least `atLeast` ms for this invocation. Throws LeaseLost. */
  keep(atLeast?: number): Promise<void>
  /** Ends the timer. */
  clear(): void
}

/** Counts from now on, on top of the time of earlier invocations. */
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
    // A lost lease shows at the next fenced write.
    keep().catch(() => {})
  }, KEEP_MS)
  timer.unref()
  return { keep, clear: () => clearInterval(timer) }
}

/** A report's deadline; the signal aborts when it has passed. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Compares with the clock, for a test's clock that the timer doesn't follow. */
  check(): void
  /** Ends the timer. */
  clear(): void
}

/** A deadline in `ms`; it has already passed if that isn't positive. */
export function createDeadline(clock: Pick<Clock, 'monotonic'>, ms: number): Deadline {
  const at = clock.monotonic() + ms
  const passed = new AbortController()
  const timer = setTimeout(() => passed.abort(), ms)
  timer.unref()
  const check = () => {
    if (clock.monotonic() >= at) passed.abort()
  }
  check()
  return { signal: passed.signal, check, clear: () => clearTimeout(timer) }
}
