import { styleText } from 'node:util'
import cliProgress from 'cli-progress'
import type { RunProgress, RunStep } from '../../pipeline/ask/progress.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { duration, type Terminal, timedLineWriter } from './output.ts'

/** An engine's progress, in cells. */
interface EngineState {
  readonly total: number
  done: number
  stopped: boolean
}

/** The label of each step. */
const STEPS: Readonly<Record<RunStep, string>> = {
  questions: 'preparing questions',
  hashes: 'publishing question hashes',
  reading: 'reading names',
  counting: 'counting and publishing',
  bundles: 'writing bundles',
  site: 'building the site',
}

const BAR = { hideCursor: true, barsize: 24, fps: 8 }

/** Starts a bar of this format on standard error. */
export function startBar(format: string, total: number, done = 0): cliProgress.SingleBar {
  const bar = new cliProgress.SingleBar({ ...BAR, format }, cliProgress.Presets.rect)
  bar.start(total, done)
  return bar
}

/** Progress on standard error: bars on a terminal, elsewhere a timestamped line as each engine and step ends. */
export function createProgress(terminal: Terminal, now: () => number): RunProgress {
  return terminal.errIsTty ? createBars(now) : createLines(timedLineWriter(terminal, now), now)
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

/** A bar for each engine, and then one for each step. */
function createBars(now: () => number): RunProgress {
  const engines = new Map<EngineName, EngineState & { readonly bar: cliProgress.SingleBar }>()
  let startedAt = 0
  let multi: cliProgress.MultiBar | undefined
  let stepBar: cliProgress.SingleBar | undefined
  const update = (engine: EngineName, change: (state: EngineState) => void) => {
    const state = engines.get(engine)
    if (state === undefined) return
    change(state)
    state.bar.update(state.done, { rate: rate(state, now() - startedAt) })
  }
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
    stored: (engine) => update(engine, (state) => (state.done += 1)),
    stopped: (engine) => update(engine, (state) => (state.stopped = true)),
    end() {
      multi?.stop()
      multi = undefined
      stepBar?.stop()
      stepBar = undefined
    },
    step(step, done, total) {
      stepBar ??= startBar(`${STEPS[step]} [{bar}] {value} of {total}  {duration_formatted}`, total, done)
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
