import { setTimeout } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import manifest from '../../package.json' with { type: 'json' }
import { createClient } from './client.ts'
import { addRankingTools } from './ranking-tools.ts'
import { createRedactor } from './redact.ts'
import { addReportTools } from './report-tools.ts'
import { ALL_RULES } from './rules.ts'
import { readSettings } from './settings.ts'
import { addStartTool } from './start-tool.ts'
import { addStatusTool } from './status-tool.ts'
import type { ToolOptions } from './tools.ts'

const INSTRUCTIONS = [
  'Measures whether AI answer engines name a product. Rankings and prompts_suggest are free and need no key. A report:',
  'report_start (the only tool that spends; ask the user first), report_status about once a minute (or once, with wait),',
  'then report_get and report_kit.',
]
  .join(' ')
  .concat(...ALL_RULES.map((rule) => `\n- ${rule}`))

/**
 * Serves the tools over standard input and output until the input ends, then finishes open calls; returns exit code 0.
 * Nothing else may be written to standard output. Throws WrongSetting if SVC_API_KEY or SVC_BASE_URL is invalid.
 */
export async function serveTools(): Promise<number> {
  const settings = readSettings(process.env)
  const server = createToolServer({
    api: createClient(settings, fetch),
    providerKeys: settings.providerKeys,
    redact: createRedactor(settings),
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  })
  if (process.stdin.isTTY)
    process.stderr.write(
      'This is a Model Context Protocol server, to be started by an agent (see docs/agents.md). Ctrl-C stops it.\n',
    )
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    // The server is not closed here, so that the process lives until the last result is written.
    process.stdin.once('end', resolve).once('close', resolve)
  })
  await server.connect(new StdioServerTransport())
  await ended
  return 0
}

/** The eight tools of the interface specification's companion tool server. */
export function createToolServer(options: ToolOptions): McpServer {
  const server = new McpServer(
    { name: 'svc', title: 'Answer-engine visibility', version: manifest.version },
    { instructions: INSTRUCTIONS },
  )
  addRankingTools(server, options)
  addStartTool(server, options)
  addStatusTool(server, options)
  addReportTools(server, options)
  return server
}
