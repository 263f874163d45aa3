/** A counted answer: its cell, and whether it names the brand. */
export interface ScoredCell {
  readonly question: number
  readonly engine: string
  readonly run: number
  readonly named: boolean
  /** The first question that asks for the same thing; absent if that is the question itself. */
  readonly intent?: number
}

/** The cluster of a cell: other questions would have other intents, not other wordings. */
export const clusterOf = ({ question, intent = question }: Pick<ScoredCell, 'question' | 'intent'>): number => intent

/** Identifies a cell, for any month and brand. */
export const cellKey = ({ question, engine, run }: ScoredCell): string => `${question} ${run} ${engine}`
