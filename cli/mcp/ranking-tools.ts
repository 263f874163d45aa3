import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { month } from '../../pipeline/contract/terms.ts'
import { TEXT_LIMITS } from '../../pipeline/contract/words.ts'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import { operationOf } from './client.ts'
import { answer } from './result.ts'
import { rankingListRules, rankingRules } from './rules.ts'
import {
  addReadingTool,
  answersNote,
  answersTo,
  READ,
  SEARCHES_NOTE,
  searchesShown,
  type ToolOptions,
  withoutQuotes,
} from './tools.ts'

/** The contract's own pattern has a lookahead, which some models' APIs reject in a schema. */
const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)

/** The tools that need no API key: public rankings, and questions from templates. */
export function addRankingTools(server: McpServer, options: ToolOptions): void {
  addReadingTool(server, options, 'rankings_list', {
    title: 'List rankings',
    description: [
      "Every category's latest month: the five brands that AI answer engines named most, each in n of the counted",
      'answers. Free, needs no API key.',
    ].join(' '),
    inputSchema: z.strictObject({}),
    operation: operationOf('listRankings'),
    request: () => ({}),
    shown: ({ rankings }) => ({ result: { rules: rankingListRules(rankings), rankings } }),
  })

  addReadingTool(server, options, 'rankings_get', {
    title: 'Read one ranking',
    description: [
      'One category in one month: every brand with its mentions, intervals and change, the sources, the ledger of',
      'each engine, and the answers selected by answersTo.',
      'Free, needs no API key.',
    ].join(' '),
    inputSchema: z.strictObject({
      slug: slug.describe("The category's slug, from rankings_list"),
      month: month.optional().describe('An earlier month, YYYY-MM; default: the latest'),
      answersTo,
    }),
    operation: operationOf('getRanking'),
    request: ({ slug, month }) => ({ params: { slug }, ...(month !== undefined && { query: { month } }) }),
    shown: ({ ranking }, args) => {
      const answers = ranking.answers.filter(({ question }) => args.answersTo.includes(question))
      const byQuestion = Map.groupBy(ranking.searches ?? [], ({ question }) => question)
      const searches = [...byQuestion].flatMap(([question, all]) => searchesShown(all, question, args.answersTo))
      const searched = searches.length > 0
      const rules = [answersNote(args.answersTo), ...(searched ? [SEARCHES_NOTE] : []), ...rankingRules(ranking)]
      const brands = ranking.brands.map(withoutQuotes)
      return { result: { rules, ranking: { ...ranking, brands, answers, ...(searched && { searches }) } } }
    },
  })

  server.registerTool(
    'prompts_suggest',
    {
      title: 'Suggest buyer questions',
      description: [
        'Buyer questions for a category from templates, for seedPrompts of report_start, in English only. Free; calls no',
        'model or server, and never names a product.',
      ].join(' '),
      inputSchema: z.strictObject({
        category: z
          .string()
          .trim()
          .min(1)
          .max(TEXT_LIMITS.category)
          .describe('What buyers search for, in their words; no product name'),
        count: z.int().min(1).max(20).default(10).describe('How many'),
      }),
      annotations: { ...READ, openWorldHint: false },
    },
    ({ category, count }) => answer(options.redact, () => ({ result: { prompts: suggestQuestions(category, count) } })),
  )
}
