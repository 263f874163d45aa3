/** The normal quantiles of a two-sided 95 %, of a power of 80 %, and of a two-sided 5 % of which a 30th is left for each brand. */
const Z = 1.959964
const Z_POWER = 0.841621
const Z_OF_LIST = 3.14398

/**
 * What a design is planned for: a brand with this rate, of whose variance p (1 - p) these shares lie between questions,
 * between engines within a question, and between the runs of a question with an engine; the rest, 4 %, are the
 * engines' own levels, which do not vary as the engines stay. They are those of the simulation's usual clustering
 * (standard deviations of 1.2, 0.8 and 0.6 on the logit scale for questions, their cells and engines). Of as many `brands` in
 * each list one moves in a month.
 */
export const ASSUMED = { rate: 0.3, brands: 30, betweenQuestions: 0.16, betweenCells: 0.09, betweenRuns: 0.71 } as const

export interface SurveyDesign {
  readonly questions: number
  readonly engines: number
  readonly runs: number
}

/** In 0..1, expected for a brand as assumed. Null: such a design cannot say. */
export interface DesignFigures {
  /** Half the width of the 95 % interval for other questions of the category. */
  readonly halfWidth: number | null
  /** The same for asking these questions again. */
  readonly halfWidthSameQuestions: number
  /** The smallest rise from one month to the next that is announced in 80 of 100 months, decided over all brands of the month. */
  readonly detectableChange: number | null
}

/** What the interval for these questions takes for the runs' share: it allows for a drift between runs where there is none. */
const RUNS_AS_ESTIMATED = 0.82

/** The mean square of a move over questions and engines, over its square: those between never and always named move most. */
const UNEVEN_MOVE = 1.2

/**
 * What a survey of so many questions, engines and runs can be expected to show, all its answers being counted.
 *
 * With an answer as the sum of independent parts, its question's, its question's with the engine, and its own, the mean
 * over Q questions, E engines and R runs averages Q of the first, Q E of the second and Q E R of the third: its variance
 * is p (1 - p) (q / Q + c / (Q E) + w / (Q E R)), with the shares above. For these questions asked again only the last
 * term varies. Half an interval is z times the root. Two months over the same questions differ by their last terms
 * alone, each at its own rate, with a variance of v = w (p (1 - p) + (p + d) (1 - p - d)) / (Q E R). The test deals the
 * mentions that it saw out to both months, moves included, so that it takes v + u d² / (Q E (2 R - 1)) for the variance
 * without a move, u being how unevenly one falls. It finds d where d = z sqrt(v + u d² / (Q E (2 R - 1))) + z' sqrt(v). Where
 * one brand of B moves, the false discoveries of a month are held at 5 % by testing it at 5 % / B, however many lists
 * there are, as these bring as many moves along (see `discoveryThreshold`).
 */
export const designFigures = (design: SurveyDesign): DesignFigures => {
  const { questions, engines, runs } = design
  const { rate, betweenQuestions, betweenCells, betweenRuns } = ASSUMED
  const answers = questions * engines * runs
  const binomial = rate * (1 - rate)
  const other = betweenQuestions / questions + betweenCells / (questions * engines) + betweenRuns / answers
  return {
    halfWidth: questions < 2 ? null : Math.min(0.5, Z * Math.sqrt(binomial * other)),
    halfWidthSameQuestions: Math.min(0.5, Z * Math.sqrt((binomial * RUNS_AS_ESTIMATED) / answers)),
    detectableChange: detectable(design),
  }
}

/** The smallest rise that is found, by bisection; null where even a rise to 1 is not. */
const detectable = ({ questions, engines, runs }: SurveyDesign): number | null => {
  const { rate, betweenRuns } = ASSUMED
  const isFound = (change: number): boolean => {
    const later = rate + change
    const variance = (betweenRuns * (rate * (1 - rate) + later * (1 - later))) / (questions * engines * runs)
    const unmoved = variance + (UNEVEN_MOVE * change * change) / (questions * engines * (2 * runs - 1))
    return change >= Z_OF_LIST * Math.sqrt(unmoved) + Z_POWER * Math.sqrt(variance)
  }
  let [low, high] = [0, 1 - rate]
  if (!isFound(high)) return null
  for (let step = 0; step < 40; step += 1) {
    const change = (low + high) / 2
    if (isFound(change)) high = change
    else low = change
  }
  return high
}
