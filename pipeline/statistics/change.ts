import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { sameQuestionsRate } from './intervals.ts'

/** A brand's rates (0..1) in two months over the question x engine pairs that both counted, and what is known of their difference. */
export interface PairedChange {
  readonly from: number
  readonly to: number
  /** The 95 % interval of `to - from`, within -1..1. */
  readonly interval: Interval
  readonly p: number | null
}

/** A question x engine that both months counted: the answers of each month, and how many of them named the brand. */
interface Stratum {
  readonly before: Tally
  readonly after: Tally
}

interface Tally {
  answers: number
  named: number
}

const tallied = (cells: readonly ScoredCell[]): Map<string, Tally> => {
  const tallies = new Map<string, Tally>()
  for (const { question, engine, named } of cells) {
    const key = `${question} ${engine}`
    const tally = tallies.get(key) ?? { answers: 0, named: 0 }
    tally.answers += 1
    tally.named += named ? 1 : 0
    tallies.set(key, tally)
  }
  return tallies
}

const strataOf = (before: readonly ScoredCell[], after: readonly ScoredCell[]): Stratum[] => {
  const earlier = tallied(before)
  return (
    [...tallied(after)]
      // In an order of their own: the last digit of p depends on it.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, later]) => {
        const then = earlier.get(key)
        return then === undefined ? [] : [{ before: then, after: later }]
      })
  )
}

/**
 * The hypergeometric distribution of the mentions that fall into the second of two months of so many answers, when
 * `mentions` of both together are dealt out at random; index 0 is `lowest`.
 */
const dealt = (before: number, after: number, mentions: number): { lowest: number; weights: number[] } => {
  const lowest = Math.max(0, mentions - before)
  const highest = Math.min(after, mentions)
  const weights = [1]
  let sum = 1
  let weight = 1
  for (let k = lowest; k < highest; k += 1) {
    weight *= ((mentions - k) * (after - k)) / ((k + 1) * (before - mentions + k + 1))
    weights.push(weight)
    sum += weight
  }
  return { lowest, weights: weights.map((each) => each / sum) }
}

const convolve = (a: readonly number[], b: readonly number[]): number[] => {
  const out = new Array<number>(a.length + b.length - 1).fill(0)
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      out[i + j] = (out[i + j] ?? 0) + x * y
    })
  })
  return out
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The later month's mentions if each question x engine kept its rate, given those of both months together. */
export interface DealtMonths {
  /** The probability of each count, from the fewest that are possible. */
  readonly distribution: readonly number[]
  /** The index of the count that was seen. */
  readonly seen: number
}

const dealtMonths = (strata: readonly Stratum[]): DealtMonths => {
  let distribution = [1]
  let seen = 0
  for (const { before, after } of strata) {
    const { lowest, weights } = dealt(before.answers, after.answers, before.named + after.named)
    distribution = convolve(distribution, weights)
    seen += after.named - lowest
  }
  return { distribution, seen }
}

/** How the later month's mentions would be dealt over the pairs that both months counted. */
export const dealtChange = (before: readonly ScoredCell[], after: readonly ScoredCell[]): DealtMonths =>
  dealtMonths(strataOf(before, after))

/** Both tails of what was seen, which itself counts half (mid-p). */
const pValue = ({ distribution, seen }: DealtMonths): number | null => {
  if (distribution.length === 1) return null
  const half = (distribution[seen] ?? 0) / 2
  const below = sum(distribution.slice(0, seen)) + half
  const above = sum(distribution.slice(seen + 1)) + half
  return Math.min(1, 2 * Math.min(below, above))
}

/**
 * The change of a brand's rate between two months, over the question x engine pairs that both have answers of, with all
 * answers of these; the questions of both bear the same indices. Null when the months have no pair in common.
 *
 * The rates weigh each pair alike in both months, by n n' / (n + n') of its answers, as N. Mantel and W. Haenszel (J. Natl.
 * Cancer Inst. 22, 1959): where a pair lost answers in one month the rates don't move for that. With as many answers
 * everywhere they are the plain ones.
 *
 * `p` is that of the exact conditional test of stratified 2 x 2 tables (A. Agresti, A Survey of Exact Inference for
 * Contingency Tables, Stat. Sci. 7, 1992): under the hypothesis that each question x engine keeps its rate, its
 * mentions fall into the two months as if dealt out, so the later month's mentions are a sum of independent
 * hypergeometric counts. Two-sided, twice the smaller tail, and mid-p: what was seen counts half, because the test is
 * else too careful for counts (K. F. Hirji, S.-J. Tan and R. M. Elashoff, Stat. Med. 10, 1991). It is not bound to keep
 * its level, and does in simulation, where it finds what the best unbiased test finds (test/statistics/measures.ts).
 * Null where the data cannot say: no question x engine has both mentions and none.
 *
 * The interval joins those that each month's rate has for asking these questions again, as the distances of independent
 * estimates join (G. Y. Zou and A. Donner, Stat. Med. 27, 2008).
 */
export const pairedChange = (before: readonly ScoredCell[], after: readonly ScoredCell[]): PairedChange | null => {
  const strata = strataOf(before, after)
  if (strata.length === 0) return null
  const weights = strata.map(
    (pair) => (pair.before.answers * pair.after.answers) / (pair.before.answers + pair.after.answers),
  )
  const mean = (tally: (pair: Stratum) => Tally): number =>
    sum(strata.map((pair, at) => (weights[at] ?? 0) * (tally(pair).named / tally(pair).answers))) / sum(weights)
  const [from, to] = [mean((pair) => pair.before), mean((pair) => pair.after)]
  return {
    from,
    to,
    interval: differenceInterval(to - from, common(before, after), common(after, before)),
    p: pValue(dealtMonths(strata)),
  }
}

/** The cells of pairs that the other month has answers of, too. */
const common = (cells: readonly ScoredCell[], others: readonly ScoredCell[]): ScoredCell[] => {
  const pairs = tallied(others)
  return cells.filter(({ question, engine }) => pairs.has(`${question} ${engine}`))
}

const differenceInterval = (
  difference: number,
  before: readonly ScoredCell[],
  after: readonly ScoredCell[],
): Interval => {
  const [then, now] = [sameQuestionsRate(before), sameQuestionsRate(after)]
  const below = Math.hypot(now.rate - now.interval.low, then.interval.high - then.rate)
  const above = Math.hypot(now.interval.high - now.rate, then.rate - then.interval.low)
  return { low: Math.max(-1, difference - below), high: Math.min(1, difference + above) }
}
