import type { EngineErrorKind } from '../engines/error.ts'
import type { CellEnd } from '../store/survey/journal.ts'

/** One request to an engine, after it ended: `cut` where the process was told to cut it, `costUsd` what is known to be spent. */
export interface EndedCall {
  readonly outcome: 'ok' | 'cut' | EngineErrorKind
  readonly ms: number
  readonly costUsd: number
}

/** Whoever measures the asking of one engine. It is told afterwards, in numbers and fixed words alone, and must not throw. */
export interface AskObserver {
  called(call: EndedCall): void
  /** A cell was stored as this. */
  ended(state: CellEnd['kind']): void
}
