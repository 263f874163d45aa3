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
  /** The part of `acrossRuns` that an engine's answers of one run have in common; often 0. */
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
const sumsBy = (
  answers: readonly ScoredAnswer[],
  keyOf: (answer: ScoredAnswer) => string | number,
): Map<string | number, Sum> => {
  const sums = new Map<string | number, Sum>()
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

/** The sum of the squares of the distances' sums, one sum for each key. */
const squaredSums = (
  answers: readonly ScoredAnswer[],
  keyOf: (answer: ScoredAnswer) => string | number,
  distanceOf: (answer: ScoredAnswer) => number,
): number => {
  const sums = new Map<string | number, number>()
  for (const answer of answers) {
    const key = keyOf(answer)
    sums.set(key, (sums.get(key) ?? 0) + distanceOf(answer))
  }
  return [...sums.values()].reduce((total, sum) => total + sum * sum, 0)
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
  const together = squaredSums(
    answers,
    ({ engine, run }) => `${run} ${engine}`,
    (answer) => {
      const cell = cells.get(cellOf(answer))
      if (cell === undefined || cell.answers === 1) return 0
      return (answer.score - cell.total / cell.answers) * Math.sqrt(cell.answers / (cell.answers - 1))
    },
  )
  const acrossDays = Math.max(0, together - independent)
  return {
    acrossDays,
    acrossRuns: independent + acrossDays + (alone === 0 ? 0 : (alone * deviance(all)) / all.answers),
  }
}

const acrossQuestions = (answers: readonly ScoredAnswer[], questions: number): number => {
  if (questions < 2) return 0
  const engines = sumsBy(answers, ({ engine }) => engine)
  const squares = squaredSums(
    answers,
    ({ question }) => question,
    ({ engine, score }) => {
      const own = engines.get(engine)
      return own === undefined ? 0 : score - own.total / own.answers
    },
  )
  return (questions / (questions - 1)) * squares
}

/**
 * The two variances of a total of scores.
 *
 * Across questions: questions are clusters and engines are fixed strata, so that each answer counts as its distance d from
 * its engine's mean; with z the sum of d over a question and m questions the variance is m / (m - 1) x the sum of z².
 * This is the linearisation (ultimate cluster) estimator of a ratio; D. A. Binder, Int. Stat. Rev. 51, 1983.
 *
 * Across runs: the greater of two estimators that both are unbiased where answers are independent. One is the sum over
 * question x engine of n times the unbiased variance of its n answers. The other takes d as the distance from the mean of
 * question x engine, stretched by sqrt(n / (n - 1)) so that its expected square is the variance of an answer, sums it
 * over the answers of each engine x run, and adds the squares: it also sees what moves an engine's answers of one run
 * together, as a drift from day to day does. An answer that stands alone in its question x engine tells nothing of runs
 * and is given the variance of all answers, which is never less on average.
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
    acrossQuestions: acrossQuestions(sorted, questions),
    ...acrossRuns(sorted),
  }
}
