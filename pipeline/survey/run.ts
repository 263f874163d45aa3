import type { Budget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Process } from '../ask/process.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { AskedScribe } from './scribe.ts'

/** A run of surveys under its lease, with everything needed to ask questions and read answers. */
export interface SurveyRun extends Process {
  readonly lease: Lease
  readonly budget: Budget
  /** The engines that can be asked. */
  readonly engines: readonly AskedEngine[]
  /** Every selected engine, including those without a key: each has a row in the ledger. */
  readonly selected: readonly EngineName[]
  /** Why engines stopped; surveys that share it don't try them again. */
  readonly stopped: Map<EngineName, string>
  /** The first writes questions and reads all answers, the second reads a sample; without scribes, names come from layout. */
  readonly scribes: readonly AskedScribe[]
  /** The share of the answers that the second scribe reads, 0 to 1. */
  readonly secondShare: number
}
