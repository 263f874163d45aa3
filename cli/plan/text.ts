import type { EngineName } from '../../pipeline/contract/terms.ts'
import { counted } from '../../pipeline/contract/wording.ts'
import { ASSUMED, type DesignFigures } from '../../pipeline/statistics/design.ts'
import type { ScribeEstimate } from '../../pipeline/survey/estimate.ts'
import { prose } from '../terminal/columns.ts'
import { dollars, duration } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** A survey's design, its cost and its statistical figures. */
export interface Planned extends DesignFigures {
  readonly questions: number
  readonly engines: readonly EngineName[]
  readonly runs: number
  readonly calls: number
  readonly usd: number
  readonly worstUsd: number
  readonly seconds: number
  readonly scribes: readonly ScribeEstimate[]
}

interface PlanToShow {
  readonly planned: Planned
  /** The same with twice the questions, and with twice the runs. */
  readonly doubled: { readonly questions: Planned; readonly runs: Planned }
  readonly alternatives: readonly Planned[]
  readonly simulated: boolean
}

/** The design, its cost and precision, what more money would buy, and the alternatives to it, as text. */
export function planText({ planned, doubled, alternatives, simulated }: PlanToShow): string {
  const { questions, engines, runs, calls, usd, worstUsd, seconds, scribes } = planned
  const scribeCalls = scribes.reduce((sum, each) => sum + each.calls, 0)
  const factors = [counted(questions, 'question'), counted(engines.length, 'engine'), counted(runs, 'run')]
  const size = `${factors.join(' x ')}: ${counted(calls, 'call')}`
  const cost = simulated
    ? 'simulated, which costs nothing.'
    : `usually ${dollars(usd)} and at most ${dollars(worstUsd)} ` +
      `(including ${counted(scribeCalls, 'call')} to the scribe), about ${duration(seconds)}.`
  const paragraphs = [
    `${size}, ${cost} Nothing was asked.`,
    precisionOf(planned),
    changeOf(planned),
    whatMoneyBuys(doubled, simulated),
  ]
  const text = paragraphs.map((paragraph) => `${prose(paragraph).join('\n')}\n`).join('\n')
  return alternatives.length === 0 ? text : `${text}\n${alternativesText(planned, alternatives, simulated)}`
}

function precisionOf({ halfWidth, halfWidthSameQuestions }: Planned): string {
  const begin = `A brand that ${Math.round(100 * ASSUMED.rate)} % of the answers name would be known`
  const same = `to ${points(halfWidthSameQuestions)} for asking these questions again`
  return halfWidth === null
    ? `${begin} ${same}; a single question says nothing about other questions of its category. (95 % intervals.)`
    : `${begin} to ${points(halfWidth)} for other questions of its category, and ${same} (95 % intervals).`
}

function changeOf({ detectableChange }: Planned): string {
  return detectableChange === null
    ? 'No change from one month to the next could be told from chance.'
    : [
        `In a list of ${ASSUMED.brands} brands of which one moves, a rise of ${(100 * detectableChange).toFixed(1)}`,
        'points or more from one month to the next would be announced 4 times out of 5;',
        'a smaller one is more often too close to tell.',
      ].join(' ')
}

/** What twice the questions and twice the runs would buy, and why a rewording doesn't count as another question. */
function whatMoneyBuys({ questions, runs }: PlanToShow['doubled'], simulated: boolean): string {
  const known = ({ halfWidth }: Planned) =>
    halfWidth === null ? 'still not be known' : `be known to ${points(halfWidth)}`
  const price = ({ calls, usd }: Planned) => (simulated ? `in ${counted(calls, 'call')}` : `for ${dollars(usd)}`)
  return [
    `Spend money on different buyer intents. With ${questions.questions} questions, each with an intent of its own, the brand would`,
    `${known(questions)} for other questions of its category, ${price(questions)}; with ${runs.runs} runs of the same`,
    `${counted(runs.questions, 'question')} it would ${known(runs)}, ${price(runs)}. A rewording is not another intent: measured on`,
    '792 public answers, rewording adds 0.03 to a variance of 0.21, and one list in ten is the same when asked again.',
    'Questions that ask for the same thing are named and count as one. Another country or language of a category is a',
    'ranking of its own, at the same price again.',
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
    `Other designs ${simulated ? 'with as many calls' : 'for the same money'} (this one first):\n`,
    table(head, rows),
    ...left.map((name) => `The row with fewer engines leaves out ${name}, the most expensive.\n`),
  ].join('\n')
}
