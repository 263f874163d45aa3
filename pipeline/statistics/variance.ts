/** One counted answer with a score: 1 or 0 for a brand named or not, -1 to 1 for the difference of two brands. */
export interface ScoredAnswer {
  readonly question: number
  readonly engine: string
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
}

interface Sum {
  answers: number
  total: number
  squares: number
}

interface Stratum extends Sum {
  readonly question: number
  readonly engine: string
}

const include = (sum: Sum, part: Sum): void => {
  sum.answers += part.answers
  sum.total += part.total
  sum.squares += part.squares
}

/** The sums of each question x engine, in an order of their own: the last digit of a sum of fractions depends on it. */
const strataOf = (answers: readonly ScoredAnswer[]): Stratum[] => {
  const strata = new Map<string, Stratum>()
  for (const { question, engine, score } of answers) {
    const key = `${question} ${engine}`
    const stratum = strata.get(key) ?? { question, engine, answers: 0, total: 0, squares: 0 }
    include(stratum, { answers: 1, total: score, squares: score * score })
    strata.set(key, stratum)
  }
  return [...strata.values()].sort((a, b) => a.question - b.question || (a.engine < b.engine ? -1 : 1))
}

/** The sum of squared distances from the mean. */
const deviance = (sum: Sum): number => Math.max(0, sum.squares - (sum.total * sum.total) / sum.answers)

/**
 * The two variances of a total of scores. Across questions it is the linearisation (ultimate cluster) estimator with
 * questions as clusters and engines as fixed strata, each answer taken as its distance from its engine's mean: W. G.
 * Cochran, Sampling Techniques, 3rd ed., 1977, chapter 9A; D. A. Binder, Int. Stat. Rev. 51, 1983. Across runs it is the
 * sum of the unbiased variances within question x engine; an answer that stands alone there tells nothing of runs and
 * is given the variance of all answers, which is never less on average.
 */
export const spread = (answers: readonly ScoredAnswer[]): Spread => {
  const strata = strataOf(answers)
  const all: Sum = { answers: 0, total: 0, squares: 0 }
  const engines = new Map<string, Sum>()
  for (const stratum of strata) {
    const engine = engines.get(stratum.engine) ?? { answers: 0, total: 0, squares: 0 }
    include(engine, stratum)
    engines.set(stratum.engine, engine)
    include(all, stratum)
  }
  const pooled = all.answers === 0 ? 0 : deviance(all) / all.answers
  const residuals = new Map<number, number>()
  let acrossRuns = 0
  for (const stratum of strata) {
    const engine = engines.get(stratum.engine) ?? stratum
    const residual = stratum.total - (stratum.answers * engine.total) / engine.answers
    residuals.set(stratum.question, (residuals.get(stratum.question) ?? 0) + residual)
    acrossRuns += stratum.answers === 1 ? pooled : (deviance(stratum) * stratum.answers) / (stratum.answers - 1)
  }
  const questions = residuals.size
  let squares = 0
  for (const residual of residuals.values()) squares += residual * residual
  return {
    total: all.total,
    answers: all.answers,
    questions,
    acrossQuestions: questions < 2 ? 0 : (questions / (questions - 1)) * squares,
    acrossRuns,
  }
}
