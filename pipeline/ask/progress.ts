import type { EngineName } from '../contract/terms.ts'

/** What a fan-out reports to whoever watches it. */
export interface RunProgress {
  /** Cells to ask, for each engine that is asked. */
  begin(cells: ReadonlyMap<EngineName, number>): void
  stored(engine: EngineName): void
  /** The engine stopped, and what it had left is skipped. */
  stopped(engine: EngineName): void
  end(): void
}
