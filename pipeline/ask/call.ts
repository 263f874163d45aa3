import type { Asking, Engine, Reply } from '../engines/engine.ts'
import { EngineError, type EngineErrorKind } from '../engines/error.ts'
import type { CellEnd } from '../store/survey/journal.ts'
import type { Process } from './process.ts'

/** A finished request to an engine; `costUsd` is its known cost. */
interface MeasuredCall {
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

/** The call was cut off because the process was told to. */
export class Cut extends Error {
  override readonly name = 'Cut'
}

/** Sends one request. Throws EngineError, or Cut when `cut` aborts. */
export async function callEngine(
  { clock, cut }: Process,
  { engine, observer }: { readonly engine: Engine; readonly observer?: AskObserver },
  asking: Asking,
  earlier: readonly unknown[],
): Promise<Reply> {
  const since = clock.monotonic()
  const ended = (outcome: MeasuredCall['outcome'], costUsd = 0) =>
    observer?.called({ outcome, ms: Math.max(0, clock.monotonic() - since), costUsd })
  try {
    const reply = await engine.ask(asking, earlier, cut)
    ended('ok', reply.costUsd)
    return reply
  } catch (fault) {
    if (cut.aborted) {
      ended('cut')
      throw new Cut('the call was cut off')
    }
    // Anything else is our bug; its message may repeat what the vendor sent, so it is dropped.
    const error = fault instanceof EngineError ? fault : new EngineError('BAD_REQUEST')
    ended(error.kind)
    throw error
  }
}
