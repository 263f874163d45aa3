import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Terminal } from './output.ts'
import { duration } from './output.ts'
import { createBars } from './progress-bars.ts'
import type { EngineState } from './progress-steps.ts'
import { STEPS } from './progress-steps.ts'
import { createVoice } from './voice.ts'

/** Progress on standard error: bars on a terminal, elsewhere a timestamped line as each engine and step ends. */
export function createProgress(terminal: Terminal, now: () => number): RunProgress {
  return terminal.errIsTty ? createBars(now) : createLines(createVoice(terminal, now), now)
}

function createLines(say: (sentence: string) => void, now: () => number): RunProgress {
  const engines = new Map<EngineName, EngineState>()
  let startedAt = now()
  const took = () => duration((now() - startedAt) / 1_000)
  const ended = (engine: EngineName, { done, total, stopped }: EngineState) => {
    engines.delete(engine)
    say(`${engine}: ${done} of ${total} cells in ${took()}${stopped ? '; it stopped, and the rest is skipped' : ''}`)
  }
  return {
    begin(cells) {
      startedAt = now()
      const open = [...cells].filter(([, total]) => total > 0)
      for (const [engine, total] of open) engines.set(engine, { total, done: 0, stopped: false })
      if (open.length > 0) say(`asking ${open.map(([engine, total]) => `${engine} ${total}`).join(', ')}`)
    },
    stored(engine) {
      const state = engines.get(engine)
      if (state === undefined) return
      state.done += 1
      if (state.done === state.total) ended(engine, state)
    },
    stopped(engine) {
      const state = engines.get(engine)
      if (state !== undefined) ended(engine, { ...state, stopped: true })
    },
    end() {
      for (const [engine, state] of engines) ended(engine, state)
    },
    step(step, done, total) {
      if (done === 0) startedAt = now()
      if (done === total) say(`${STEPS[step]}: ${done} of ${total} in ${took()}`)
    },
  }
}
