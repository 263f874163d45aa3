import type { EstimatedEngine } from '../../pipeline/ask/estimate.ts'
import { estimateCalls } from '../../pipeline/ask/estimate.ts'
import type { Config } from '../../pipeline/config.ts'
import { keyVariable } from '../../pipeline/config.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { counted } from '../../pipeline/contract/wording.ts'
import { callEstimate } from '../../pipeline/engines/prices.ts'
import { ASSUMED, type DesignFigures, designFigures } from '../../pipeline/statistics/design.ts'
import type { ScribeChoice, ScribeEstimate } from '../../pipeline/survey/estimate.ts'
import { withScribes } from '../../pipeline/survey/estimate.ts'
import { SECOND_SHARE } from '../../pipeline/survey/sample.ts'
import type { CommonFlags } from '../command/command.ts'
import { estimatedScribes } from '../setup/engines.ts'
import { scribesJson } from '../setup/estimate.ts'
import { settings } from '../setup/store.ts'
import { wrapped } from '../terminal/columns.ts'
import type { Terminal } from '../terminal/output.ts'
import { cents, dollars, duration, EXIT, printJson } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

const COLUMNS = 80

/** How often each question could be asked instead, and how many questions are worth writing. */
const RUNS = [1, 2, 3, 5, 8]
const MOST_QUESTIONS = 100

interface PlanFlags extends CommonFlags {
  readonly questions: number
  readonly engines?: EngineName[]
  readonly runs: number
  readonly simulate?: boolean
}

/** A survey with what it costs and what it could find. */
interface Planned extends DesignFigures {
  readonly questions: number
  readonly engines: readonly EngineName[]
  readonly runs: number
  readonly calls: number
  readonly usd: number
  readonly worstUsd: number
  readonly seconds: number
  readonly scribes: readonly ScribeEstimate[]
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
  const asked = estimateCalls(engines, () => questions * runs)
  const { calls, usd, worstUsd, seconds, ...estimate } = withScribes(
    asked,
    [{ answers: asked.calls, questions }],
    scribes,
  )
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

function planText(planned: Planned, alternatives: readonly Planned[], simulated: boolean): string {
  const { questions, engines, runs, calls, usd, worstUsd, seconds, scribes } = planned
  const scribeCalls = scribes.reduce((sum, each) => sum + each.calls, 0)
  const size = `${counted(questions, 'question')} x ${counted(engines.length, 'engine')} x ${counted(runs, 'run')}: ${counted(calls, 'call')}`
  const cost = simulated
    ? 'simulated, which costs nothing.'
    : `usually ${dollars(usd)} and at most ${dollars(worstUsd)} (${counted(scribeCalls, 'call')} of the scribe included), about ${duration(seconds)}.`
  const paragraphs = [`${size}, ${cost} Nothing was asked.`, precisionOf(planned), changeOf(planned)]
  const text = paragraphs.map((paragraph) => `${wrapped(paragraph, COLUMNS).join('\n')}\n`).join('\n')
  return alternatives.length === 0 ? text : `${text}\n${alternativesText(planned, alternatives, simulated)}`
}

function precisionOf({ halfWidth, halfWidthSameQuestions }: Planned): string {
  const begin = `A brand that ${Math.round(100 * ASSUMED.rate)} % of the answers name would be known`
  const same = `to ${points(halfWidthSameQuestions)} for asking these questions again`
  return halfWidth === null
    ? `${begin} ${same}; a single question says nothing of other questions of its category. (95 % intervals.)`
    : `${begin} to ${points(halfWidth)} for other questions of its category, and ${same} (95 % intervals).`
}

function changeOf({ detectableChange }: Planned): string {
  return detectableChange === null
    ? 'From one month to the next no change of it could be told from chance.'
    : [
        `In a list of ${ASSUMED.brands} brands of which one moves, a rise of ${(100 * detectableChange).toFixed(1)}`,
        'points or more from one month to the next would be announced in 4 months of 5;',
        'a smaller one is more often too close to tell.',
      ].join(' ')
}

function points(value: number): string {
  return `±${(100 * value).toFixed(1)} points`
}

function alternativesText(planned: Planned, alternatives: readonly Planned[], simulated: boolean): string {
  const rows = [planned, ...alternatives].map((each) => [
    String(each.questions),
    String(each.engines.length),
    String(each.runs),
    String(each.calls),
    dollars(each.usd),
    duration(each.seconds),
    each.halfWidth === null ? '–' : points(each.halfWidth),
    each.detectableChange === null ? '–' : `${(100 * each.detectableChange).toFixed(1)} points`,
  ])
  const head = ['questions', 'engines', 'runs', 'calls', 'cost', 'time', 'known to', 'change from']
  const left = alternatives.flatMap(({ engines }) => planned.engines.filter((name) => !engines.includes(name)))
  return [
    `${simulated ? 'As many calls' : 'The same money'}, spent otherwise (this design first):\n`,
    table(head, rows),
    ...left.map((name) => `The row with fewer engines leaves out ${name}, which costs most.\n`),
  ].join('\n')
}
