import { styleText } from 'node:util'
import cliProgress from 'cli-progress'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { duration } from './output.ts'
import type { EngineState } from './progress-steps.ts'
import { STEPS } from './progress-steps.ts'

const BAR = { hideCursor: true, barsize: 24, fps: 8, noTTYOutput: false }

/** Progress bars on standard error, for each engine and then for each step. */
export function createBars(now: () => number): RunProgress {
  const engines = new Map<EngineName, EngineState & { bar: cliProgress.SingleBar }>()
  let startedAt = 0
  let multi: cliProgress.MultiBar | undefined
  let stepBar: cliProgress.SingleBar | undefined
  const show = ({ bar, ...state }: EngineState & { bar: cliProgress.SingleBar }) =>
    bar.update(state.done, { rate: rate(state, now() - startedAt) })
  return {
    begin(cells) {
      startedAt = now()
      multi = new cliProgress.MultiBar(
        { ...BAR, format: '{engine} [{bar}] {value} of {total}  {rate}' },
        cliProgress.Presets.rect,
      )
      for (const [engine, total] of cells) {
        const bar = multi.create(total, 0, { engine: engine.padEnd(11), rate: '' })
        engines.set(engine, { total, done: 0, stopped: false, bar })
      }
    },
    stored(engine) {
      const state = engines.get(engine)
      if (state === undefined) return
      state.done += 1
      show(state)
    },
    stopped(engine) {
      const state = engines.get(engine)
      if (state === undefined) return
      state.stopped = true
      show(state)
    },
    end() {
      multi?.stop()
      multi = undefined
      stepBar?.stop()
      stepBar = undefined
    },
    step(step, done, total) {
      if (stepBar === undefined) {
        const format = `${STEPS[step]} [{bar}] {value} of {total}  {duration_formatted}`
        stepBar = new cliProgress.SingleBar({ ...BAR, format }, cliProgress.Presets.rect)
        stepBar.start(total, done)
      }
      stepBar.update(done)
      if (done < total) return
      stepBar.stop()
      stepBar = undefined
    },
  }
}

function rate(state: EngineState, elapsedMs: number): string {
  if (state.stopped) return styleText('red', 'stopped, the rest is skipped', { stream: process.stderr })
  if (state.done === 0 || elapsedMs <= 0) return ''
  const perSecond = (1_000 * state.done) / elapsedMs
  const left = state.total - state.done
  return left === 0 ? 'done' : `${perSecond.toFixed(1)}/s, ${duration(left / perSecond)} left`
}
