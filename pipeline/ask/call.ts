import type { Asking, Engine, Reply } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'

/** The process was told to cut the calls that are under way. */
export class Cut extends Error {
  override readonly name = 'Cut'
}

/** One request, ended early when `cut` aborts. Throws EngineError, or Cut. */
export async function callEngine(
  engine: Engine,
  asking: Asking,
  earlier: readonly unknown[],
  cut: AbortSignal,
): Promise<Reply> {
  try {
    return await engine.ask(asking, earlier, cut)
  } catch (fault) {
    if (cut.aborted) throw new Cut('the call was cut off')
    // Anything else is a fault of ours; its message may hold what the vendor sent, so it goes no further.
    throw fault instanceof EngineError ? fault : new EngineError('BAD_REQUEST')
  }
}
