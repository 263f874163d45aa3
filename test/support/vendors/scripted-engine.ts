import type { EngineName } from '../../../pipeline/contract/terms.ts'
import type { Asking, Engine, Reading } from '../../../pipeline/engines/engine.ts'
import { EngineError, type EngineErrorKind } from '../../../pipeline/engines/error.ts'

/** One reply of the script: a reading, or a failure. */
export type Scripted = Reading | { kind: 'error'; error: EngineErrorKind; retryAfterMs?: number } | { kind: 'hang' }

export interface ScriptedEngine extends Engine {
  /** Every asking in the order in which it was sent. */
  readonly asked: Asking[]
}

export const said = (text: string): Reading => ({
  kind: 'answered',
  text,
  citations: [],
  grounded: true,
  searches: ['what it looked for'],
  model: 'scripted',
})

/** An engine that answers each asking by the script: called with the asking and how often its tag was asked before. */
export function scriptedEngine(
  name: EngineName,
  script: (asking: Asking, earlier: number) => Scripted,
  costUsd = 0.01,
  worstUsd = 0.02,
): ScriptedEngine {
  const asked: Asking[] = []
  return {
    name,
    estimate: { typicalUsd: costUsd, worstUsd, typicalMs: 1_000 },
    asked,
    ask: async (asking, _earlier, signal) => {
      const before = asked.filter((each) => each.tag === asking.tag).length
      asked.push(asking)
      await new Promise((resolve) => setImmediate(resolve))
      const scripted = script(asking, before)
      if (scripted.kind === 'hang')
        return new Promise((_, reject) => {
          const end = () => reject(new EngineError('TIMEOUT'))
          if (signal.aborted) end()
          else signal.addEventListener('abort', end)
        })
      if (scripted.kind === 'error') throw new EngineError(scripted.error, { retryAfterMs: scripted.retryAfterMs })
      return { raw: JSON.stringify(scripted), body: scripted, costUsd }
    },
    read: (bodies) => bodies.at(-1) as Reading,
  }
}
