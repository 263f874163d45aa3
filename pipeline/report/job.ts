import type { Budget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Process } from '../ask/process.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { AskedScribe } from '../survey/scribe.ts'
import type { OpenedKeys, ProviderKeys } from './seal.ts'

/** A running report is FAILED after this time, in ms (60 minutes). */
export const DEADLINE_MS = 60 * 60_000

/** A job that another process has, that was stopped, or that failed by a fault of ours is left alone for so long, in ms. */
export const LEAVE_MS = 5_000

/** Whose keys a report's calls are made with: those sent with it, or the service's own. */
export type KeySource = ProviderKeys | 'service'

/** What the job of a report works with; everything that it depends on stands here. */
export interface Job extends Process {
  /** Whether this process's engines are simulated; reports of the other kind are left to other processes. */
  readonly simulated: boolean
  /** The engines that can be asked with these keys and no others, each with its lanes. */
  engines(keys: KeySource): Promise<readonly AskedEngine[]>
  /** The scribes on these keys and no others: the first writes questions and reads all answers, the second reads a sample. */
  scribes(keys: KeySource): Promise<readonly AskedScribe[]>
  /** The keys sent with a report; `gone` where nobody can read them any more, `unreadable` where only this process can't. */
  openKeys(slug: string): Promise<OpenedKeys>
  /** How long a report may run, in ms, all invocations together. */
  readonly deadlineMs: number
  /** The money of this invocation; without a bound when left out. */
  readonly budget?: Budget
  /** Whoever watches the asking. */
  readonly progress?: RunProgress
  /**
   * Told how many calls an earlier process had under way when it ended, to engines and to have answers read; they are sent
   * again and may be billed twice.
   */
  unknown?(calls: number, readings: number): void
}
