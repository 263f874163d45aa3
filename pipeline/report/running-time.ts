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
