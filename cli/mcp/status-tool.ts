import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { ReportProgress } from '../../pipeline/contract/report.ts'
import { operationOf } from './client.ts'
import { answer } from './result.ts'
import { progressRules } from './rules.ts'
import type { ToolScope } from './tools.ts'
import { READ, reportSlug } from './tools.ts'

/** Below the 60 seconds after which agents commonly give a call up that says nothing. */
const TELL_MS = 30_000
/** The API is asked once a minute (specification 8). */
const TELLS_A_POLL = 2

/** How far a report is, at once or, for an agent that takes notifications of progress, when it has ended. */
export function addStatusTool(server: McpServer, { api, redact, sleep }: ToolScope): void {
  const operation = operationOf('reportStatus')
  server.registerTool(
    'report_status',
    {
      title: 'Report status',
      description: 'How far a report is: answers stored of answers planned. Poll it about once a minute, not faster.',
      inputSchema: z.strictObject({
        slug: reportSlug,
        wait: z
          .boolean()
          .default(false)
          .describe(
            'Answer when the report has ended, with progress meanwhile; at once all the same without progressToken',
          ),
      }),
      annotations: READ,
    },
    ({ slug, wait }, { signal, sendNotification, _meta }) =>
      answer(redact, async () => {
        const progressToken = wait ? _meta?.progressToken : undefined
        for (let told = 0; ; ) {
          const outcome = await api.call(operation, { params: { slug } }, signal)
          if ('failure' in outcome) return outcome
          const { status } = outcome.body
          if (progressToken === undefined || !isOpen(status))
            return { result: { rules: progressRules(status), ...outcome.body } }
          const message = `${status.progress.answersStored} of ${status.progress.answersPlanned} answers are stored.`
          for (const until = told + TELLS_A_POLL; told < until; ) {
            told += 1
            // The protocol wants a progress that grows each time, which the answers of a minute may not.
            const params = { progressToken, progress: told, message }
            await sendNotification({ method: 'notifications/progress', params })
            await sleep(TELL_MS, signal)
          }
        }
      }),
  )
}

function isOpen({ status }: ReportProgress): boolean {
  return status === 'PENDING' || status === 'RUNNING'
}
