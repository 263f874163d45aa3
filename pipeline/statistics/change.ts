import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { sameQuestionsRate } from './intervals.ts'

/**
 * A brand's rates (0..1) in two months over the question x engine pairs that both counted, with the test of their
 * difference.
 */
interface PairedChange {
  readonly from: number
  readonly to: number
  /** The 95 % interval of `to - from`, within -1..1. */
  readonly interval: Interval
  readonly p: number | null
}

/** A question x engine pair that both months counted. */
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
      // It is sorted, because the order of summation changes the last digit of p.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, later]) => {
        const then = earlier.get(key)
        return then === undefined ? [] : [{ before: then, after: later }]
      })
  )
}

/**
 * The hypergeometric distribution of the number of `mentions` in the later of two months with `before` and `after`
 * answers; `weights[0]` is the probability of `lowest`.
 */
const hypergeometric = (before: number, after: number, mentions: number): { lowest: number; weights: number[] } => {
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

/** The null distribution of the later month's mentions, given the total of both months. */
interface NullDistribution {
  /** The probability of each count, from the smallest possible one. */
  readonly distribution: readonly number[]
  /** The index of the observed count. */
  readonly observed: number
}

const nullDistributionOf = (strata: readonly Stratum[]): NullDistribution => {
  let distribution = [1]
  let observed = 0
  for (const { before, after } of strata) {
    const { lowest, weights } = hypergeometric(before.answers, after.answers, before.named + after.named)
    distribution = convolve(distribution, weights)
    observed += after.named - lowest
  }
  return { distribution, observed }
}

/** The null distribution over the pairs that both months counted. */
export const nullDistribution = (before: readonly ScoredCell[], after: readonly ScoredCell[]): NullDistribution =>
  nullDistributionOf(strataOf(before, after))

/** The two-sided mid-p value; null if only one count is possible. */
const pValue = ({ distribution, observed }: NullDistribution): number | null => {
  if (distribution.length === 1) return null
  const half = (distribution[observed] ?? 0) / 2
  const below = sum(distribution.slice(0, observed)) + half
  const above = sum(distribution.slice(observed + 1)) + half
  return Math.min(1, 2 * Math.min(below, above))
}

/**
 * The change of a brand's rate between two months, whose questions must have the same indices, over the question x
 * engine pairs that both counted, using all their answers. Null without such pairs.
 *
 * The rates weigh each pair by n n' / (n + n') of its answers in both months, as N. Mantel and W. Haenszel do (J. Natl.
 * Cancer Inst. 22, 1959), so that answers missing in one month don't move them.
 *
 * `p` is the two-sided mid-p value of the exact conditional test of stratified 2 x 2 tables (A. Agresti, Stat. Sci. 7,
 * 1992; K. F. Hirji, S.-J. Tan and R. M. Elashoff, Stat. Med. 10, 1991), or null if no pair has both mentions and
 * misses. It is not guaranteed to keep its level but does in simulation (test/statistics/measures.ts).
 *
 * The interval combines the two months' same-questions intervals (G. Y. Zou and A. Donner, Stat. Med. 27, 2008).
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
    interval: differenceInterval(to - from, inCommon(before, after), inCommon(after, before)),
    p: pValue(nullDistributionOf(strata)),
  }
}

/** The cells of pairs that are also in `others`. */
const inCommon = (cells: readonly ScoredCell[], others: readonly ScoredCell[]): ScoredCell[] => {
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
