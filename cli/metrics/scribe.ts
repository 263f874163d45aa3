import { EngineError } from '../../pipeline/engines/error.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'

/** The scribe, reporting each call's outcome (`ok`, `cut` or the kind of error) and its known cost in USD. */
export function watchedScribe(scribe: Scribe, called: (outcome: string, costUsd: number) => void): Scribe {
  return {
    ...scribe,
    send: async (call, signal) => {
      try {
        const reply = await scribe.send(call, signal)
        called('ok', reply.costUsd)
        return reply
      } catch (fault) {
        called(signal.aborted ? 'cut' : fault instanceof EngineError ? fault.kind : 'BAD_REQUEST', 0)
        throw fault
      }
    },
  }
}
