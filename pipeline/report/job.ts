import type { Budget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Process } from '../ask/process.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { AskedScribe } from '../survey/scribe.ts'
import type { OpenedKeys, ProviderKeys } from './seal.ts'

/** The time after which a running report fails, in ms. */
export const DEADLINE_MS = 60 * 60_000

/**
 * How long a job is left before it is tried again, in ms, if another process has it, or if a fault of ours stopped it.
 */
export const LEAVE_MS = 5_000

/** The keys for a report's calls: those sent with it, or the service's own. */
export type KeySource = ProviderKeys | 'service'

/** Everything that a report's job depends on. */
export interface Job extends Process {
  /** Whether this process's engines are simulated; reports of the other kind are left to other processes. */
  readonly simulated: boolean
  /** The engines that can be asked with only these keys, each with its lanes. */
  engines(keys: KeySource): Promise<readonly AskedEngine[]>
  /** The scribes on only these keys: the first writes questions and reads all answers, the second reads a sample. */
  scribes(keys: KeySource): Promise<readonly AskedScribe[]>
  /** The keys sent with a report; `gone` for good, or `unreadable` by this process. */
  openKeys(slug: string): Promise<OpenedKeys>
  /** How long a report may run in all its invocations together, in ms. */
  readonly deadlineMs: number
  /** The budget of this invocation; unlimited when left out. */
  readonly budget?: Budget
  /** Shown while the report is asked. */
  readonly progress?: RunProgress
  /** Told how many calls to engines and readers an earlier process had under way; sent again, they may be billed twice. */
  unknown?(calls: number, readings: number): void
}
