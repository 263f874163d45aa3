/** Normal quantiles: two-sided 95 %, 80 % power, and two-sided 5 % divided by 30 brands. */
const Z = 1.959964
const Z_POWER = 0.841621
const Z_OF_LIST = 3.14398

/**
 * The brand assumed for planning, one of `brands` in each list and the only one to move in a month: its rate, and the
 * shares of its variance p (1 - p) between questions, between engines within a question, and between runs. The shares
 * match the simulation (standard deviations of 1.2, 0.8 and 0.6 in logits), where the remaining 4 % are between
 * engines, which are fixed.
 */
export const ASSUMED = { rate: 0.3, brands: 30, betweenQuestions: 0.16, betweenCells: 0.09, betweenRuns: 0.71 } as const

interface SurveyDesign {
  readonly questions: number
  readonly engines: number
  readonly runs: number
}

/** Expected figures (0..1) for the assumed brand; null if the design can't determine them. */
export interface DesignFigures {
  /** Half the width of the 95 % interval for other questions. */
  readonly halfWidth: number | null
  /** The same for asking the same questions again. */
  readonly halfWidthSameQuestions: number
  /** The smallest monthly rise that is announced with 80 % power. */
  readonly detectableChange: number | null
}

/** The runs' share as the interval estimates it, which allows for drift between runs. */
const RUNS_AS_ESTIMATED = 0.82

/** The mean square of a move over questions and engines, divided by the square of its mean. */
const UNEVEN_MOVE = 1.2

/**
 * What a survey of this design can be expected to show if all answers count.
 *
 * With Q questions, E engines and R runs the mean has the variance p (1 - p) (q / Q + c / (Q E) + w / (Q E R)), with
 * the shares above, of which only the last term varies when the same questions are asked again. Two months differ by
 * these, with a variance of v = w (p (1 - p) + (p + d) (1 - p - d)) / (Q E R).
 *
 * The exact test estimates it as v + u d² / (Q E (2 R - 1)), where u is how unevenly a move falls, so it finds d if d =
 * z sqrt(v + u d² / (Q E (2 R - 1))) + z' sqrt(v). With one of B brands moving, a false discovery rate of 5 % tests it
 * at 5 % / B (see `discoveryThreshold`).
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

/** The smallest detectable rise, by bisection; null if even a rise to 1 isn't. */
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
