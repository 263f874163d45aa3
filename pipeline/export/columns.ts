/** A column of an exported table: what it holds, with its unit, and what a missing value means if there can be one. */
export type Column = readonly [type: keyof Types, description: string, empty?: string]

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
  readonly [Name in keyof Of]: Types[Of[Name][0]] | (Of[Name][2] extends string ? null : never)
}

/** The survey of a row: the first columns of every table. */
export const SURVEY = {
  survey: ['string', 'the survey, `rankings/<slug>/<month>` or `reports/<slug>`'],
  surveyKind: ['string', '`ranking` or `report`'],
  slug: ['string', "the category's or the report's slug"],
  month: ['string', "a ranking's month, YYYY-MM", 'a report'],
  version: ['integer', 'the published version of that month, from 1', 'a report'],
  category: ['string', 'what buyers search for'],
  country: ['string', 'the country that the questions are asked from, an ISO 3166-1 code'],
  language: ['string', 'the language of the questions, an ISO 639-1 code'],
  simulated: ['boolean', 'whether the answers are made up'],
  checkedAt: ['datetime', 'when the ranking was checked or the report was completed'],
  askedFrom: [
    'datetime',
    'when the first reply of a ranking arrived; a month can be asked after its end',
    'a report, or not published',
  ],
  askedUntil: ['datetime', 'when its last reply arrived', 'a report, or not published'],
} as const satisfies Columns

export type SurveyValues = RowOf<typeof SURVEY>

/** The answer of a row. */
export const ANSWER = {
  question: ['integer', 'the index of the question in its survey, from 0'],
  engine: ['string', 'the engine, by its upper-case name'],
  run: ['integer', 'the run of that question on that engine, from 0'],
} as const satisfies Columns

/** The brand of a row. */
export const BRAND = {
  brand: ['string', 'the brand'],
  domain: ['string', "the brand's domain", 'not known'],
  product: ['boolean', "whether it is the report's product; false in rankings"],
} as const satisfies Columns
