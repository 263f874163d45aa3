/** A column of an exported table. */
export interface Column {
  readonly type: keyof Types
  /** What it holds, with its unit. */
  readonly description: string
  /** What a missing value means; absent if there is always a value. */
  readonly empty?: string
}

/** The types of columns, named as in the Table Schema standard, and of their values. A `datetime` is in UTC. */
interface Types {
  string: string
  integer: number
  number: number
  boolean: boolean
  datetime: Date
}

export type Columns = Readonly<Record<string, Column>>
export type Value = Types[keyof Types] | null

/** A row with a value for each column, null only in a column that may be empty. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Types[Of[Name]['type']] | (Of[Name] extends { readonly empty: string } ? null : never)
}

/** The survey of a row: the first columns of every table. */
export const SURVEY = {
  survey: { type: 'string', description: 'the survey, `rankings/<slug>/<month>` or `reports/<slug>`' },
  surveyKind: { type: 'string', description: '`ranking` or `report`' },
  slug: { type: 'string', description: "the category's or the report's slug" },
  month: { type: 'string', description: "a ranking's month, YYYY-MM", empty: 'a report' },
  version: { type: 'integer', description: 'the published version of that month, from 1', empty: 'a report' },
  category: { type: 'string', description: 'what buyers search for' },
  country: { type: 'string', description: 'the country that the questions are asked from, an ISO 3166-1 code' },
  language: { type: 'string', description: 'the language of the questions, an ISO 639-1 code' },
  simulated: { type: 'boolean', description: 'whether the answers are made up' },
  checkedAt: { type: 'datetime', description: 'when the ranking was checked or the report was completed' },
  askedFrom: {
    type: 'datetime',
    description: 'when the first reply of a ranking arrived; a month can be asked after its end',
    empty: 'a report, or not published',
  },
  askedUntil: { type: 'datetime', description: 'when its last reply arrived', empty: 'a report, or not published' },
} as const satisfies Columns

export type SurveyValues = RowOf<typeof SURVEY>

/** The answer of a row. */
export const ANSWER = {
  question: { type: 'integer', description: 'the index of the question in its survey, from 0' },
  engine: { type: 'string', description: 'the engine, by its upper-case name' },
  run: { type: 'integer', description: 'the run of that question on that engine, from 0' },
} as const satisfies Columns
