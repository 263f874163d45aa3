import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import type { Clock } from '../../pipeline/ask/clock.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { embeddedQueue } from '../../pipeline/queue/embedded.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { runMonth } from '../../pipeline/ranking/month.ts'
import type { MonthJob } from '../../pipeline/ranking/run.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { fixedClock } from './clock.ts'
import { withLanes } from './vendors/scripted-scribe.ts'

const silent: RunProgress = { begin() {}, stored() {}, stopped() {}, end() {}, step() {} }

export interface MonthOptions extends Partial<Omit<MonthJob, 'db' | 'engines' | 'scribes' | 'limitUsd' | 'clock'>> {
  readonly engines: readonly Engine[]
  readonly scribes?: readonly Scribe[]
  readonly clock?: Clock
  readonly budgetUsd?: number
  readonly width?: number
  readonly progress?: RunProgress
}

/** Runs a month without other workers, and returns its result or the sentence that refused it. */
export async function month(
  db: Store,
  specs: readonly CategorySpec[],
  { engines, scribes = [], clock = fixedClock(), budgetUsd, width = 3, progress = silent, ...scope }: MonthOptions,
): Promise<RunResult | { refusal: string }> {
  const asked: AskedEngine[] = engines.map((engine) => ({ engine, lane: createLane(width) }))
  return runMonth(
    {
      db,
      queue: embeddedQueue(db, clock),
      clock,
      random: () => 0.5,
      month: '2026-11',
      simulated: false,
      selected: engines.map(({ name }) => name),
      runs: 2,
      canaries: false,
      secondShare: 0.1,
      stop: new AbortController().signal,
      cut: new AbortController().signal,
      warn: () => {},
      ...scope,
      engines: asked,
      scribes: withLanes(scribes),
      limitUsd: budgetUsd,
    },
    specs,
    progress,
  )
}

/** Like `month`, but throws if the month is refused. */
export async function ranMonth(...args: Parameters<typeof month>): Promise<RunResult> {
  const result = await month(...args)
  if ('refusal' in result) throw new Error(result.refusal)
  return result
}
