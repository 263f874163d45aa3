import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { MAX_REPORTS } from '../../pipeline/contract/operations.ts'
import { someQuotes } from '../../pipeline/contract/said/said-words.ts'
import { operationOf } from './client.ts'
import { refused } from './failure.ts'
import { kitRules, reportListRules, reportRules } from './rules.ts'
import {
  addReadingTool,
  answersNote,
  answersTo,
  reportSlug,
  SEARCHES_NOTE,
  searchesShown,
  type ToolOptions,
  withoutQuotes,
} from './tools.ts'

/** The tools that read the reports of the API key's account. */
export function addReportTools(server: McpServer, options: ToolOptions): void {
  addReadingTool(server, options, 'reports_list', {
    title: 'List reports',
    description: "The account's reports, newest first, with their status and score; nextCursor if there are more.",
    inputSchema: z.strictObject({
      limit: z.int().min(1).max(MAX_REPORTS).optional().describe('The most to list; default: 100'),
      cursor: z.string().max(100).optional().describe('The nextCursor of the previous result'),
    }),
    operation: operationOf('listReports'),
    request: ({ limit, cursor }) => ({
      query: { ...(limit !== undefined && { limit: String(limit) }), ...(cursor !== undefined && { cursor }) },
    }),
    shown: (body) => ({ result: { rules: reportListRules(body.reports), ...body } }),
  })

  addReadingTool(server, options, 'report_get', {
    title: 'Read a report',
    description: [
      'One report: score, each engine as n of m, skipped engines, competitors, sources, the fix list, the',
      'questions, and the answers selected by answersTo (a FULL report has 18 to each question).',
    ].join(' '),
    inputSchema: z.strictObject({ slug: reportSlug, answersTo }),
    operation: operationOf('getReport'),
    request: ({ slug }) => ({ params: { slug } }),
    shown: ({ report }, args) => {
      const questions = report.questions.map(({ searches, ...question }) => ({
        ...question,
        ...(!args.answersTo.includes(question.index) && { answers: [] }),
        ...(searches && { searches: searchesShown(searches, question.index, args.answersTo) }),
      }))
      const searched = questions.some(({ searches = [] }) => searches.length > 0)
      const rules = [answersNote(args.answersTo), ...(searched ? [SEARCHES_NOTE] : []), ...reportRules(report)]
      const said = report.said && { ...report.said, quotes: someQuotes(report.said) }
      const competitors = report.competitors.map(withoutQuotes)
      return { result: { rules, report: { ...report, ...(said && { said }), competitors, questions } } }
    },
  })

  addReadingTool(server, options, 'report_kit', {
    title: 'Distribution Kit',
    description: [
      'The Distribution Kit of a complete paid report, as Markdown files: the measured result, who is named instead,',
      'where, and a first task for each channel.',
    ].join(' '),
    inputSchema: z.strictObject({
      slug: reportSlug,
      file: z
        .string()
        .max(100)
        .optional()
        .describe('The path of one file, such as 05-channel-plan.md; default: all five'),
    }),
    operation: operationOf('getKit'),
    request: ({ slug }) => ({ params: { slug } }),
    shown: ({ kit }, { file }) => {
      const files = kit.files.filter(({ path }) => file === undefined || path === file)
      if (files.length === 0)
        return { failure: refused(`The kit has ${kit.files.map(({ path }) => path).join(', ')}.`) }
      return { result: { rules: kitRules(kit), kit: { ...kit, files } } }
    },
  })
}
