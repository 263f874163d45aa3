import type { Budget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { DEADLINE_MS } from '../../pipeline/report/job.ts'
import { type JobOutcome, runReport } from '../../pipeline/report/run.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { askedEngines, askedScribes, createEngines, missingKeys } from '../setup/engines.ts'
import { unknownSentence } from '../setup/estimate.ts'
import { reportedOutage } from '../terminal/interrupt.ts'
import { CommandError, type Terminal, timedLineWriter } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'

/** What a report runs with in the foreground, on the environment's provider keys. */
export interface Foreground {
  readonly terminal: Terminal
  readonly config: Config
  readonly db: Store
  /** The budget of the whole invocation. */
  readonly budget: Budget
  readonly interrupt: { readonly stop: AbortSignal; readonly cut: AbortSignal }
  /** Writes a sentence to standard error. */
  say(sentence: string): void
}

/** The engines that have a key, after naming those that don't. Throws CommandError if none has. */
export async function askable(
  config: Config,
  selected: readonly EngineName[],
  say: (sentence: string) => void,
): Promise<Engine[]> {
  const engines = await createEngines(config, selected)
  if (engines.length === 0)
    throw new CommandError('None of these engines has a key; `./svc doctor` says which to set, or add --simulate.')
  for (const sentence of missingKeys(config, selected, engines)) say(sentence)
  return engines
}

/** Runs or resumes a report until it ends, spends the budget or is interrupted. */
export async function runHere(
  { terminal, config, db, budget, interrupt, say }: Foreground,
  engines: readonly Engine[],
  slug: string,
): Promise<JobOutcome> {
  const names = engines.map(({ name }) => name)
  return runReport(
    {
      db,
      clock: systemClock,
      random: Math.random,
      simulated: config.simulate,
      engines: () => askedEngines(config, db, names),
      scribes: () => askedScribes(config, db),
      openKeys: async () => 'gone',
      stop: interrupt.stop,
      cut: interrupt.cut,
      outage: reportedOutage(interrupt.cut, timedLineWriter(terminal, systemClock.now)),
      deadlineMs: DEADLINE_MS,
      budget,
      progress: createProgress(terminal, systemClock.now),
      unknown: (calls, readings) => say(unknownSentence(calls, readings)),
    },
    slug,
  )
}
