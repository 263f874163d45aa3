import tQuantile from '@stdlib/stats-base-dists-t-quantile'
import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { type Spread, spread } from './variance.ts'

/** The normal quantile of a two-sided 95 %. */
const Z = 1.959964

/** What an answer's neighbours on the same question share before the data say so: the usual clustering of such surveys. */
const PRIOR_CORRELATION = 0.3

/** How much the priors weigh, in units of the binomial variance of a count; found with test/bench/statistics.ts. */
const PRIOR_QUESTIONS = 0.2
const PRIOR_RUNS = 2

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** The binomial variance of a count, with `extra` answers added to either side so that it is 0 at neither end. */
const binomialVariance = (named: number, answers: number, extra: number): number => {
  const rate = (named + extra) / (answers + 2 * extra)
  return answers * rate * (1 - rate)
}

/** The variance across runs over the binomial one (the design effect), drawn towards 1. */
const runsEffect = ({ total, answers, acrossRuns }: Spread): number =>
  (acrossRuns + PRIOR_RUNS) / (binomialVariance(total, answers, 0.5) + PRIOR_RUNS)

/** Wilson's score interval of a rate in a sample of `size`, which need not be whole. */
const scoreInterval = (rate: number, size: number): Interval => {
  const k = (Z * Z) / size
  const centre = (rate + k / 2) / (1 + k)
  const half = Math.sqrt(k * rate * (1 - rate) + (k * k) / 4) / (1 + k)
  return { low: centre - half, high: centre + half }
}

/** The interval on the logit scale of a rate in a sample of `size`, with half an answer added to either side. */
const logitInterval = (rate: number, size: number): Interval => {
  const shrunk = (rate * size + 0.5) / (size + 1)
  const centre = Math.log(shrunk / (1 - shrunk))
  const half = Z / Math.sqrt((size + 1) * shrunk * (1 - shrunk))
  return { low: sigmoid(centre - half), high: sigmoid(centre + half) }
}

/** Makes both ends lie in 0..1 and hold the rate. */
const around = (rate: number, { low, high }: Interval): Interval => ({
  low: Math.max(0, Math.min(rate, low)),
  high: Math.min(1, Math.max(rate, high)),
})

const sameQuestions = (sums: Spread): Interval =>
  scoreInterval(sums.total / sums.answers, sums.answers / runsEffect(sums))

const otherQuestions = (sums: Spread): Interval => {
  const { total, answers, questions, acrossQuestions } = sums
  const perQuestion = answers / questions
  const binomial = binomialVariance(total, answers, 1)
  const prior = 1 + (perQuestion - 1) * PRIOR_CORRELATION
  const effect = (acrossQuestions + PRIOR_QUESTIONS * prior) / (binomial + PRIOR_QUESTIONS)
  const correlation = perQuestion > 1 ? Math.min(1, Math.max(0, (effect - 1) / (perQuestion - 1))) : 0
  // The excess kurtosis of one answer is 1 / (p (1 - p)) - 6; a question's answers keep as much of it as they share.
  const kurtosis = correlation * Math.max(0, answers / binomial - 6)
  const freedom = Math.max(1, (2 * (questions - 1)) / (2 + kurtosis))
  const stretch = tQuantile(0.975, freedom) / Z
  return logitInterval(total / answers, answers / (stretch * stretch * effect))
}

/**
 * The two 95 % intervals of a rate, mentions over counted answers, each within 0..1 and holding the rate.
 *
 * `interval` is for other buyer questions of the category: the variance across questions (see `spread`) gives an
 * effective sample size, cut by the t quantile as E. L. Korn and B. I. Graubard do (Survey Methodology 24, 1998), for an
 * interval on the logit scale (N. Dean and M. Pagano, J. Surv. Stat. Methodol. 3, 2015, compare these). Its degrees of
 * freedom are those of a variance estimated from heavy-tailed questions (F. E. Satterthwaite, Biometrics Bull. 2, 1946):
 * a rare brand named on few questions has far fewer than questions - 1. It is never narrower than the other interval, and
 * 0..1 with one question.
 *
 * `intervalSameQuestions` is for asking these questions again: Wilson's score interval (J. Am. Stat. Assoc. 22, 1927) at
 * the effective sample size that the variance within question x engine gives (W. G. Cochran, Sampling Techniques, 3rd
 * ed., 1977, chapter 5).
 *
 * Both design effects are drawn a little towards a prior, since few mentions tell little of their own variance. With no
 * answers both are 0..1. Symmetric: naming and not naming exchanged mirror the intervals.
 */
export const rateIntervals = (
  cells: readonly ScoredCell[],
): { readonly interval: Interval; readonly intervalSameQuestions: Interval } => {
  const whole = { low: 0, high: 1 }
  if (cells.length === 0) return { interval: whole, intervalSameQuestions: whole }
  const sums = spread(cells.map(({ question, engine, named }) => ({ question, engine, score: named ? 1 : 0 })))
  const rate = sums.total / sums.answers
  const same = around(rate, sameQuestions(sums))
  if (sums.questions < 2) return { interval: whole, intervalSameQuestions: same }
  const other = around(rate, otherQuestions(sums))
  // Other questions are never better known than these ones.
  const interval = { low: Math.min(other.low, same.low), high: Math.max(other.high, same.high) }
  return { interval, intervalSameQuestions: same }
}
