import type { Asking, Engine, Reply } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import type { Clock } from './clock.ts'
import type { AskObserver, MeasuredCall } from './observer.ts'

/** The call was cut off because the process was told to. */
export class Cut extends Error {
  override readonly name = 'Cut'
}

interface CallScope {
  readonly engine: Engine
  readonly observer?: AskObserver
  readonly clock: Pick<Clock, 'monotonic'>
  readonly cut: AbortSignal
}

/** Sends one request. Throws EngineError, or Cut when `cut` aborts. */
export async function callEngine(
  { engine, observer, clock, cut }: CallScope,
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
