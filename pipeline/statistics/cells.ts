/** A counted answer: its cell, and whether it names the brand. */
export interface ScoredCell {
  readonly question: number
  readonly engine: string
  readonly run: number
  readonly named: boolean
}

/** Identifies a cell, for any month and brand. */
export const cellKey = ({ question, engine, run }: ScoredCell): string => `${question} ${run} ${engine}`
