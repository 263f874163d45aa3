import type { Interval } from '../contract/terms.ts'
import { clusterOf, type ScoredCell } from './cells.ts'

/**
 * The shape parameters of the beta priors of the rate and of the intra-question correlation, set by the coverage in
 * test/bench/statistics.ts.
 */
const RATE_PRIOR = 0.75
const CORRELATION_PRIOR = 0.4

/** The number of correlations on the grid, evenly spaced on the arcsine scale. */
const CORRELATIONS = 16

/** The number of rates on the first grid, which locates the posterior, and on the second, which gives the interval. */
const COARSE = 41
const FINE = 81

/** The largest logit on the grid, a rate of about one in a million. */
const MAX_LOGIT = 13.8

/** The mass that the second grid leaves out at each end. */
const TAIL = 0.0002

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** At index k: how many intents have more than k answers, mentions and misses. */
interface Counts {
  readonly answers: readonly number[]
  readonly mentions: readonly number[]
  readonly misses: readonly number[]
}

const exceeding = (values: readonly number[]): number[] =>
  Array.from({ length: Math.max(0, ...values) }, (_, k) => values.filter((value) => value > k).length)

const countsOf = (cells: readonly ScoredCell[]): Counts => {
  const intents = [...Map.groupBy(cells, clusterOf).values()]
  const mentions = intents.map((own) => own.filter((cell) => cell.named).length)
  return {
    answers: exceeding(intents.map((own) => own.length)),
    mentions: exceeding(mentions),
    misses: exceeding(intents.map((own, at) => own.length - (mentions[at] ?? 0))),
  }
}

/** The logarithm of the product over intents of x (x + 1) ... (x + count - 1). */
const logRising = (x: number, counts: readonly number[]): number => {
  let sum = 0
  for (let k = 0; k < counts.length; k += 1) sum += (counts[k] ?? 0) * Math.log(x + k)
  return sum
}

interface Grid {
  readonly low: number
  readonly step: number
  /** The posterior mass of the rate at each logit `low + i * step`; sums to 1. */
  readonly mass: readonly number[]
}

const posterior = (counts: Counts, low: number, high: number, size: number): Grid => {
  const step = (high - low) / (size - 1)
  const logs: number[][] = []
  let best = Number.NEGATIVE_INFINITY
  for (let r = 0; r < CORRELATIONS; r += 1) {
    const correlation = Math.sin(((r + 0.5) / CORRELATIONS) * (Math.PI / 2)) ** 2
    const shared = (1 - correlation) / correlation
    const prior = (CORRELATION_PRIOR - 0.5) * Math.log(correlation * (1 - correlation))
    const all = logRising(shared, counts.answers)
    const row = Array.from({ length: size }, (_, i) => {
      const logit = low + i * step
      const [rate, rest] = [sigmoid(logit), sigmoid(-logit)]
      const log =
        prior +
        RATE_PRIOR * Math.log(rate * rest) +
        logRising(shared * rate, counts.mentions) +
        logRising(shared * rest, counts.misses) -
        all
      if (log > best) best = log
      return log
    })
    logs.push(row)
  }
  const mass = Array.from({ length: size }, (_, i) =>
    logs.reduce((sum, row) => sum + Math.exp((row[i] ?? Number.NEGATIVE_INFINITY) - best), 0),
  )
  const total = mass.reduce((sum, each) => sum + each, 0)
  return { low, step, mass: mass.map((each) => each / total) }
}

/** The logit below which `share` of the mass lies, with each point's mass spread evenly over its step. */
const quantile = ({ low, step, mass }: Grid, share: number): number => {
  let below = 0
  for (const [i, each] of mass.entries()) {
    if (below + each >= share) return low + (i - 0.5 + (share - below) / each) * step
    below += each
  }
  return low + (mass.length - 0.5) * step
}

/**
 * The 95 % interval (0..1) of a rate for other questions of the category, from at least one cell. Questions that ask
 * for the same thing count as one; engines are not modelled, because they differ within each question.
 *
 * The mentions of each intent are beta-binomial: it has its own rate, drawn from a beta distribution with mean p, and
 * two answers to it correlate by c (a = p (1 - c) / c, b = (1 - p) (1 - c) / c; M. Menssen and F. Schaarschmidt, Stat.
 * Med. 38, 2019). The posterior of p under beta priors on p and c, summed over a grid, is calibrated better from few
 * clusters than an estimate of their variance (C. Franco, R. J. A. Little, T. A. Louis and E. V. Slud, J. Surv. Stat.
 * Methodol. 7, 2019).
 *
 * The likelihood of y of n is a product of rising factorials, (a)_y (b)_(n-y) / (a + b)_n, so it needs only how many
 * intents exceed each count.
 */
export const otherQuestionsInterval = (cells: readonly ScoredCell[]): Interval => {
  const counts = countsOf(cells)
  const wide = posterior(counts, -MAX_LOGIT, MAX_LOGIT, COARSE)
  // This adds a step on each side, because a narrow peak can lie between two points of the first grid.
  const fine = posterior(counts, quantile(wide, TAIL) - wide.step, quantile(wide, 1 - TAIL) + wide.step, FINE)
  return { low: sigmoid(quantile(fine, 0.025)), high: sigmoid(quantile(fine, 0.975)) }
}
