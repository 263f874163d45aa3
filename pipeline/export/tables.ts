import { ANSWER, BRAND, type Columns, type RowOf, SURVEY } from './columns.ts'

/** A table of an export, in the terms of the Table Schema standard. */
export interface Table {
  /** What a row is. */
  readonly row: string
  readonly columns: Columns
  readonly primaryKey: readonly string[]
  /** The columns that refer to a row of another table, where they have the same names. */
  readonly foreignKeys: readonly { readonly table: string; readonly fields: readonly string[] }[]
}

const ANSWER_KEY = ['survey', 'question', 'engine', 'run']

/** The tables of an export; their files, their schema and docs/export.md follow from this. */
export const TABLES = {
  answers: {
    row: 'an answer, counted or not',
    columns: {
      ...SURVEY,
      ...ANSWER,
      questionText: ['string', 'the text of the question'],
      model: ['string', 'the model that the vendor reports', 'the call failed'],
      state: ['string', '`counted`, `noAnswer` or `failed`; every rate is over the counted ones'],
      grounded: ['boolean', 'whether the answer is based on a web search; false unless it is counted'],
      text: ['string', 'the whole answer', 'the call failed, or the engine said nothing'],
    },
    primaryKey: ANSWER_KEY,
    foreignKeys: [{ table: 'ledger', fields: ['survey', 'engine'] }],
  },
  mentions: {
    row: 'a brand counted in an answer; a brand counts once per answer',
    columns: {
      ...SURVEY,
      ...ANSWER,
      ...BRAND,
      position: ['integer', 'its rank by first appearance among the brands of that answer, from 1'],
      spelling: ['string', 'the words of the answer that were counted'],
      spanStart: ['integer', 'where they begin in the text, in UTF-16 units from 0'],
      spanEnd: ['integer', 'where they end, exclusive'],
      rule: ['string', 'the rule by which they count'],
      stance: [
        'string',
        "`recommended`, `mentioned` or `advisedAgainst`, in the reader's judgement",
        'the reader gave none',
      ],
      quote: ['string', 'the sentence of the answer that says so', 'the reader gave none'],
    },
    primaryKey: [...ANSWER_KEY, 'brand'],
    foreignKeys: [
      { table: 'answers', fields: ANSWER_KEY },
      { table: 'brands', fields: ['survey', 'brand'] },
    ],
  },
  sources: {
    row: 'a page that an answer cites',
    columns: {
      ...SURVEY,
      ...ANSWER,
      citation: ['integer', 'the index of the citation in that answer, from 0'],
      url: ['string', 'the address of the page'],
      title: ['string', 'its title', 'the engine gave none'],
      domain: ['string', 'its registrable domain', 'an IP address, or a redirect that could not be resolved'],
      kind: [
        'string',
        '`own`, `rival`, `community`, `video`, `review`, `editorial` or `other`',
        'a ranking, or no domain',
      ],
    },
    primaryKey: [...ANSWER_KEY, 'citation'],
    foreignKeys: [{ table: 'answers', fields: ANSWER_KEY }],
  },
  brands: {
    row: "a brand's published rate, all engines together",
    columns: {
      ...SURVEY,
      ...BRAND,
      mentions: ['integer', 'the counted answers that name it'],
      answers: ['integer', 'all counted answers: the denominator'],
      share: ['number', 'mentions / answers, 0 to 1'],
      low: ['number', '95 % interval of the share for other buyer questions', 'not published'],
      high: ['number', 'its upper end', 'not published'],
      lowSameQuestions: ['number', '95 % interval for asking these questions again', 'not published'],
      highSameQuestions: ['number', 'its upper end', 'not published'],
      averagePosition: [
        'number',
        'its average position where it is named',
        "never named, or a report's product, which has one only for each engine",
      ],
      rankFrom: ['integer', 'the best rank that the data leave open at 95 %', 'a report, or not published'],
      rankTo: ['integer', 'the worst such rank', 'a report, or not published'],
      stanceAnswers: ['integer', 'answers that name it, with a stance', 'no stance was read'],
      recommended: ['integer', 'how many of those recommend it', 'no stance was read'],
      mentioned: ['integer', 'how many only mention it', 'no stance was read'],
      advisedAgainst: ['integer', 'how many advise against it', 'no stance was read'],
      changeFrom: [
        'number',
        'its rate in the month before, over the pairs of question and engine that both months counted',
        'nothing to compare with',
      ],
      changeTo: ['number', 'its rate in this month over the same pairs', 'nothing to compare with'],
      changePoints: ['number', 'their difference, −1 to 1', 'nothing to compare with'],
      changeLow: ['number', '95 % interval of the difference', 'nothing to compare with'],
      changeHigh: ['number', 'its upper end', 'nothing to compare with'],
      moved: ['boolean', 'whether a move is announced', 'nothing to compare with'],
      changeReason: [
        'string',
        'why there is nothing to compare with',
        'there is something, or there is no month before',
      ],
    },
    primaryKey: ['survey', 'brand'],
    foreignKeys: [],
  },
  ledger: {
    row: 'an engine in a survey; planned = counted + noAnswer + failed + skipped',
    columns: {
      ...SURVEY,
      engine: ANSWER.engine,
      planned: ['integer', 'answers planned'],
      counted: ['integer', 'answers that are in every rate'],
      noAnswer: ['integer', 'replies with nothing to score, such as a refusal; never a miss'],
      failed: ['integer', 'calls that failed; never a miss'],
      skipped: ['integer', 'answers not asked for; never a miss'],
      reason: ['string', 'why answers were skipped, or why every call failed', 'neither happened'],
    },
    primaryKey: ['survey', 'engine'],
    foreignKeys: [],
  },
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES

/** The rows of a survey, by table. */
export type SurveyRows = {
  readonly [Name in TableName]: readonly RowOf<(typeof TABLES)[Name]['columns']>[]
}
