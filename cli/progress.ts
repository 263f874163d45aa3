import cliProgress from 'cli-progress'
import type { RunProgress } from '../pipeline/ask/progress.ts'
import type { EngineName } from '../pipeline/contract/terms.ts'
import type { Terminal } from './output.ts'
import { duration } from './output.ts'

const PLAIN_LINE_MS = 10_000

interface EngineState {
  total: number
  done: number
  stopped: boolean
}

/** Progress on standard error: a bar for each engine on a terminal, elsewhere a plain line now and then. */
export function createProgress(terminal: Terminal, now: () => number): RunProgress {
  const engines = new Map<EngineName, EngineState>()
  let startedAt = 0
  let timer: NodeJS.Timeout | undefined
  let bars: { update(): void; stop(): void } | undefined

  return {
    begin(cells) {
      startedAt = now()
      for (const [engine, total] of cells) engines.set(engine, { total, done: 0, stopped: false })
      if (terminal.errIsTty) bars = createBars(engines, () => now() - startedAt)
      else timer = setInterval(() => terminal.err(plainLine(engines, now() - startedAt)), PLAIN_LINE_MS)
      timer?.unref()
    },
    stored(engine) {
      const state = engines.get(engine)
      if (state !== undefined) state.done += 1
      bars?.update()
    },
    stopped(engine) {
      const state = engines.get(engine)
      if (state !== undefined) state.stopped = true
      bars?.update()
    },
    end() {
      clearInterval(timer)
      bars?.stop()
      if (bars === undefined && engines.size > 0) terminal.err(plainLine(engines, now() - startedAt))
    },
  }
}

function createBars(engines: ReadonlyMap<EngineName, EngineState>, elapsed: () => number) {
  const multi = new cliProgress.MultiBar(
    {
      format: '{engine} [{bar}] {value} of {total}  {rate}',
      hideCursor: true,
      barsize: 24,
      fps: 8,
      noTTYOutput: false,
    },
    cliProgress.Presets.rect,
  )
  const bars = [...engines].map(([engine, state]) => ({
    state,
    bar: multi.create(state.total, 0, { engine: engine.padEnd(11), rate: '' }),
  }))
  return {
    update() {
      for (const { state, bar } of bars)
        bar.update(state.done, { rate: state.stopped ? 'stopped, the rest is skipped' : rate(state, elapsed()) })
    },
    stop: () => multi.stop(),
  }
}

function rate(state: EngineState, elapsedMs: number): string {
  if (state.done === 0 || elapsedMs <= 0) return ''
  const perSecond = (1_000 * state.done) / elapsedMs
  const left = state.total - state.done
  return left === 0 ? 'done' : `${perSecond.toFixed(1)}/s, ${duration(left / perSecond)} left`
}

function plainLine(engines: ReadonlyMap<EngineName, EngineState>, elapsedMs: number): string {
  const parts = [...engines].map(
    ([engine, state]) => `${engine} ${state.done} of ${state.total}${state.stopped ? ' (stopped)' : ''}`,
  )
  return `${duration(elapsedMs / 1_000)}: ${parts.join(', ')}\n`
}
