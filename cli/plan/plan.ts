import type { Config } from '../../pipeline/config/config.ts'
import { ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import { keyVariable } from '../../pipeline/contract/words.ts'
import { callEstimate } from '../../pipeline/engines/prices.ts'
import { ASSUMED, designFigures } from '../../pipeline/statistics/design.ts'
import { type EstimatedEngine, estimateSurveys, type ScribeChoice } from '../../pipeline/survey/estimate.ts'
import type { CommonFlags } from '../command/command.ts'
import { estimatedEngines, estimatedScribes } from '../setup/engines.ts'
import { scribesJson } from '../setup/estimate.ts'
import { settings } from '../setup/store.ts'
import { costJson, EXIT, print, roundedUsd, type Terminal } from '../terminal/output.ts'
import { type Planned, planText } from './text.ts'

/** The runs that alternatives try, and the most questions they have. */
const RUNS = [1, 2, 3, 5, 8]
const MAX_QUESTIONS = 100

interface PlanFlags extends CommonFlags {
  readonly questions: number
  readonly engines?: EngineName[]
  readonly runs: number
  readonly simulate?: boolean
}

/** `svc plan`: engines without a key are included, and named. */
export async function plan(terminal: Terminal, flags: PlanFlags): Promise<number> {
  const config = await settings(flags)
  const engines = pricedEngines(config, flags.engines ?? ENGINES)
  const scribes = plannedScribes(config)
  const planned = planOf(engines, scribes, flags)
  const { questions, runs } = flags
  const doubled = {
    questions: planOf(engines, scribes, { questions: 2 * questions, runs }),
    runs: planOf(engines, scribes, { questions, runs: 2 * runs }),
  }
  const alternatives = alternativesTo(planned, engines, scribes)
  const withoutKey = config.simulate ? [] : planned.engines.filter((name) => config.engines[name].apiKey === undefined)
  const document = {
    ...toJson(planned),
    cost: costJson(planned.usd, planned.worstUsd),
    assumed: { rate: ASSUMED.rate, brands: ASSUMED.brands, power: 0.8, falseDiscoveries: 0.05 },
    scribes: scribesJson(planned.scribes),
    simulated: config.simulate,
    withoutKey,
    doubled: { questions: toJson(doubled.questions), runs: toJson(doubled.runs) },
    alternatives: alternatives.map(toJson),
  }
  const text = planText({ planned, doubled, alternatives, simulated: config.simulate })
  print(terminal, flags, { plan: document }, text)
  for (const name of flags.json === true ? [] : withoutKey)
    terminal.err(`${name} has no key and would be skipped: set ${keyVariable(name)}, or leave it out with --engines.\n`)
  return EXIT.done
}

/** The engines with the price of a call, with or without a key. */
function pricedEngines(config: Config, names: readonly EngineName[]): EstimatedEngine[] {
  const estimate = (name: EngineName) =>
    config.simulate ? { typicalUsd: 0, worstUsd: 0, typicalMs: 0 } : callEstimate(name, config.engines[name].model)
  return estimatedEngines(
    config,
    names.map((name) => ({ name, estimate: estimate(name) })),
  )
}

/** The scribes that read the answers, with or without a key. */
function plannedScribes(config: Config): ScribeChoice {
  const chosen = estimatedScribes(config)
  return config.simulate || chosen.vendors.length > 0 ? chosen : { ...chosen, vendors: config.scribes ?? ['OPENAI'] }
}

function planOf(
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
  { questions, runs }: { questions: number; runs: number },
): Planned {
  const work = { calls: () => questions * runs, unread: 0, questions }
  return {
    ...designFigures({ questions, engines: engines.length, runs }),
    ...estimateSurveys([work], engines, scribes),
    questions,
    engines: engines.map(({ name }) => name),
    runs,
  }
}

/** Designs of the same cost with other numbers of runs, and without the most expensive engine. */
function alternativesTo(planned: Planned, engines: readonly EstimatedEngine[], scribes: ScribeChoice): Planned[] {
  const mostExpensive = engines.toSorted((a, b) => b.estimate.typicalUsd - a.estimate.typicalUsd)[0]
  const fewer = engines.filter((engine) => engine !== mostExpensive)
  const same = RUNS.filter((runs) => runs !== planned.runs).map((runs) => affordable(planned, engines, runs, scribes))
  return [...same, affordable(planned, fewer, planned.runs, scribes)].filter((each) => each !== undefined)
}

function affordable(
  planned: Planned,
  engines: readonly EstimatedEngine[],
  runs: number,
  scribes: ScribeChoice,
): Planned | undefined {
  if (engines.length === 0) return undefined
  const one = planOf(engines, scribes, { questions: 1, runs })
  // Free calls are kept equal in number instead of cost.
  const times = planned.usd > 0 ? planned.usd / one.usd : planned.calls / one.calls
  // The epsilon absorbs rounding errors of summed costs.
  const questions = Math.min(MAX_QUESTIONS, Math.floor(times + 1e-9))
  return questions < 1 ? undefined : planOf(engines, scribes, { questions, runs })
}

function toJson({ questions, engines, runs, calls, usd, seconds, ...figures }: Planned) {
  return {
    questions,
    engines,
    runs,
    calls,
    cost: { usd: roundedUsd(usd) },
    seconds,
    halfWidth: rounded(figures.halfWidth),
    halfWidthSameQuestions: rounded(figures.halfWidthSameQuestions),
    detectableChange: rounded(figures.detectableChange),
  }
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}
