import { readFile } from 'node:fs/promises'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { createLogger } from '../../pipeline/log.ts'
import { runBatch } from '../../pipeline/ranking/batch.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import { parseCategories } from '../../pipeline/ranking/categories.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { refuseMixture } from '../../pipeline/ranking/prepare.ts'
import { runMonth } from '../../pipeline/ranking/run.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { askedEngines, chosenScribe, estimatedEngines, missingKeys } from '../engines.ts'
import type { RunFlags } from '../flags/rankings.ts'
import { onInterrupt } from '../interrupt.ts'
import { openJobsQueue } from '../jobs.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import type { Terminal } from '../output.ts'
import { CommandError, dollars, duration, EXIT, printJson, table } from '../output.ts'
import { createProgress } from '../progress.ts'
import { publicSiteUrl, publishSiteOf } from '../site.ts'
import { estimateJson, runJson, runText } from './run-summary.ts'

/** `svc rankings run`. */
export async function rankingsRun(terminal: Terminal, flags: RunFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const specs = chosenCategories(await readCategories(flags.categories), flags.category)
  const db = await openStore(config.database, systemClock.now())
  try {
    return flags.dryRun === true
      ? await dryRun(terminal, flags, config, db, specs)
      : await realRun(terminal, flags, config, db, specs)
  } finally {
    await db.destroy()
  }
}

async function realRun(
  terminal: Terminal,
  flags: RunFlags,
  config: Config,
  db: Store,
  specs: readonly CategorySpec[],
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
  const scribe = await chosenScribe(config)
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
    month: flags.month ?? currentMonth(),
    simulated: config.simulate,
    engines,
    selected,
    runs: flags.runs,
    scribe: scribe === null || metrics === undefined ? scribe : metrics.scribe(scribe, 'service'),
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
  if (unpublished !== undefined) warn(unpublished)
  if (result.stopped === 'interrupted') return EXIT.interrupted
  return result.stopped === null && unpublished === undefined ? EXIT.done : EXIT.failed
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

async function dryRun(
  terminal: Terminal,
  flags: RunFlags,
  config: Config,
  db: Store,
  specs: readonly CategorySpec[],
): Promise<number> {
  const refusal = await refuseMixture(db, specs, config.simulate)
  if (refusal !== undefined) throw new CommandError(refusal)
  const selected = flags.engines ?? ENGINES
  const month = flags.month ?? currentMonth()
  const engines = estimatedEngines(config, await askedEngines(config, selected, systemClock))
  const estimate = await estimateMonth(db, { month, specs, engines, selected, runs: flags.runs })
  if (flags.json === true) {
    printJson(terminal, estimateJson(estimate, { month, simulated: config.simulate }))
    return EXIT.done
  }
  const rows = estimate.engines.map((each) => [
    each.engine,
    String(each.calls),
    dollars(each.usd),
    duration(each.seconds),
  ])
  terminal.out(table(['engine', 'calls', 'cost', 'time'], rows))
  terminal.out(
    `\n${month}: ${estimate.calls} calls, usually ${dollars(estimate.usd)} and at most ${dollars(estimate.worstUsd)} (the scribe's few cents apart), ` +
      `about ${duration(estimate.seconds)}. Nothing was asked.\n`,
  )
  return EXIT.done
}

async function readCategories(path: string): Promise<CategorySpec[]> {
  let yaml: string
  try {
    yaml = await readFile(path, 'utf8')
  } catch {
    throw new CommandError('The categories file cannot be read; check the path after --categories.', EXIT.usage)
  }
  const specs = parseCategories(yaml)
  if ('refusal' in specs) throw new CommandError(specs.refusal, EXIT.usage)
  return specs
}

function chosenCategories(specs: CategorySpec[], slugs: readonly string[] | undefined): CategorySpec[] {
  if (slugs === undefined) return specs
  const missing = slugs.find((slug) => !specs.some((spec) => spec.slug === slug))
  if (missing !== undefined)
    throw new CommandError('A --category is not in the categories file; its slugs are listed there.', EXIT.usage)
  return specs.filter((spec) => slugs.includes(spec.slug))
}

function currentMonth(): string {
  return new Date(systemClock.now()).toISOString().slice(0, 7)
}
