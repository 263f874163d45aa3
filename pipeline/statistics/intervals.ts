import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { otherQuestionsInterval } from './other-questions.ts'
import { type Spread, spread } from './variance.ts'

/** The normal quantile of a two-sided 95 %. */
const Z = 1.959964

/** How much a variance across runs of the binomial size weighs beside the data's own; found with test/bench/statistics.ts. */
const PRIOR_RUNS = 2

/** The binomial variance of a count, with half an answer added to either side so that it is 0 at neither end. */
const binomialVariance = (named: number, answers: number): number => {
  const rate = (named + 0.5) / (answers + 1)
  return answers * rate * (1 - rate)
}

/** The variance across runs over the binomial one (the design effect), drawn towards 1. */
const runsEffect = ({ total, answers, acrossRuns }: Spread): number =>
  (acrossRuns + PRIOR_RUNS) / (binomialVariance(total, answers) + PRIOR_RUNS)

/** Wilson's score interval of a rate in a sample of `size`, which need not be whole. */
const scoreInterval = (rate: number, size: number): Interval => {
  const k = (Z * Z) / size
  const centre = (rate + k / 2) / (1 + k)
  const half = Math.sqrt(k * rate * (1 - rate) + (k * k) / 4) / (1 + k)
  return { low: centre - half, high: centre + half }
}

const spreadOf = (cells: readonly ScoredCell[]): Spread =>
  spread(cells.map(({ named, ...cell }) => ({ ...cell, score: named ? 1 : 0 })))

const sameQuestionsInterval = (sums: Spread): Interval => {
  const rate = sums.total / sums.answers
  return around(rate, scoreInterval(rate, sums.answers / runsEffect(sums)))
}

/**
 * Adds a variance that the interval does not know of: the distances of both ends from the rate grow as the roots of sums of
 * squares, as those of a sum of independent estimates do (G. Y. Zou and A. Donner, Stat. Med. 27, 2008).
 */
const widened = (rate: number, { low, high }: Interval, variance: number): Interval => {
  const further = Z * Math.sqrt(variance)
  return { low: rate - Math.hypot(rate - low, further), high: rate + Math.hypot(high - rate, further) }
}

/** A rate, from at least one cell, and its interval for asking these questions again: see `rateIntervals`. */
export const sameQuestionsRate = (
  cells: readonly ScoredCell[],
): { readonly rate: number; readonly interval: Interval } => {
  const sums = spreadOf(cells)
  return { rate: sums.total / sums.answers, interval: sameQuestionsInterval(sums) }
}

/** Makes both ends lie in 0..1 and hold the rate. */
const around = (rate: number, { low, high }: Interval): Interval => ({
  low: Math.max(0, Math.min(rate, low)),
  high: Math.min(1, Math.max(rate, high)),
})

/**
 * The two 95 % intervals of a rate, mentions over counted answers, each within 0..1 and holding the rate.
 *
 * `interval` is for other buyer questions of the category: see `otherQuestionsInterval`, widened by what the engines seem
 * to have drifted between the runs. It is never narrower than the other one: other questions are never better known.
 *
 * `intervalSameQuestions` is for asking these questions again: the score interval of E. B. Wilson (J. Am. Stat. Assoc. 22,
 * 1927) at the effective sample size, which is the answers over their design effect, as C. Franco, R. J. A. Little, T. A.
 * Louis and E. V. Slud recommend for complex surveys (J. Surv. Stat. Methodol. 7, 2019). The design effect is the variance
 * across runs (see `spread`) over the binomial one, drawn a little towards 1, since few mentions tell little of it.
 *
 * An interval of 0..1 says that the data cannot say: both have it without an answer, `interval` with a single question.
 * Symmetric: naming and not naming exchanged mirror the intervals. The order of the cells changes no digit.
 */
export const rateIntervals = (
  cells: readonly ScoredCell[],
): { readonly interval: Interval; readonly intervalSameQuestions: Interval } => {
  const whole = { low: 0, high: 1 }
  if (cells.length === 0) return { interval: whole, intervalSameQuestions: whole }
  const sums = spreadOf(cells)
  const rate = sums.total / sums.answers
  const same = sameQuestionsInterval(sums)
  if (sums.questions < 2) return { interval: whole, intervalSameQuestions: same }
  const drift = sums.acrossDays / (sums.answers * sums.answers)
  const other = around(rate, widened(rate, around(rate, otherQuestionsInterval(cells)), drift))
  const interval = { low: Math.min(other.low, same.low), high: Math.max(other.high, same.high) }
  return { interval, intervalSameQuestions: same }
}
