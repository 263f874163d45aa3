import type { Queue } from '../queue/queue.ts'
import type { SurveyRun } from '../survey/run.ts'

/** A run of a month under its lease. */
export interface MonthRun extends SurveyRun {
  readonly month: string
  readonly simulated: boolean
  readonly runs: number
  /** A sentence that the operator should read; nothing is wrong with the run. */
  warn(sentence: string): void
}

/** What a month is run with: its money is a row of the store, from this limit in USD on, if any. */
export interface MonthScope extends Omit<MonthRun, 'lease' | 'budget'> {
  readonly limitUsd: number | undefined
  readonly queue: Queue
}
