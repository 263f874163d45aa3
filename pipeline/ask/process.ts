import type { Store } from '../store/driver/open.ts'
import type { Outage } from './away.ts'
import type { Clock } from './clock.ts'

/** What a process passes to everything that it runs. */
export interface Process {
  readonly db: Store
  readonly clock: Clock
  /** 0..1, for the jitter of retries. */
  readonly random: () => number
  /** When it aborts, no new call is sent; calls in flight finish. */
  readonly stop: AbortSignal
  /** When it aborts, calls in flight are cut. */
  readonly cut: AbortSignal
  /** Announces that the store is away and says when to give up; without it, the process waits ten minutes silently. */
  readonly outage?: Outage | undefined
}
