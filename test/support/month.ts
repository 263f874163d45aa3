import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import type { Process } from '../../pipeline/ask/process.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { embeddedQueue } from '../../pipeline/queue/embedded.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import { type MonthOptions, type RunResult, runMonth } from '../../pipeline/ranking/month.ts'
import type { MonthPlan } from '../../pipeline/ranking/plan.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { fixedClock } from './clock.ts'
import { never } from './job.ts'
import { withLanes } from './vendors/scripted-scribe.ts'

const silent: RunProgress = { begin() {}, stored() {}, stopped() {}, end() {}, step() {} }

type Changed = Partial<Omit<Process, 'db'> & MonthPlan & Omit<MonthOptions, 'engines' | 'scribes' | 'limitUsd'>>

export interface MonthSetup extends Changed {
  readonly engines: readonly Engine[]
  readonly scribes?: readonly Scribe[]
  readonly budgetUsd?: number
  readonly width?: number
  /** Whether each lane has had a good reply, so that it makes calls side by side from the start. */
  readonly open?: boolean
}

/** Runs a month without other workers, and returns its result or the sentence that refused it. */
export async function month(
  db: Store,
  specs: readonly CategorySpec[],
  { engines, scribes = [], clock = fixedClock(), budgetUsd, width = 3, open = false, ...changed }: MonthSetup,
): Promise<RunResult | { refusal: string }> {
  const asked: AskedEngine[] = engines.map((engine) => ({ engine, lane: createLane(width) }))
  if (open) for (const { lane } of asked) (await lane.start(never))?.ended('good')
  return runMonth(
    { db, clock, random: () => 0.5, stop: never, cut: never, ...changed },
    {
      month: '2026-11',
      simulated: false,
      specs,
      selected: engines.map(({ name }) => name),
      runs: 2,
      canaries: false,
      ...changed,
    },
    {
      queue: embeddedQueue(db, clock),
      secondShare: 0.1,
      progress: silent,
      warn: () => {},
      ...changed,
      engines: asked,
      scribes: withLanes(scribes),
      limitUsd: budgetUsd,
    },
  )
}

/** Like `month`, but throws if the month is refused. */
export async function ranMonth(...args: Parameters<typeof month>): Promise<RunResult> {
  const result = await month(...args)
  if ('refusal' in result) throw new Error(result.refusal)
  return result
}
