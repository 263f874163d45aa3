import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { operationOf } from './client.ts'
import { answer, outputOf } from './result.ts'
import { kitRules, progressRules, reportListRules, reportRules } from './rules.ts'
import type { ToolScope } from './tools.ts'
import { answersTo, READ, wanted } from './tools.ts'

const reportSlug = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/)
  .describe("The report's slug, from report_start or reports_list")

/** The tools that read reports of the account that owns the API key. */
export function addReportTools(server: McpServer, { api, redact }: ToolScope): void {
  const list = operationOf('listReports')
  server.registerTool(
    'reports_list',
    {
      title: 'List reports',
      description: "The account's newest reports, at most 100, newest first, with their status and score.",
      inputSchema: z.strictObject({}),
      outputSchema: outputOf(list.response.shape),
      annotations: READ,
    },
    (_, { signal }) =>
      answer(redact, async () => {
        const outcome = await api.call(list, {}, signal)
        if ('failure' in outcome) return outcome
        const { reports } = outcome.body
        return { result: { rules: reportListRules(reports), reports } }
      }),
  )

  const status = operationOf('reportStatus')
  server.registerTool(
    'report_status',
    {
      title: 'Report status',
      description: 'How far a report is: answers stored of answers planned. Poll it about once a minute, not faster.',
      inputSchema: z.strictObject({ slug: reportSlug }),
      outputSchema: outputOf(status.response.shape),
      annotations: READ,
    },
    ({ slug }, { signal }) =>
      answer(redact, async () => {
        const outcome = await api.call(status, { params: { slug } }, signal)
        if ('failure' in outcome) return outcome
        return { result: { rules: progressRules(outcome.body.status), ...outcome.body } }
      }),
  )

  const get = operationOf('getReport')
  server.registerTool(
    'report_get',
    {
      title: 'Read a report',
      description:
        'One report: score, each engine as n of m, skipped engines, competitors, sources, the fix list, and every question with every answer verbatim. Large with its answers (a FULL report has 180): begin with answersTo [], then read the questions that matter.',
      inputSchema: z.strictObject({ slug: reportSlug, answersTo }),
      outputSchema: outputOf(get.response.shape),
      annotations: READ,
    },
    (args, { signal }) =>
      answer(redact, async () => {
        const outcome = await api.call(get, { params: { slug: args.slug } }, signal)
        if ('failure' in outcome) return outcome
        const { report } = outcome.body
        const { keeps, note } = wanted(args.answersTo)
        const questions = report.questions.map((question) =>
          keeps(question.index) ? question : { ...question, answers: [] },
        )
        return { result: { rules: [...note, ...reportRules(report)], report: { ...report, questions } } }
      }),
  )

  const kit = operationOf('getKit')
  server.registerTool(
    'report_kit',
    {
      title: 'Distribution Kit',
      description:
        'The Distribution Kit of a complete paid report, as Markdown files: the measured result, who is named instead, where, and a first task for each channel.',
      inputSchema: z.strictObject({ slug: reportSlug }),
      outputSchema: outputOf(kit.response.shape),
      annotations: READ,
    },
    ({ slug }, { signal }) =>
      answer(redact, async () => {
        const outcome = await api.call(kit, { params: { slug } }, signal)
        if ('failure' in outcome) return outcome
        return { result: { rules: kitRules(outcome.body.kit), ...outcome.body } }
      }),
  )
}
