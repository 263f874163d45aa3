import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { otherQuestionsInterval } from './other-questions.ts'
import { type Spread, spread } from './variance.ts'

/** The two-sided 95 % normal quantile. */
const Z = 1.959964

/** The weight of a prior with a design effect of 1; set with test/bench/statistics.ts. */
const PRIOR_RUNS = 2

/** The binomial variance of a count, with half an answer added to each side so that it is never 0. */
const binomialVariance = (named: number, answers: number): number => {
  const rate = (named + 0.5) / (answers + 1)
  return answers * rate * (1 - rate)
}

/** The design effect: the variance across runs over the binomial one, shrunk towards 1. */
const designEffect = ({ total, answers, acrossRuns }: Spread): number =>
  (acrossRuns + PRIOR_RUNS) / (binomialVariance(total, answers) + PRIOR_RUNS)

/** Wilson's score interval of a rate in a sample of `size`, which may be fractional. */
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
  return around(rate, scoreInterval(rate, sums.answers / designEffect(sums)))
}

/** Widens an interval by an independent variance (G. Y. Zou and A. Donner, Stat. Med. 27, 2008). */
const widened = (rate: number, { low, high }: Interval, variance: number): Interval => {
  const margin = Z * Math.sqrt(variance)
  return { low: rate - Math.hypot(rate - low, margin), high: rate + Math.hypot(high - rate, margin) }
}

/** The rate of at least one cell and its interval for asking the same questions again, see `rateIntervals`. */
export const sameQuestionsRate = (
  cells: readonly ScoredCell[],
): { readonly rate: number; readonly interval: Interval } => {
  const sums = spreadOf(cells)
  return { rate: sums.total / sums.answers, interval: sameQuestionsInterval(sums) }
}

/** Clamps an interval to 0..1 and extends it to the rate. */
const around = (rate: number, { low, high }: Interval): Interval => ({
  low: Math.max(0, Math.min(rate, low)),
  high: Math.min(1, Math.max(rate, high)),
})

/**
 * Two 95 % intervals of a rate, each within 0..1 and including the rate; 0..1 means that the data don't determine it.
 *
 * `interval` is for other buyer questions of the category: `otherQuestionsInterval` widened by the drift between runs,
 * never narrower than the other one, and 0..1 for a single intent.
 *
 * `intervalSameQuestions` is for asking the same questions again: the score interval of E. B. Wilson (J. Am. Stat.
 * Assoc. 22, 1927) at the effective sample size, as recommended by C. Franco, R. J. A. Little, T. A. Louis and E. V.
 * Slud (J. Surv. Stat. Methodol. 7, 2019).
 */
export const rateIntervals = (
  cells: readonly ScoredCell[],
): { readonly interval: Interval; readonly intervalSameQuestions: Interval } => {
  const whole = { low: 0, high: 1 }
  if (cells.length === 0) return { interval: whole, intervalSameQuestions: whole }
  const sums = spreadOf(cells)
  const rate = sums.total / sums.answers
  const same = sameQuestionsInterval(sums)
  if (sums.intents < 2) return { interval: whole, intervalSameQuestions: same }
  const drift = sums.acrossDays / (sums.answers * sums.answers)
  const other = around(rate, widened(rate, around(rate, otherQuestionsInterval(cells)), drift))
  const interval = { low: Math.min(other.low, same.low), high: Math.max(other.high, same.high) }
  return { interval, intervalSameQuestions: same }
}
