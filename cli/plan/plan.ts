import type { EstimatedEngine } from '../../pipeline/ask/estimate.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { keyVariable } from '../../pipeline/config/environment.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { callEstimate } from '../../pipeline/engines/prices.ts'
import { ASSUMED, designFigures } from '../../pipeline/statistics/design.ts'
import type { ScribeChoice } from '../../pipeline/survey/estimate.ts'
import { estimateSurveys } from '../../pipeline/survey/estimate.ts'
import { SECOND_SHARE } from '../../pipeline/survey/sample.ts'
import type { CommonFlags } from '../command/command.ts'
import { estimatedScribes } from '../setup/engines.ts'
import { scribesJson } from '../setup/estimate.ts'
import { settings } from '../setup/store.ts'
import type { Terminal } from '../terminal/output.ts'
import { cents, EXIT, printJson } from '../terminal/output.ts'
import type { Planned } from './text.ts'
import { planText } from './text.ts'

/** How often each question could be asked instead, and how many questions are worth writing. */
const RUNS = [1, 2, 3, 5, 8]
const MOST_QUESTIONS = 100

interface PlanFlags extends CommonFlags {
  readonly questions: number
  readonly engines?: EngineName[]
  readonly runs: number
  readonly simulate?: boolean
}

/** `svc plan`: engines without a key are reckoned like the others, and named. */
export async function plan(terminal: Terminal, flags: PlanFlags): Promise<number> {
  const config = await settings(flags)
  const engines = (flags.engines ?? ENGINES).map((name) => estimated(config, name))
  const scribes = reckonedScribes(config)
  const planned = planOf(engines, scribes, flags)
  const alternatives = alternativesTo(planned, engines, scribes)
  const withoutKey = config.simulate ? [] : planned.engines.filter((name) => config.engines[name].apiKey === undefined)
  if (flags.json === true) {
    printJson(terminal, {
      plan: {
        ...toJson(planned),
        cost: { usd: cents(planned.usd), atMostUsd: cents(planned.worstUsd) },
        assumed: { rate: ASSUMED.rate, brands: ASSUMED.brands, power: 0.8, falseDiscoveries: 0.05 },
        scribes: scribesJson(planned.scribes),
        simulated: config.simulate,
        withoutKey,
        alternatives: alternatives.map(toJson),
      },
    })
    return EXIT.done
  }
  terminal.out(planText(planned, alternatives, config.simulate))
  for (const name of withoutKey)
    terminal.err(`${name} has no key and would be skipped: set ${keyVariable(name)}, or leave it out with --engines.\n`)
  return EXIT.done
}

function estimated(config: Config, name: EngineName): EstimatedEngine {
  const { model, concurrency, spacingMs } = config.engines[name]
  if (config.simulate)
    return { name, estimate: { typicalUsd: 0, worstUsd: 0, typicalMs: 0 }, width: concurrency, spacingMs: 0 }
  return { name, estimate: callEstimate(name, model), width: concurrency, spacingMs }
}

/** The scribes that read the answers; where none has a key they are reckoned all the same. */
function reckonedScribes(config: Config): ScribeChoice {
  const chosen = estimatedScribes(config, SECOND_SHARE)
  return config.simulate || chosen.vendors.length > 0 ? chosen : { ...chosen, vendors: config.scribes ?? ['OPENAI'] }
}

function planOf(
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
  { questions, runs }: { questions: number; runs: number },
): Planned {
  const work = { calls: () => questions * runs, unread: 0, questions }
  const { calls, usd, worstUsd, seconds, ...estimate } = estimateSurveys([work], engines, scribes)
  return {
    ...designFigures({ questions, engines: engines.length, runs }),
    ...{
      questions,
      engines: engines.map(({ name }) => name),
      runs,
      calls,
      usd,
      worstUsd,
      seconds,
      scribes: estimate.scribes,
    },
  }
}

/** As many questions as the same money pays for with other numbers of runs, and without the engine that costs most. */
function alternativesTo(planned: Planned, engines: readonly EstimatedEngine[], scribes: ScribeChoice): Planned[] {
  const dearest = engines.toSorted((a, b) => b.estimate.typicalUsd - a.estimate.typicalUsd)[0]
  const fewer = engines.filter((engine) => engine !== dearest)
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
  // Where calls cost nothing they are what is kept the same.
  const share = planned.usd > 0 ? planned.usd / one.usd : planned.calls / one.calls
  // A sum of the same money can end a hair below.
  const questions = Math.min(MOST_QUESTIONS, Math.floor(share + 1e-9))
  return questions < 1 ? undefined : planOf(engines, scribes, { questions, runs })
}

function toJson({ questions, engines, runs, calls, usd, seconds, ...figures }: Planned) {
  return {
    ...{ questions, engines, runs, calls, cost: { usd: cents(usd) }, seconds },
    halfWidth: share(figures.halfWidth),
    halfWidthSameQuestions: share(figures.halfWidthSameQuestions),
    detectableChange: share(figures.detectableChange),
  }
}

function share(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}
