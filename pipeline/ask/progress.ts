import type { EngineName } from '../contract/terms.ts'

/** A run's steps before asking (write the questions, publish their hashes), and those after it. */
export type RunStep = 'questions' | 'hashes' | 'reading' | 'counting' | 'bundles' | 'site'

/** Receives a run's progress. */
export interface RunProgress {
  /** The cells to ask, per engine. */
  begin(cells: ReadonlyMap<EngineName, number>): void
  stored(engine: EngineName): void
  /** The engine stopped, and its remaining cells are skipped. */
  stopped(engine: EngineName): void
  /** The asking, or the current step, has ended. */
  end(): void
  /** `done` of a step's `total` parts are done, 0 at its start. */
  step(step: RunStep, done: number, total: number): void
}
