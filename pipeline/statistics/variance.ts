/** One counted answer with a score: 1 or 0 for a brand named or not, -1 to 1 for the difference of two brands. */
export interface ScoredAnswer {
  readonly question: number
  readonly engine: string
  readonly run: number
  readonly score: number
}

/** What the variance of a total of scores is made of; variances are those of the total, not of the mean. */
export interface Spread {
  readonly total: number
  readonly answers: number
  readonly questions: number
  /** The total's variance when other questions are drawn; 0 where there is only one question, which cannot tell. */
  readonly acrossQuestions: number
  /** The total's variance when the same questions are asked of the same engines again. */
  readonly acrossRuns: number
  /** The part of `acrossRuns` that answers of one run have in common, of one engine or of all; often 0. */
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

/** The sums of the answers that share a key, in the order in which the keys come. */
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
 * How many degrees of freedom the supposition that answers are independent weighs against what the runs show; set with
 * test/bench/statistics.ts, so that a handful of runs isn't taken for a drift.
 */
const INDEPENDENCE = 5

/** An estimate of the total's variance across runs, and its degrees of freedom. */
interface Estimate {
  readonly variance: number
  readonly freedom: number
}

/** What an estimate says beyond a variance that is known of, as far as it can be known. */
const beyond = (known: number, { variance, freedom }: Estimate): number =>
  (Math.max(0, variance - known) * freedom) / (freedom + INDEPENDENCE)

const sumOfSquares = (sums: ReadonlyMap<string | number, number>): number =>
  [...sums.values()].reduce((total, sum) => total + sum * sum, 0)

/** The answers summed over each engine x run, which holds what moves an engine on a day, and over each run, which holds what moves all. */
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
  let alone = 0
  let independent = 0
  for (const cell of cells.values()) {
    include(all, cell)
    if (cell.answers === 1) alone += 1
    else independent += (deviance(cell) * cell.answers) / (cell.answers - 1)
  }
  const { engineRuns, runs } = summedRuns(answers, cells)
  const ofEngines = beyond(independent, engineRuns)
  const acrossDays = ofEngines + beyond(independent + ofEngines, runs)
  return {
    acrossDays,
    acrossRuns: independent + acrossDays + (alone === 0 ? 0 : (alone * deviance(all)) / all.answers),
  }
}

const acrossQuestions = (answers: readonly ScoredAnswer[]): number => {
  const engines = sumsBy(answers, ({ engine }) => engine)
  const questions = new Map<number, number>()
  for (const { question, engine, score } of answers) {
    const own = engines.get(engine)
    const distance = own === undefined ? 0 : score - own.total / own.answers
    questions.set(question, (questions.get(question) ?? 0) + distance)
  }
  if (questions.size < 2) return 0
  const squares = [...questions.values()].reduce((total, sum) => total + sum * sum, 0)
  return (questions.size / (questions.size - 1)) * squares
}

/**
 * The two variances of a total of scores.
 *
 * Across questions: questions are clusters and engines are fixed strata, so that each answer counts as its distance d from
 * its engine's mean; with z the sum of d over a question and m questions the variance is m / (m - 1) x the sum of z².
 * This is the linearisation (ultimate cluster) estimator of a ratio; D. A. Binder, Int. Stat. Rev. 51, 1983.
 *
 * Across runs: the sum over question x engine of n times the unbiased variance of its n answers, which is right where
 * answers are independent; and what the answers of one run have in common beyond it, as a drift from day to day gives
 * them. For that d is the distance from the mean of question x engine, stretched by sqrt(n / (n - 1)) so that its
 * expected square is the variance of an answer; summed over each engine x run, squared and added it has the same
 * expectation where answers are independent, and more where those of an engine move together; summed over each run of
 * all engines, more again where all engines do. Each excess counts as far as it can be known, by its degrees of freedom
 * over these and 5. An answer that stands alone in its question x engine tells nothing of runs and is given the variance
 * of all answers, which is never less on average.
 */
export const spread = (answers: readonly ScoredAnswer[]): Spread => {
  // In an order of their own: the last digit of a sum of fractions depends on it.
  const sorted = answers.toSorted(
    (a, b) => a.question - b.question || a.run - b.run || (a.engine === b.engine ? 0 : a.engine < b.engine ? -1 : 1),
  )
  const questions = new Set(sorted.map(({ question }) => question)).size
  return {
    total: sorted.reduce((sum, { score }) => sum + score, 0),
    answers: sorted.length,
    questions,
    acrossQuestions: acrossQuestions(sorted),
    ...acrossRuns(sorted),
  }
}
