import type { Store } from '../store/driver/open.ts'
import type { Outage } from './away.ts'
import type { Clock } from './clock.ts'

/** What a process has, and gives to everything that it runs. */
export interface Process {
  readonly db: Store
  readonly clock: Clock
  /** 0..1, for the jitter of retries. */
  readonly random: () => number
  /** No new call is sent once this aborts; those under way are waited for. */
  readonly stop: AbortSignal
  /** Calls under way are cut once this aborts. */
  readonly cut: AbortSignal
  /** How a store that is away is announced, and when it is given up: after ten minutes in silence when left out. */
  readonly outage?: Outage | undefined
}
