/** One counted answer as the statistics see it: which cell it stands in, and whether it named the brand. */
export interface ScoredCell {
  readonly question: number
  readonly engine: string
  readonly run: number
  readonly named: boolean
}

/** The same for one cell in every month and for every brand. */
export const cellKey = ({ question, engine, run }: ScoredCell): string => `${question} ${run} ${engine}`
