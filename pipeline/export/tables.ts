import type { Columns, RowOf } from './columns.ts'
import { ANSWER, SURVEY } from './columns.ts'

/** A table of an export: what a row is, the columns that tell rows apart, and where columns lead. */
export interface Table {
  readonly row: string
  readonly columns: Columns
  readonly key: readonly string[]
  /** For each table that rows lead to, the columns that name its row; they have the same names there. */
  readonly leadsTo: readonly { readonly table: string; readonly by: readonly string[] }[]
}

const OF_ANSWER = ['survey', 'question', 'engine', 'run']

/** The tables of an export, all that is known of their columns; the files, their schema and docs/export.md follow from it. */
export const TABLES = {
  answers: {
    row: 'an answer, counted or not',
    columns: {
      ...SURVEY,
      ...ANSWER,
      questionText: { type: 'string', holds: 'the question in its words' },
      model: { type: 'string', holds: 'the model that the vendor reports', empty: 'the call failed' },
      state: { type: 'string', holds: '`counted`, `noAnswer` or `failed`; every rate is over the counted ones' },
      grounded: { type: 'boolean', holds: 'whether the answer is based on a web search; false unless it is counted' },
      text: { type: 'string', holds: 'all that the engine said', empty: 'the call failed, or the engine said nothing' },
    },
    key: OF_ANSWER,
    leadsTo: [{ table: 'ledger', by: ['survey', 'engine'] }],
  },
  mentions: {
    row: 'a brand counted in an answer; a brand counts once per answer',
    columns: {
      ...SURVEY,
      ...ANSWER,
      brand: { type: 'string', holds: 'the brand' },
      domain: { type: 'string', holds: "the brand's domain", empty: 'not known' },
      product: { type: 'boolean', holds: "whether it is the report's product; false in rankings" },
      position: { type: 'integer', holds: 'its rank by first appearance among the brands of that answer, from 1' },
      spelling: { type: 'string', holds: 'the words of the answer that were counted' },
      spanStart: { type: 'integer', holds: 'where they begin in the text, in UTF-16 units from 0' },
      spanEnd: { type: 'integer', holds: 'where they end, exclusive' },
      rule: { type: 'string', holds: 'the rule by which they count' },
      stance: {
        type: 'string',
        holds: '`recommended`, `mentioned` or `advisedAgainst`, as the reader took it',
        empty: 'the reader gave none',
      },
      quote: { type: 'string', holds: 'the sentence of the answer that says so', empty: 'the reader gave none' },
    },
    key: [...OF_ANSWER, 'brand'],
    leadsTo: [
      { table: 'answers', by: OF_ANSWER },
      { table: 'brands', by: ['survey', 'brand'] },
    ],
  },
  sources: {
    row: 'a page that an answer cites',
    columns: {
      ...SURVEY,
      ...ANSWER,
      citation: { type: 'integer', holds: "the citation's place in that answer, from 0" },
      url: { type: 'string', holds: 'the address of the page' },
      title: { type: 'string', holds: 'its title', empty: 'the engine gave none' },
      domain: {
        type: 'string',
        holds: 'its registrable domain',
        empty: 'an IP address, or a redirect that could not be resolved',
      },
      kind: {
        type: 'string',
        holds: '`own`, `rival`, `community`, `video`, `review`, `editorial` or `other`',
        empty: 'a ranking, or no domain',
      },
    },
    key: [...OF_ANSWER, 'citation'],
    leadsTo: [{ table: 'answers', by: OF_ANSWER }],
  },
  brands: {
    row: "a brand's published rate, all engines together",
    columns: {
      ...SURVEY,
      brand: { type: 'string', holds: 'the brand' },
      domain: { type: 'string', holds: "the brand's domain", empty: 'not known' },
      product: { type: 'boolean', holds: "whether it is the report's product; false in rankings" },
      mentions: { type: 'integer', holds: 'the counted answers that name it' },
      answers: { type: 'integer', holds: 'all counted answers: the denominator' },
      share: { type: 'number', holds: 'mentions / answers, 0 to 1' },
      low: { type: 'number', holds: '95 % interval of the share for other buyer questions', empty: 'not published' },
      high: { type: 'number', holds: 'its upper end', empty: 'not published' },
      lowSameQuestions: {
        type: 'number',
        holds: '95 % interval for asking these questions again',
        empty: 'not published',
      },
      highSameQuestions: { type: 'number', holds: 'its upper end', empty: 'not published' },
      averagePosition: {
        type: 'number',
        holds: 'its average position where it is named',
        empty: "never named, or a report's product, which has one for each engine only",
      },
      rankFrom: {
        type: 'integer',
        holds: 'the best rank that the data leave open at 95 %',
        empty: 'a report, or not published',
      },
      rankTo: { type: 'integer', holds: 'the worst one', empty: 'a report, or not published' },
      stanceAnswers: { type: 'integer', holds: 'answers that name it, with a stance', empty: 'no stance was read' },
      recommended: { type: 'integer', holds: 'how many of those recommend it', empty: 'no stance was read' },
      mentioned: { type: 'integer', holds: 'how many only mention it', empty: 'no stance was read' },
      advisedAgainst: { type: 'integer', holds: 'how many advise against it', empty: 'no stance was read' },
      changeFrom: {
        type: 'number',
        holds: 'its rate in the month before, over the pairs of question and engine that both months counted',
        empty: 'nothing to compare with',
      },
      changeTo: {
        type: 'number',
        holds: 'its rate in this month over the same pairs',
        empty: 'nothing to compare with',
      },
      changePoints: { type: 'number', holds: 'their difference, −1 to 1', empty: 'nothing to compare with' },
      changeLow: { type: 'number', holds: '95 % interval of the difference', empty: 'nothing to compare with' },
      changeHigh: { type: 'number', holds: 'its upper end', empty: 'nothing to compare with' },
      moved: { type: 'boolean', holds: 'whether the move is announced', empty: 'nothing to compare with' },
      changeReason: {
        type: 'string',
        holds: 'why there is nothing to compare with',
        empty: 'there is, or no month before',
      },
    },
    key: ['survey', 'brand'],
    leadsTo: [],
  },
  ledger: {
    row: 'an engine in a survey; planned = counted + noAnswer + failed + skipped',
    columns: {
      ...SURVEY,
      engine: ANSWER.engine,
      planned: { type: 'integer', holds: 'answers planned' },
      counted: { type: 'integer', holds: 'answers that are in every rate' },
      noAnswer: { type: 'integer', holds: 'replies with nothing to score, such as a refusal; never a miss' },
      failed: { type: 'integer', holds: 'calls that failed; never a miss' },
      skipped: { type: 'integer', holds: 'answers not asked for; never a miss' },
      reason: {
        type: 'string',
        holds: 'why answers were skipped, or why every call failed',
        empty: 'neither happened',
      },
    },
    key: ['survey', 'engine'],
    leadsTo: [],
  },
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES

/** The rows of a survey, by table. */
export type SurveyRows = {
  readonly [Name in TableName]: readonly RowOf<(typeof TABLES)[Name]['columns']>[]
}
