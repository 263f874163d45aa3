import type { Columns, RowOf } from './columns.ts'
import { ANSWER, SURVEY } from './columns.ts'

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
      questionText: { type: 'string', description: 'the text of the question' },
      model: { type: 'string', description: 'the model that the vendor reports', empty: 'the call failed' },
      state: { type: 'string', description: '`counted`, `noAnswer` or `failed`; every rate is over the counted ones' },
      grounded: {
        type: 'boolean',
        description: 'whether the answer is based on a web search; false unless it is counted',
      },
      text: { type: 'string', description: 'the whole answer', empty: 'the call failed, or the engine said nothing' },
    },
    primaryKey: ANSWER_KEY,
    foreignKeys: [{ table: 'ledger', fields: ['survey', 'engine'] }],
  },
  mentions: {
    row: 'a brand counted in an answer; a brand counts once per answer',
    columns: {
      ...SURVEY,
      ...ANSWER,
      brand: { type: 'string', description: 'the brand' },
      domain: { type: 'string', description: "the brand's domain", empty: 'not known' },
      product: { type: 'boolean', description: "whether it is the report's product; false in rankings" },
      position: {
        type: 'integer',
        description: 'its rank by first appearance among the brands of that answer, from 1',
      },
      spelling: { type: 'string', description: 'the words of the answer that were counted' },
      spanStart: { type: 'integer', description: 'where they begin in the text, in UTF-16 units from 0' },
      spanEnd: { type: 'integer', description: 'where they end, exclusive' },
      rule: { type: 'string', description: 'the rule by which they count' },
      stance: {
        type: 'string',
        description: "`recommended`, `mentioned` or `advisedAgainst`, in the reader's judgement",
        empty: 'the reader gave none',
      },
      quote: { type: 'string', description: 'the sentence of the answer that says so', empty: 'the reader gave none' },
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
      citation: { type: 'integer', description: 'the index of the citation in that answer, from 0' },
      url: { type: 'string', description: 'the address of the page' },
      title: { type: 'string', description: 'its title', empty: 'the engine gave none' },
      domain: {
        type: 'string',
        description: 'its registrable domain',
        empty: 'an IP address, or a redirect that could not be resolved',
      },
      kind: {
        type: 'string',
        description: '`own`, `rival`, `community`, `video`, `review`, `editorial` or `other`',
        empty: 'a ranking, or no domain',
      },
    },
    primaryKey: [...ANSWER_KEY, 'citation'],
    foreignKeys: [{ table: 'answers', fields: ANSWER_KEY }],
  },
  brands: {
    row: "a brand's published rate, all engines together",
    columns: {
      ...SURVEY,
      brand: { type: 'string', description: 'the brand' },
      domain: { type: 'string', description: "the brand's domain", empty: 'not known' },
      product: { type: 'boolean', description: "whether it is the report's product; false in rankings" },
      mentions: { type: 'integer', description: 'the counted answers that name it' },
      answers: { type: 'integer', description: 'all counted answers: the denominator' },
      share: { type: 'number', description: 'mentions / answers, 0 to 1' },
      low: {
        type: 'number',
        description: '95 % interval of the share for other buyer questions',
        empty: 'not published',
      },
      high: { type: 'number', description: 'its upper end', empty: 'not published' },
      lowSameQuestions: {
        type: 'number',
        description: '95 % interval for asking these questions again',
        empty: 'not published',
      },
      highSameQuestions: { type: 'number', description: 'its upper end', empty: 'not published' },
      averagePosition: {
        type: 'number',
        description: 'its average position where it is named',
        empty: "never named, or a report's product, which has one only for each engine",
      },
      rankFrom: {
        type: 'integer',
        description: 'the best rank that the data leave open at 95 %',
        empty: 'a report, or not published',
      },
      rankTo: { type: 'integer', description: 'the worst such rank', empty: 'a report, or not published' },
      stanceAnswers: {
        type: 'integer',
        description: 'answers that name it, with a stance',
        empty: 'no stance was read',
      },
      recommended: { type: 'integer', description: 'how many of those recommend it', empty: 'no stance was read' },
      mentioned: { type: 'integer', description: 'how many only mention it', empty: 'no stance was read' },
      advisedAgainst: { type: 'integer', description: 'how many advise against it', empty: 'no stance was read' },
      changeFrom: {
        type: 'number',
        description: 'its rate in the month before, over the pairs of question and engine that both months counted',
        empty: 'nothing to compare with',
      },
      changeTo: {
        type: 'number',
        description: 'its rate in this month over the same pairs',
        empty: 'nothing to compare with',
      },
      changePoints: { type: 'number', description: 'their difference, −1 to 1', empty: 'nothing to compare with' },
      changeLow: { type: 'number', description: '95 % interval of the difference', empty: 'nothing to compare with' },
      changeHigh: { type: 'number', description: 'its upper end', empty: 'nothing to compare with' },
      moved: { type: 'boolean', description: 'whether a move is announced', empty: 'nothing to compare with' },
      changeReason: {
        type: 'string',
        description: 'why there is nothing to compare with',
        empty: 'there is something, or there is no month before',
      },
    },
    primaryKey: ['survey', 'brand'],
    foreignKeys: [],
  },
  ledger: {
    row: 'an engine in a survey; planned = counted + noAnswer + failed + skipped',
    columns: {
      ...SURVEY,
      engine: ANSWER.engine,
      planned: { type: 'integer', description: 'answers planned' },
      counted: { type: 'integer', description: 'answers that are in every rate' },
      noAnswer: { type: 'integer', description: 'replies with nothing to score, such as a refusal; never a miss' },
      failed: { type: 'integer', description: 'calls that failed; never a miss' },
      skipped: { type: 'integer', description: 'answers not asked for; never a miss' },
      reason: {
        type: 'string',
        description: 'why answers were skipped, or why every call failed',
        empty: 'neither happened',
      },
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
