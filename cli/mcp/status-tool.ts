import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { ReportProgress } from '../../pipeline/contract/report.ts'
import { operationOf } from './client.ts'
import { answer } from './result.ts'
import { progressRules } from './rules.ts'
import { READ, reportSlug, type ToolOptions } from './tools.ts'

/** Below the 60 seconds after which agents commonly abandon a silent call. */
const NOTIFY_MS = 30_000
/** The API is polled once a minute (specification 8). */
const NOTIFICATIONS_PER_POLL = 2

/** A report's progress, at once or, for an agent that accepts progress notifications, when the report has ended. */
export function addStatusTool(server: McpServer, { api, redact, sleep }: ToolOptions): void {
  const operation = operationOf('reportStatus')
  server.registerTool(
    'report_status',
    {
      title: 'Report status',
      description: "A report's progress: answers stored of answers planned. Poll it about once a minute, not faster.",
      inputSchema: z.strictObject({
        slug: reportSlug,
        wait: z
          .boolean()
          .default(false)
          .describe(
            'Return when the report has ended, with progress meanwhile; without a progressToken, return at once',
          ),
      }),
      annotations: READ,
    },
    ({ slug, wait }, { signal, sendNotification, _meta }) =>
      answer(redact, async () => {
        const progressToken = wait ? _meta?.progressToken : undefined
        for (let sent = 0; ; ) {
          const outcome = await api.call(operation, { params: { slug } }, signal)
          if ('failure' in outcome) return outcome
          const { status } = outcome.body
          if (progressToken === undefined || !isOpen(status))
            return { result: { rules: progressRules(status), ...outcome.body } }
          const message = `${status.progress.answersStored} of ${status.progress.answersPlanned} answers are stored.`
          for (const until = sent + NOTIFICATIONS_PER_POLL; sent < until; ) {
            sent += 1
            // The protocol requires a growing number, which the count of answers need not be.
            const params = { progressToken, progress: sent, message }
            await sendNotification({ method: 'notifications/progress', params })
            await sleep(NOTIFY_MS, signal)
          }
        }
      }),
  )
}

function isOpen({ status }: ReportProgress): boolean {
  return status === 'PENDING' || status === 'RUNNING'
}
