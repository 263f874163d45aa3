import type { Budget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Clock } from '../ask/clock.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Queue } from '../queue/queue.ts'
import type { Store } from '../store/driver/open.ts'
import type { AskedScribe } from '../survey/scribe.ts'

/** What a run of a month works with; everything that it depends on stands here. */
export interface RunScope {
  readonly db: Store
  readonly clock: Clock
  /** 0..1, for the jitter of retries. */
  readonly random: () => number
  readonly month: string
  readonly simulated: boolean
  /** The engines that can be asked. */
  readonly engines: readonly AskedEngine[]
  /** Every engine selected, those without a key too: each has a row in the ledger. */
  readonly selected: readonly EngineName[]
  readonly runs: number
  /** The first writes questions and reads all answers, the second reads a sample; none in which names come from layout. */
  readonly scribes: readonly AskedScribe[]
  /** The share of the answers that the second scribe reads, 0 to 1. */
  readonly secondShare: number
  readonly budget: Budget
  /** No new call is sent once this aborts. */
  readonly stop: AbortSignal
  /** Calls under way are cut once this aborts. */
  readonly cut: AbortSignal
  /** A sentence that the operator should read; nothing is wrong with the run. */
  warn(sentence: string): void
}

/** What a month is run with: its money is a row of the store, from this limit in USD on, if any. */
export interface MonthScope extends Omit<RunScope, 'budget'> {
  readonly limitUsd: number | undefined
  readonly queue: Queue
}
