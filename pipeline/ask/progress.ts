import type { EngineName } from '../contract/terms.ts'

/** What a run does once every answer is in: has the names read, counts and publishes, builds the site. */
export type RunStep = 'reading' | 'counting' | 'site'

/** What a run reports to whoever watches it. */
export interface RunProgress {
  /** Cells to ask, for each engine that is asked. */
  begin(cells: ReadonlyMap<EngineName, number>): void
  stored(engine: EngineName): void
  /** The engine stopped, and what it had left is skipped. */
  stopped(engine: EngineName): void
  /** Nothing more comes of the asking, or of the step under way. */
  end(): void
  /** So many of a step's parts are done: none as it begins, all as it ends. */
  step(step: RunStep, done: number, total: number): void
}
