import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { ReportProgress } from '../../pipeline/contract/report.ts'
import { operationOf } from './client.ts'
import { answer } from './result.ts'
import { progressRules } from './rules.ts'
import type { ToolScope } from './tools.ts'
import { READ, reportSlug } from './tools.ts'

/** Below the 60 seconds after which agents commonly give a call up that says nothing. */
const POLL_MS = 30_000

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
        for (let told = -1; ; ) {
          const outcome = await api.call(operation, { params: { slug } }, signal)
          if ('failure' in outcome) return outcome
          const { status } = outcome.body
          if (progressToken === undefined || !isOpen(status))
            return { result: { rules: progressRules(status), ...outcome.body } }
          const { answersStored: progress, answersPlanned: total } = status.progress
          // The protocol lets progress only grow.
          if (progress > told)
            await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total } })
          told = Math.max(told, progress)
          await sleep(POLL_MS, signal)
        }
      }),
  )
}

function isOpen({ status }: ReportProgress): boolean {
  return status === 'PENDING' || status === 'RUNNING'
}
