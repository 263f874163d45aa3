import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { marketBeside } from '../../pipeline/contract/market/market-words.ts'
import { counted } from '../../pipeline/contract/wording.ts'
import { estimateReport, estimateRest } from '../../pipeline/report/estimate.ts'
import { stateOf, type Tracked } from '../../pipeline/report/over-time/tracked.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findReport } from '../../pipeline/store/report/reports.ts'
import { type TrackedProduct, trackedQuestions } from '../../pipeline/store/report/tracked.ts'
import type { SurveyEstimate } from '../../pipeline/survey/estimate.ts'
import type { CommonFlags } from '../command/command.ts'
import { createEngines, estimatedEngines, estimatedScribes } from '../setup/engines.ts'
import { costInWords } from '../setup/estimate.ts'
import { costJson, dollars, duration, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** A report that a run would continue, or begin if it has no slug yet. */
interface Planned {
  readonly product: TrackedProduct
  readonly slug: string | null
  readonly estimate: SurveyEstimate
}

/** Prints which tracked products a run would ask about, at what cost and in what time; asks and writes nothing. */
export async function dryRun(
  terminal: Terminal,
  flags: CommonFlags,
  config: Config,
  db: Store,
  tracked: readonly Tracked[],
): Promise<number> {
  const { simulate: simulated } = config
  const planned: Planned[] = []
  for (const each of tracked) planned.push(...(await plannedFor(config, db, each)))
  const sum = (of: (estimate: SurveyEstimate) => number) =>
    planned.reduce((total, { estimate }) => total + of(estimate), 0)
  const [calls, seconds] = [sum((each) => each.calls), sum((each) => each.seconds)]
  const [usd, worstUsd] = [sum((each) => each.usd), sum((each) => each.worstUsd)]
  const document = {
    ...{ simulated, calls, cost: costJson(usd, worstUsd), seconds },
    tracked: planned.map(({ product: { id, domain, brand, country, language }, slug, estimate }) => ({
      ...{ id, domain, brand, country, language, slug, calls: estimate.calls, seconds: estimate.seconds },
      cost: costJson(estimate.usd, estimate.worstUsd),
    })),
  }
  const rows = planned.map(({ product, slug, estimate }) => [
    `${plain(product.brand)}${marketBeside(product)}`,
    slug === null ? `${product.plan}, due` : `${product.plan}, unfinished`,
    String(estimate.calls),
    dollars(estimate.usd),
    duration(estimate.seconds),
  ])
  const cost = simulated ? 'which cost nothing' : costInWords({ usd, worstUsd, seconds })
  const reports = `${simulated ? 'SIMULATED: ' : ''}${counted(planned.length, 'report')} for ${counted(tracked.length, 'tracked product')}`
  const text = [
    ...(rows.length > 0 ? [table(['product', '', 'calls', 'cost', 'time'], rows)] : []),
    `${reports}: ${counted(calls, 'call')}, ${cost}. Nothing was asked.\n`,
  ]
  return print(terminal, flags, document, text.join('\n'))
}

async function plannedFor(config: Config, db: Store, tracked: Tracked): Promise<Planned[]> {
  const { product } = tracked
  const { open, isDue } = stateOf(tracked, { simulated: config.simulate, now: systemClock.now() })
  const engines = estimatedEngines(config, await createEngines(config, product.engines))
  const scribes = estimatedScribes(config)
  const kept = await trackedQuestions(db, { id: product.id, simulated: config.simulate })
  const seedPrompts = kept ?? product.seedPrompts
  const unfinished = open && (await findReport(db, open.slug))
  return [
    ...(unfinished === undefined
      ? []
      : [{ product, slug: unfinished.slug, estimate: await estimateRest(db, unfinished, engines, scribes) }]),
    ...(isDue
      ? [{ product, slug: null, estimate: estimateReport({ ...product, seedPrompts }, engines, scribes) }]
      : []),
  ]
}
