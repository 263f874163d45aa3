import type { EngineName } from '../contract/terms.ts'
import type { Queue } from '../queue/queue.ts'
import type { QuestionHash } from '../store/ranking/question-hashes.ts'
import type { SurveyRun } from '../survey/run.ts'
import type { CategorySpec } from './categories.ts'

/** What a run of a month asks. */
export interface MonthPlan {
  readonly month: string
  readonly simulated: boolean
  readonly specs: readonly CategorySpec[]
  /** The engines to ask, with or without a key. */
  readonly selected: readonly EngineName[]
  readonly runs: number
  /** Whether to ask the month's canary questions too. */
  readonly canaries: boolean
}

/** A run of a month under its lease. */
export interface MonthRun extends SurveyRun, Omit<MonthPlan, 'specs'> {
  /** Shows the operator a sentence; the run continues. */
  warn(sentence: string): void
}

/** The options of a month's run; its budget is a row of the store, with this limit in USD, if any. */
export interface MonthJob extends Omit<MonthRun, 'lease' | 'budget'> {
  readonly limitUsd: number | undefined
  readonly queue: Queue
  /**
   * Publishes the hashes of the month's questions before the first call; returns the time (epoch ms), or null if that
   * failed. Undefined if nothing is to be published.
   */
  readonly showHashes?: ((month: string, hashes: readonly QuestionHash[]) => Promise<number | null>) | undefined
}
