import { EngineError } from '../../pipeline/engines/error.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'

/** The scribe, with each of its calls told afterwards: `ok`, or the kind of error, and what is known to be spent in USD. */
export function watchedScribe(scribe: Scribe, called: (outcome: string, costUsd: number) => void): Scribe {
  return {
    ...scribe,
    complete: async (...asked) => {
      try {
        const completion = await scribe.complete(...asked)
        called('ok', completion.costUsd)
        return completion
      } catch (fault) {
        const [, , , signal] = asked
        called(signal.aborted ? 'cut' : fault instanceof EngineError ? fault.kind : 'BAD_REQUEST', 0)
        throw fault
      }
    },
  }
}
