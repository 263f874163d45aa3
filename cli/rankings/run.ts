import { systemClock } from '../../pipeline/ask/clock.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { Config } from '../../pipeline/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { createLogger } from '../../pipeline/log.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { runMonth } from '../../pipeline/ranking/month.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { askedEngines, askedScribes, missingKeys } from '../engines.ts'
import type { RunFlags } from '../flags/rankings.ts'
import { onInterrupt } from '../interrupt.ts'
import { openJobsQueue } from '../jobs.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import type { Terminal } from '../output.ts'
import { CommandError } from '../output.ts'
import type { OperatorMail } from './operator-mail.ts'

/** What a run of the rankings works with. */
export interface Run {
  readonly terminal: Terminal
  readonly flags: RunFlags
  readonly config: Config
  readonly db: Store
  readonly month: string
  readonly specs: readonly CategorySpec[]
  /** Says a sentence on standard error. */
  say(sentence: string): void
  /** Mails the operator, where nobody watches the run. */
  tell(mail: OperatorMail): Promise<void>
}

/** Asks what is missing, has answers read, counts and publishes, together with all workers. Throws CommandError where it is refused. */
export async function runRankings(
  { terminal, flags, config, db, month, specs, say }: Run,
  progress: RunProgress,
): Promise<RunResult> {
  const selected = flags.engines ?? ENGINES
  await using watched = await serveMetrics(db, flags)
  const metrics = watched?.metrics
  // Standard output is the summary's.
  terminal.err(metricsLine(watched))
  const asked = await askedEngines(config, selected, systemClock)
  const engines = asked.map((each) =>
    metrics === undefined ? each : { ...each, observer: metrics.engine(each.engine.name, 'service') },
  )
  const scribes = (await askedScribes(config, systemClock)).map((each) =>
    metrics === undefined ? each : { ...each, scribe: metrics.scribe(each.scribe, 'service') },
  )
  for (const sentence of missingKeys(config, selected, engines)) say(sentence)

  const interrupt = onInterrupt(
    terminal,
    'Stopping: waiting for the calls under way, whose answers are paid for; Ctrl-C again cuts them off.',
  )
  await using opened = await openJobsQueue(config, db, createLogger(config.log, { write: terminal.err }))
  const scope = {
    db,
    queue: opened.queue,
    clock: systemClock,
    random: Math.random,
    month,
    simulated: config.simulate,
    engines,
    selected,
    runs: flags.runs,
    scribes,
    secondShare: flags.secondReader,
    limitUsd: flags.budget,
    stop: interrupt.stop,
    cut: interrupt.cut,
    warn: say,
  }
  const result = await runMonth(scope, specs, progress).finally(interrupt.dispose)
  if ('refusal' in result) throw new CommandError(result.refusal)
  return result
}
