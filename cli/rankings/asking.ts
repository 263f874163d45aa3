import { systemClock } from '../../pipeline/ask/clock.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { createLogger } from '../../pipeline/log.ts'
import { type RunResult, runMonth } from '../../pipeline/ranking/month.ts'
import type { MonthPlan } from '../../pipeline/ranking/plan.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { CommonFlags } from '../command/command.ts'
import type { MetricsFlags } from '../command/metrics.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import { askedEngines, askedScribes, missingKeys } from '../setup/engines.ts'
import { openJobsQueue } from '../setup/queue.ts'
import { hashesShown } from '../setup/site.ts'
import { onInterrupt, reportedOutage, STOPPING_PAID } from '../terminal/interrupt.ts'
import { CommandError, type Terminal } from '../terminal/output.ts'
import type { OperatorMail } from './operator-mail.ts'

export interface RunFlags extends CommonFlags, MetricsFlags {
  readonly categories: string
  readonly month?: string
  readonly backfill?: boolean
  readonly category?: string[]
  readonly engines?: EngineName[]
  readonly runs: number
  readonly concurrency?: number
  readonly budget?: number
  readonly secondReader: number
  readonly canaries?: boolean
  readonly dryRun?: boolean
  readonly simulate?: boolean
  readonly site: boolean
}

/** A run of the rankings. */
export interface Run extends MonthPlan {
  readonly terminal: Terminal
  readonly flags: RunFlags
  readonly config: Config
  readonly db: Store
  /** Writes a sentence to standard error. */
  say(sentence: string): void
  /** Mails the operator, unless the run is on a terminal. */
  tell(mail: OperatorMail): Promise<void>
}

/** Runs the month together with all workers: asks, reads, counts and publishes. Throws CommandError if it is refused. */
export async function runRankings(run: Run, progress: RunProgress): Promise<RunResult> {
  const { terminal, flags, config, db, selected, say } = run
  await using watched = await serveMetrics(db, flags)
  // Standard output is for the summary.
  terminal.err(metricsLine(watched))
  const engines = await askedEngines(config, db, selected, watched?.metrics)
  const scribes = await askedScribes(config, db, watched?.metrics)
  const able = engines.map(({ engine }) => engine)
  for (const sentence of missingKeys(config, selected, able)) say(sentence)

  await using opened = await openJobsQueue(terminal, config, db, createLogger(config.log, { write: terminal.err }))
  const interrupt = onInterrupt(terminal, STOPPING_PAID)
  const { stop, cut } = interrupt
  const process = { db, clock: systemClock, random: Math.random, stop, cut, outage: reportedOutage(cut, say) }
  const result = await runMonth(process, run, {
    queue: opened.queue,
    engines,
    scribes,
    secondShare: flags.secondReader,
    limitUsd: flags.budget,
    progress,
    warn: say,
    showHashes: flags.site ? hashesShown(config, say) : undefined,
  }).finally(interrupt.dispose)
  if ('refusal' in result) throw new CommandError(result.refusal)
  return result
}
