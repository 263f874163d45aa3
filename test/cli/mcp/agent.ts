import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createClient } from '../../../cli/mcp/client.ts'
import { createRedactor } from '../../../cli/mcp/redact.ts'
import { createToolServer } from '../../../cli/mcp/server.ts'
import type { Settings } from '../../../cli/mcp/settings.ts'

const ENTRY = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))

/** What a tool gave, as an agent sees it. */
export interface Told {
  readonly isError: boolean
  /** The first text block. */
  readonly text: string
  /** The JSON of the last text block; of an error as `failure`. */
  readonly json: Record<string, unknown>
}

/** An agent: a client of the protocol's own SDK. */
export interface Agent {
  readonly client: Client
  call(name: string, args?: Record<string, unknown>): Promise<Told>
  /** Everything that the tool server has said to this agent, its standard error included. */
  said(): string
}

/** An agent whose tool server is a `svc mcp` process, with no variable but those given. */
export async function agentOverStdio(env: Record<string, string>, cwd?: string): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [ENTRY, 'mcp'],
    env,
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
  })
  return connected(transport, (hear) => transport.stderr?.on('data', (chunk: Buffer) => hear(String(chunk))))
}

/** The same in this process, for the answers of one stand-in of the API after another. */
export async function agentInProcess(
  settings: Partial<Settings>,
  timeoutMs?: number,
  sleep: (ms: number) => Promise<void> = async () => {},
): Promise<Agent> {
  const all: Settings = { baseUrl: 'http://127.0.0.1:9', apiKey: undefined, providerKeys: {}, ...settings }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const api = createClient(all, fetch, timeoutMs)
  const scope = { api, providerKeys: all.providerKeys, redact: createRedactor(all), sleep }
  await createToolServer(scope).connect(far)
  return connected(near)
}

async function connected(
  transport: StdioClientTransport | InMemoryTransport,
  listen: (hear: (text: string) => void) => void = () => {},
): Promise<Agent> {
  let said = ''
  const hear = (text: string) => {
    said += `${text}\n`
  }
  listen(hear)
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  hear(JSON.stringify([client.getInstructions(), await client.listTools()]))
  return {
    client,
    said: () => said,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args })
      hear(JSON.stringify(result))
      const texts = z.object({ content: z.array(z.object({ text: z.string() })) }).parse(result)
      const isError = result.isError === true
      const json = jsonOf(texts.content.at(-1)?.text ?? '')
      return { isError, text: texts.content[0]?.text ?? '', json: isError ? { failure: json } : json }
    },
  }
}

/** The protocol's own errors, such as a wrong argument's, are only a sentence. */
function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
