import { clusterOf, type ScoredCell } from './cells.ts'

/** A counted answer with a score: 1 or 0 for a brand, -1 to 1 for the difference of two brands. */
type ScoredAnswer = Omit<ScoredCell, 'named'> & { readonly score: number }

/** A total of scores and its variances (of the total, not of the mean). */
export interface Spread {
  readonly total: number
  readonly answers: number
  /** The questions, where those that ask for the same thing are one. */
  readonly intents: number
  /** The variance for other questions; 0 with a single intent. */
  readonly acrossQuestions: number
  /** The variance for asking the same questions of the same engines again. */
  readonly acrossRuns: number
  /** The part of `acrossRuns` that answers of one run share. */
  readonly acrossDays: number
}

interface Sum {
  answers: number
  total: number
  squares: number
}

const include = (sum: Sum, { answers, total, squares }: Sum): void => {
  sum.answers += answers
  sum.total += total
  sum.squares += squares
}

/** Sums of the answers by key, in order of first appearance. */
const sumsBy = (answers: readonly ScoredAnswer[], keyOf: (answer: ScoredAnswer) => string): Map<string, Sum> => {
  const sums = new Map<string, Sum>()
  for (const answer of answers) {
    const key = keyOf(answer)
    const sum = sums.get(key) ?? { answers: 0, total: 0, squares: 0 }
    include(sum, { answers: 1, total: answer.score, squares: answer.score ** 2 })
    sums.set(key, sum)
  }
  return sums
}

const cellOf = ({ question, engine }: ScoredAnswer): string => `${question} ${engine}`

/** The sum of squared distances from the mean. */
const deviance = (sum: Sum): number => Math.max(0, sum.squares - (sum.total * sum.total) / sum.answers)

/**
 * The prior weight of independent answers in degrees of freedom, set with test/bench/statistics.ts so that a few runs
 * don't look like drift.
 */
const INDEPENDENCE = 5

/** An estimate of the total's variance across runs, and its degrees of freedom. */
interface Estimate {
  readonly variance: number
  readonly freedom: number
}

/** The excess of an estimate over a known variance, shrunk by its degrees of freedom. */
const excess = (known: number, { variance, freedom }: Estimate): number =>
  (Math.max(0, variance - known) * freedom) / (freedom + INDEPENDENCE)

const sumOfSquares = (sums: ReadonlyMap<string | number, number>): number =>
  [...sums.values()].reduce((total, sum) => total + sum * sum, 0)

/** Variance estimates from sums over each engine x run, and over each run of all engines. */
const summedRuns = (
  answers: readonly ScoredAnswer[],
  cells: ReadonlyMap<string, Sum>,
): { readonly engineRuns: Estimate; readonly runs: Estimate } => {
  const engineRuns = new Map<string, number>()
  const runs = new Map<number, number>()
  const engines = new Set<string>()
  for (const answer of answers) {
    const cell = cells.get(cellOf(answer))
    if (cell === undefined || cell.answers === 1) continue
    const distance = (answer.score - cell.total / cell.answers) * Math.sqrt(cell.answers / (cell.answers - 1))
    const engineRun = `${answer.run} ${answer.engine}`
    engineRuns.set(engineRun, (engineRuns.get(engineRun) ?? 0) + distance)
    runs.set(answer.run, (runs.get(answer.run) ?? 0) + distance)
    engines.add(answer.engine)
  }
  return {
    engineRuns: { variance: sumOfSquares(engineRuns), freedom: engineRuns.size - engines.size },
    runs: { variance: sumOfSquares(runs), freedom: engines.size > 1 ? runs.size - 1 : 0 },
  }
}

const acrossRuns = (answers: readonly ScoredAnswer[]): Pick<Spread, 'acrossRuns' | 'acrossDays'> => {
  const cells = sumsBy(answers, cellOf)
  const all: Sum = { answers: 0, total: 0, squares: 0 }
  let single = 0
  let independent = 0
  for (const cell of cells.values()) {
    include(all, cell)
    if (cell.answers === 1) single += 1
    else independent += (deviance(cell) * cell.answers) / (cell.answers - 1)
  }
  const { engineRuns, runs } = summedRuns(answers, cells)
  const ofEngines = excess(independent, engineRuns)
  const acrossDays = ofEngines + excess(independent + ofEngines, runs)
  return {
    acrossDays,
    acrossRuns: independent + acrossDays + (single === 0 ? 0 : (single * deviance(all)) / all.answers),
  }
}

const acrossQuestions = (answers: readonly ScoredAnswer[]): number => {
  const engines = sumsBy(answers, ({ engine }) => engine)
  const intents = new Map<number, number>()
  for (const answer of answers) {
    const own = engines.get(answer.engine)
    const distance = own === undefined ? 0 : answer.score - own.total / own.answers
    const intent = clusterOf(answer)
    intents.set(intent, (intents.get(intent) ?? 0) + distance)
  }
  if (intents.size < 2) return 0
  return (intents.size / (intents.size - 1)) * sumOfSquares(intents)
}

/**
 * The two variances of a total of scores.
 *
 * Across questions: the linearisation (ultimate cluster) estimator with intents as clusters and engines as fixed strata
 * (D. A. Binder, Int. Stat. Rev. 51, 1983): m / (m - 1) x the sum over m intents of z², where z sums the distances of
 * an intent's answers from their engines' means.
 *
 * Across runs: the sum over question x engine of n times the unbiased variance of its n answers (that of all answers
 * for a single one), plus the excess that answers of one run share. For that the distances from the mean of question x
 * engine, scaled by sqrt(n / (n - 1)), are summed over each engine x run and over each run, and squared; each excess
 * over the independent variance is weighted by its degrees of freedom over these and 5.
 */
export const spread = (answers: readonly ScoredAnswer[]): Spread => {
  // They are sorted, because the order of summation changes the last digit.
  const sorted = answers.toSorted(
    (a, b) => a.question - b.question || a.run - b.run || (a.engine === b.engine ? 0 : a.engine < b.engine ? -1 : 1),
  )
  return {
    total: sorted.reduce((sum, { score }) => sum + score, 0),
    answers: sorted.length,
    intents: new Set(sorted.map(clusterOf)).size,
    acrossQuestions: acrossQuestions(sorted),
    ...acrossRuns(sorted),
  }
}
