import { isDeepStrictEqual } from 'node:util'
import type { Change, ChangeReason } from '../contract/ranking.ts'
import { ENGINES, type EngineName, type Method, type Ruling } from '../contract/terms.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { pairedChange } from '../statistics/change.ts'

/** The largest expected share of false moves among those announced together. */
export const FALSE_DISCOVERY_RATE = 0.05

/** A brand's change before moves are decided, and the p-value of "nothing moved". */
export interface TestedChange {
  readonly change: Change
  readonly p: number | null
}

/** A counted answer of one of two surveys of the same questions, as it was published. */
interface ComparedAnswer {
  readonly question: number
  readonly engine: EngineName
  readonly run: number
  readonly model: string | null
}

/** The comparable counted answers of two surveys, with the later one's question numbers. */
export interface Compared<Answer extends ComparedAnswer> {
  readonly before: readonly Answer[]
  readonly after: readonly Answer[]
  /** The pairs of question and engine. */
  readonly comparedCells: number
  readonly leftOut: Change['leftOut']
}

/** The answers with their questions numbered as in `numbering`, without those to other questions. */
export function numberedAs<Answer extends ComparedAnswer>(
  answers: readonly Answer[],
  questions: readonly string[],
  numbering: readonly string[],
): Answer[] {
  return answers.flatMap((answer) => {
    const question = numbering.indexOf(questions[answer.question] ?? '')
    return question < 0 ? [] : [{ ...answer, question }]
  })
}

/** The answers of pairs of question and engine that both surveys counted with the same models, and the engines without one. */
export function inCommon<Answer extends ComparedAnswer>(
  before: readonly Answer[],
  after: readonly Answer[],
): Compared<Answer> {
  const [then, now] = [modelsByPair(before), modelsByPair(after)]
  const both = [...now.keys()].filter((pair) => then.has(pair))
  const same = new Set(both.filter((pair) => then.get(pair) === now.get(pair)))
  const engines = (pairs: Iterable<string>) => new Set([...pairs].map((pair) => pair.slice(pair.indexOf(' ') + 1)))
  const [compared, counted, otherModel] = [engines(same), engines([...then.keys(), ...now.keys()]), engines(both)]
  const reasonOf = (engine: EngineName): ChangeReason =>
    otherModel.has(engine) ? 'MODEL_CHANGED' : 'NOT_COUNTED_IN_BOTH'
  return {
    before: before.filter((answer) => same.has(pairOf(answer))),
    after: after.filter((answer) => same.has(pairOf(answer))),
    comparedCells: same.size,
    leftOut: ENGINES.filter((engine) => counted.has(engine) && !compared.has(engine)).map((engine) => ({
      engine,
      reason: reasonOf(engine),
    })),
  }
}

/** The change of a brand over the answers in common; the two functions say which of them name it. */
export function testChange<Answer extends ComparedAnswer>(
  { before, after, comparedCells, leftOut }: Compared<Answer>,
  namedThen: (answer: Answer) => boolean,
  namedNow: (answer: Answer) => boolean,
): TestedChange {
  const paired = pairedChange(scored(before, namedThen), scored(after, namedNow))
  if (paired === null) {
    const otherModels = leftOut.length > 0 && leftOut.every(({ reason }) => reason === 'MODEL_CHANGED')
    return incomparable(otherModels ? 'MODEL_CHANGED' : 'NOTHING_IN_COMMON', leftOut)
  }
  const [from, to] = [round(paired.from), round(paired.to)]
  const interval = { low: round(paired.interval.low), high: round(paired.interval.high) }
  return { change: { from, to, points: round(to - from), interval, moved: false, comparedCells, leftOut }, p: paired.p }
}

/** The change of a brand with nothing to compare. */
export function incomparable(reason: ChangeReason, leftOut: Change['leftOut'] = []): TestedChange {
  const nothing = { from: null, to: null, points: null, interval: null, moved: null }
  return { change: { ...nothing, comparedCells: 0, leftOut, reason }, p: null }
}

/** Whether two surveys were counted by different rules or readers, or one of them wasn't read completely. */
export function countedDifferently(then: Method, now: Method): boolean {
  const halfRead = [then, now].some(({ unread = 0 }) => unread > 0)
  return halfRead || then.detector !== now.detector || !isDeepStrictEqual(then.reader, now.reader)
}

/** The names in rulings that apply to only one of two surveys. */
export function ruledDifferently({ rulings: then = [] }: Method, { rulings: now = [] }: Method): Set<string> {
  const isIn = (ruling: Ruling, rulings: readonly Ruling[]) => rulings.some((each) => isDeepStrictEqual(each, ruling))
  const differing = [...then.filter((ruling) => !isIn(ruling, now)), ...now.filter((ruling) => !isIn(ruling, then))]
  return new Set(differing.flatMap(namesIn))
}

function namesIn(ruling: Ruling): string[] {
  if (ruling.kind === 'merge') return [ruling.name, ruling.into]
  return ruling.kind === 'alias' ? [ruling.name, ruling.spelling] : [ruling.name]
}

const pairOf = ({ question, engine }: ComparedAnswer): string => `${question} ${engine}`

/** The models that answered each pair of question and engine, as one text. */
function modelsByPair(answers: readonly ComparedAnswer[]): Map<string, string> {
  const byPair = Map.groupBy(answers, pairOf)
  return new Map([...byPair].map(([pair, own]) => [pair, [...new Set(own.map(({ model }) => model))].sort().join()]))
}

function scored<Answer extends ComparedAnswer>(
  answers: readonly Answer[],
  named: (answer: Answer) => boolean,
): ScoredCell[] {
  return answers.map((answer) => ({
    question: answer.question,
    engine: answer.engine,
    run: answer.run,
    named: named(answer),
  }))
}

function round(rate: number): number {
  return Math.round(rate * 10_000) / 10_000
}
