/** A column of an exported table. */
export interface Column {
  readonly type: keyof Types
  /** What it holds, with its unit. */
  readonly holds: string
  /** What it means that there is no value; absent if there always is one. */
  readonly empty?: string
}

/** The types of columns, named as in the Table Schema standard, with their values here. A `datetime` is a moment in UTC. */
interface Types {
  string: string
  integer: number
  number: number
  boolean: boolean
  datetime: Date
}

export type Columns = Readonly<Record<string, Column>>
export type Cell = Types[keyof Types] | null

/** A row with a value for each column, null only where the column may be empty. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Types[Of[Name]['type']] | (Of[Name] extends { readonly empty: string } ? null : never)
}

/** The survey of a row: the first columns of every table. */
export const SURVEY = {
  survey: { type: 'string', holds: 'the survey, `rankings/<slug>/<month>` or `reports/<slug>`' },
  surveyKind: { type: 'string', holds: '`ranking` or `report`' },
  slug: { type: 'string', holds: "the category's or the report's slug" },
  month: { type: 'string', holds: "a ranking's month, YYYY-MM", empty: 'a report' },
  version: { type: 'integer', holds: 'the published version of that month, from 1', empty: 'a report' },
  category: { type: 'string', holds: 'what buyers search for' },
  country: { type: 'string', holds: 'the country that questions are asked from, by its ISO 3166-1 code' },
  language: { type: 'string', holds: 'the language of the questions, by its ISO 639-1 code' },
  simulated: { type: 'boolean', holds: 'whether the answers are made up' },
  checkedAt: { type: 'datetime', holds: 'when the ranking was checked or the report was completed' },
  askedFrom: {
    type: 'datetime',
    holds: "when the first of a ranking's replies came; a month can be asked after its end",
    empty: 'a report, or not published',
  },
  askedUntil: { type: 'datetime', holds: 'when the last one came', empty: 'a report, or not published' },
} as const satisfies Columns

export type SurveyCells = RowOf<typeof SURVEY>

/** The answer of a row. */
export const ANSWER = {
  question: { type: 'integer', holds: 'the index of the question in its survey, from 0' },
  engine: { type: 'string', holds: 'the engine, by its upper-case name' },
  run: { type: 'integer', holds: 'which asking of that question to that engine, from 0' },
} as const satisfies Columns
