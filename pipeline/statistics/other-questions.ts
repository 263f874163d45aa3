import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'

/**
 * Both shape parameters of the beta priors: of the rate, and of what the answers to one question share. They were chosen
 * by the coverage in test/bench/statistics.ts; 0.5 (Jeffreys) is little worse, 1 (uniform) misses rare brands.
 */
const RATE_PRIOR = 0.75
const CORRELATION_PRIOR = 0.4

/** Correlations on the grid, as angles: the arcsine scale is even where a beta prior of 0.5 is. */
const CORRELATIONS = 16

/** Rates on the first grid, which finds where the rate can lie, and on the second, which says it. */
const COARSE = 41
const FINE = 81

/** The logits beyond which no rate is looked for: a millionth. */
const END = 13.8

/** What the first grid leaves out at either end. */
const TAIL = 0.0002

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** How many questions have more than k answers, mentions and misses, at index k. */
interface Counts {
  readonly answers: readonly number[]
  readonly mentions: readonly number[]
  readonly misses: readonly number[]
}

const exceeding = (values: readonly number[]): number[] =>
  Array.from({ length: Math.max(0, ...values) }, (_, k) => values.filter((value) => value > k).length)

const countsOf = (cells: readonly ScoredCell[]): Counts => {
  const questions = [...Map.groupBy(cells, (cell) => cell.question).values()]
  const mentions = questions.map((own) => own.filter((cell) => cell.named).length)
  return {
    answers: exceeding(questions.map((own) => own.length)),
    mentions: exceeding(mentions),
    misses: exceeding(questions.map((own, at) => own.length - (mentions[at] ?? 0))),
  }
}

/** The logarithm of the product over questions of x (x + 1) ... (x + count - 1). */
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

/** The logit below which `share` of the mass lies, where each point's mass is spread evenly over its step. */
const quantile = ({ low, step, mass }: Grid, share: number): number => {
  let below = 0
  for (const [i, each] of mass.entries()) {
    if (below + each >= share) return low + (i - 0.5 + (share - below) / each) * step
    below += each
  }
  return low + (mass.length - 0.5) * step
}

/**
 * The 95 % interval (0..1) of a rate for other questions of the category, from at least one cell.
 *
 * The mentions among the answers to one question are taken for beta-binomial: each question has a rate of its own, drawn
 * from a beta distribution whose mean is the wanted rate; two answers to one question correlate by c, so that n of them
 * vary n p (1 - p) (1 + (n - 1) c) (the parameters are a = p (1 - c) / c and b = (1 - p) (1 - c) / c; M. Menssen and
 * F. Schaarschmidt, Stat. Med. 38, 2019, write it so). With beta priors on p and on c the posterior of p is summed over a
 * grid, and the interval takes 2.5 % off at either end. That a model of the clustering calibrates such intervals where
 * the variance estimated from few clusters does not is the finding of C. Franco, R. J. A. Little, T. A. Louis and E. V.
 * Slud, J. Surv. Stat. Methodol. 7, 2019. Engines are no part of the model: what they differ by lies within each
 * question, and its variance there is at most binomial.
 *
 * The likelihood of y of n is the product of a ... (a + y - 1) and b ... (b + n - y - 1) over (a + b) ... (a + b + n - 1),
 * so that it needs no gamma function, and only how many questions exceed each count.
 */
export const otherQuestionsInterval = (cells: readonly ScoredCell[]): Interval => {
  const counts = countsOf(cells)
  const wide = posterior(counts, -END, END, COARSE)
  // One step more to either side: the first grid can miss most of a narrow peak that lies between two of its points.
  const fine = posterior(counts, quantile(wide, TAIL) - wide.step, quantile(wide, 1 - TAIL) + wide.step, FINE)
  return { low: sigmoid(quantile(fine, 0.025)), high: sigmoid(quantile(fine, 0.975)) }
}
