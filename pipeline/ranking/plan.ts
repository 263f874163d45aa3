import type { EngineName } from '../contract/terms.ts'
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
