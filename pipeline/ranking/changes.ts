import { isDeepStrictEqual } from 'node:util'
import type { Change, ChangeReason, FrozenRanking, RankingAnswer } from '../contract/ranking.ts'
import type { Method, Ruling } from '../contract/terms.ts'
import { ENGINES, type EngineName, isCounted } from '../contract/terms.ts'
import type { Brand, KnownName } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { pairedChange } from '../statistics/change.ts'

/** A brand's change before moves are decided, and the p-value of "nothing moved". */
export interface TestedChange {
  readonly change: Change
  readonly p: number | null
}

interface ComparedWith {
  readonly questions: readonly string[]
  readonly previous: FrozenRanking | undefined
  /** Every brand of this month, also those that no answer names. */
  readonly all: readonly Brand[]
}

/** The comparable counted answers of both months, with this month's question numbers. */
interface Compared {
  readonly before: readonly RankingAnswer[]
  readonly after: readonly RankingAnswer[]
  readonly comparedCells: number
  readonly leftOut: Change['leftOut']
}

/**
 * The change of each brand since the previous published month, in the order of `brands`; undefined without an earlier month.
 * It compares the pairs of question and engine that both months counted with the same model, the same complete reader and
 * the same rules, except for brands whose rulings differ.
 */
export function changes(
  brands: readonly Brand[],
  counted: readonly RankingAnswer[],
  method: Method,
  { questions, previous, all }: ComparedWith,
): (TestedChange | undefined)[] {
  if (previous === undefined) return brands.map(() => undefined)
  const before = previous.answers.filter(isCounted)
  const compared = inCommon(numberedAs(before, previous.prompts, questions), counted)
  const ruled = ruledOtherwise(previous.method, method)
  return brands.map((brand) => {
    const then = asPublished(brand, previous, all)?.name
    const namedThen = (answer: RankingAnswer) => then !== undefined && answer.brands.includes(then)
    if (countedOtherwise(previous.method, method) || [brand.name, ...brand.spellings].some((name) => ruled.has(name)))
      return { change: incomparable('RULES_CHANGED', []), p: null }
    const namedNow = (answer: RankingAnswer) => answer.brands.includes(brand.name)
    return tested(compared, scored(compared.before, namedThen), scored(compared.after, namedNow))
  })
}

/** The brands of the month before, which are looked for again, as a brand missed by the reader would look like a fall. */
export function knownFrom(previous: FrozenRanking | undefined): KnownName[] {
  return (previous?.brands ?? []).map(({ name, domain = null }) => ({ name, domain }))
}

/**
 * The brand as the earlier month published it, matched by any of its names, or by its domain where only one brand has it in
 * each month, as products of one maker share theirs. `all` are the brands of this month.
 */
export function asPublished(
  brand: Brand,
  previous: FrozenRanking,
  all: readonly Brand[],
): FrozenRanking['brands'][number] | undefined {
  const folded = (name: string) => name.normalize('NFKC').toLowerCase()
  const known = new Set([brand.name, ...brand.spellings].map(folded))
  const byName = previous.brands.find((then) => known.has(folded(then.name)))
  if (byName !== undefined || brand.domain === null) return byName
  const [then, ...others] = previous.brands.filter(({ domain }) => domain === brand.domain)
  const isOnly = others.length === 0 && all.filter(({ domain }) => domain === brand.domain).length === 1
  return isOnly ? then : undefined
}

function tested(
  { comparedCells, leftOut }: Compared,
  before: readonly ScoredCell[],
  after: readonly ScoredCell[],
): TestedChange {
  const paired = pairedChange(before, after)
  if (paired === null) {
    const otherModels = leftOut.length > 0 && leftOut.every(({ reason }) => reason === 'MODEL_CHANGED')
    return { change: incomparable(otherModels ? 'MODEL_CHANGED' : 'NOTHING_IN_COMMON', leftOut), p: null }
  }
  const [from, to] = [round(paired.from), round(paired.to)]
  const interval = { low: round(paired.interval.low), high: round(paired.interval.high) }
  return { change: { from, to, points: round(to - from), interval, moved: false, comparedCells, leftOut }, p: paired.p }
}

function incomparable(reason: ChangeReason, leftOut: Change['leftOut']): Change {
  const nothing = { from: null, to: null, points: null, interval: null, moved: null }
  return { ...nothing, comparedCells: 0, leftOut, reason }
}

function round(rate: number): number {
  return Math.round(rate * 10_000) / 10_000
}

function countedOtherwise(then: Method, now: Method): boolean {
  const halfRead = [then, now].some(({ unread = 0 }) => unread > 0)
  return halfRead || then.detector !== now.detector || !isDeepStrictEqual(then.reader, now.reader)
}

/** The names in rulings that apply to only one of the two months. */
function ruledOtherwise({ rulings: then = [] }: Method, { rulings: now = [] }: Method): Set<string> {
  const isIn = (ruling: Ruling, rulings: readonly Ruling[]) => rulings.some((each) => isDeepStrictEqual(each, ruling))
  const differing = [...then.filter((ruling) => !isIn(ruling, now)), ...now.filter((ruling) => !isIn(ruling, then))]
  return new Set(differing.flatMap(namesIn))
}

function namesIn(ruling: Ruling): string[] {
  if (ruling.kind === 'merge') return [ruling.name, ruling.into]
  return ruling.kind === 'alias' ? [ruling.name, ruling.spelling] : [ruling.name]
}

/** The answers with their questions numbered as in `numbering`, without those to other questions. */
function numberedAs(
  answers: readonly RankingAnswer[],
  prompts: readonly string[],
  numbering: readonly string[],
): RankingAnswer[] {
  return answers.flatMap((answer) => {
    const question = numbering.indexOf(prompts[answer.question] ?? '')
    return question < 0 ? [] : [{ ...answer, question }]
  })
}

const pairOf = ({ question, engine }: RankingAnswer): string => `${question} ${engine}`

/** The pairs of question and engine that both months counted with the same models, and the engines without one. */
function inCommon(before: readonly RankingAnswer[], after: readonly RankingAnswer[]): Compared {
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

/** The models that answered each pair of question and engine, as one text. */
function modelsByPair(answers: readonly RankingAnswer[]): Map<string, string> {
  const byPair = Map.groupBy(answers, pairOf)
  return new Map([...byPair].map(([pair, own]) => [pair, [...new Set(own.map(({ model }) => model))].sort().join()]))
}

function scored(answers: readonly RankingAnswer[], named: (answer: RankingAnswer) => boolean): ScoredCell[] {
  return answers.map((answer) => ({
    question: answer.question,
    engine: answer.engine,
    run: answer.run,
    named: named(answer),
  }))
}
