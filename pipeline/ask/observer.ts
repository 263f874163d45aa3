import type { EngineErrorKind } from '../engines/error.ts'
import type { CellEnd } from '../store/survey/journal.ts'

/** A finished request to an engine; `costUsd` is its known cost. */
export interface MeasuredCall {
  readonly outcome: 'ok' | 'cut' | EngineErrorKind
  readonly ms: number
  readonly costUsd: number
}

/** Measures one engine's requests. It receives only numbers and fixed words, and must not throw. */
export interface AskObserver {
  called(call: MeasuredCall): void
  /** A cell was stored with this outcome. */
  ended(state: CellEnd['kind']): void
}
