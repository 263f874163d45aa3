import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { createLogger } from '../../pipeline/log.ts'
import { runBatch } from '../../pipeline/ranking/batch.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import { runMonth } from '../../pipeline/ranking/run.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { askedEngines, askedScribes, missingKeys } from '../engines.ts'
import type { RunFlags } from '../flags/rankings.ts'
import { onInterrupt } from '../interrupt.ts'
import { openJobsQueue } from '../jobs.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { chosenCategories, chosenMonth } from '../rankings/choice.ts'
import { dryRun } from '../rankings/dry-run.ts'
import { publicSiteUrl, publishSiteOf } from '../site.ts'
import { openPatiently } from '../store.ts'
import { nothingCounted, runJson, runText } from './run-summary.ts'

/** `svc rankings run`. */
export async function rankingsRun(terminal: Terminal, flags: RunFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const now = systemClock.now()
  const month = chosenMonth(flags, { now, simulated: config.simulate })
  const specs = await chosenCategories(flags)
  const db = await openPatiently(terminal, config.database)
  const run = { db, month, specs }
  try {
    return flags.dryRun === true
      ? await dryRun(terminal, flags, config, run)
      : await realRun(terminal, flags, config, run)
  } finally {
    await db.destroy()
  }
}

async function realRun(
  terminal: Terminal,
  flags: RunFlags,
  config: Config,
  { db, month, specs }: { db: Store; month: string; specs: readonly CategorySpec[] },
): Promise<number> {
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
  const warn = (sentence: string) => terminal.err(`${sentence}\n`)
  for (const sentence of missingKeys(config, selected, engines)) warn(sentence)

  const interrupt = onInterrupt(
    terminal,
    'Stopping: waiting for the calls under way, whose answers are paid for; Ctrl-C again cuts them off.',
  )
  const scope = {
    db,
    clock: systemClock,
    random: Math.random,
    month,
    simulated: config.simulate,
    engines,
    selected,
    runs: flags.runs,
    scribes,
    secondShare: flags.secondReader,
    stop: interrupt.stop,
    cut: interrupt.cut,
    warn,
  }
  await using opened = await openJobsQueue(config, db, createLogger(config.log, { write: terminal.err }))
  const queue = opened.queue.categories
  const progress = createProgress(terminal, systemClock.now)
  const running =
    queue === undefined
      ? runMonth({ ...scope, budget: createBudget(flags.budget) }, specs, progress)
      : runBatch({ ...scope, queue, limitUsd: flags.budget }, specs, progress)
  const result = await running.finally(interrupt.dispose)
  if ('refusal' in result) throw new CommandError(result.refusal)

  const unpublished = flags.site && result.stopped === null ? await siteFailure(config, db) : undefined
  if (flags.json === true) printJson(terminal, runJson(result))
  else terminal.out(runText(result, { siteUrl: publicSiteUrl(config) }))
  const failures = [unpublished, nothingCounted(result)].filter((sentence) => sentence !== undefined)
  for (const sentence of failures) warn(sentence)
  if (result.stopped === 'interrupted') return EXIT.interrupted
  return result.stopped === null && failures.length === 0 ? EXIT.done : EXIT.failed
}

/** Publishes the site; a sentence where that failed, as the month itself is published and has its summary. */
async function siteFailure(config: Config, db: Store): Promise<string | undefined> {
  try {
    await publishSiteOf(config, db)
    return undefined
  } catch (fault) {
    if (fault instanceof CommandError) return `${fault.message} \`./svc site build\` tries again.`
    throw fault
  }
}
