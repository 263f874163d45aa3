import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as bodyOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import { agentInProcess } from './agent.ts'

const START = { domain: 'acme.example', category: 'CRM', description: 'A CRM.', funding: 'byok' }
const KEY = 'mine-0123456789abcdef'
const STARTED = {
  slug: 'abc',
  status: 'PENDING',
  reused: false,
  funding: 'byok',
  url: 'https://www.example/r/abc',
  statusUrl: 'https://www.example/v1/reports/abc/status',
}

/** The bodies that the API gets where these engines have a key in the environment, and what the agent is told of them. */
async function startWith(held: readonly EngineName[], args: object) {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await bodyOf(request))
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(STARTED))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const providerKeys = keysOf(held)
  const agent = await agentInProcess({ baseUrl, apiKey: 'svc_Yk2hQ8vZr5TnX1pLw7cJ4mB9dF3gS6', providerKeys })
  const { json } = await agent.call('report_start', { ...START, idempotencyKey: KEY, ...args })
  return { bodies, json }
}

function keysOf(engines: readonly EngineName[]): Partial<Record<EngineName, string>> {
  return Object.fromEntries(engines.map((engine) => [engine, `own-key-of-${engine}`]))
}

test.each<[string, object, readonly EngineName[], readonly EngineName[]]>([
  ['only the engines, where one can be the scribe', { engines: ['GROK', 'GEMINI'] }, ENGINES, ['GEMINI', 'GROK']],
  ["the plan's engines, where none are chosen", { plan: 'QUICK' }, ENGINES, ['OPENAI', 'ANTHROPIC', 'GEMINI']],
  ['all that a FULL report asks', {}, ENGINES, ENGINES],
  ['one scribe more, where no engine can be it', { engines: ['GROK'] }, ENGINES, ['OPENAI', 'GROK']],
  ['the first scribe that has a key', { engines: ['GROK'] }, ['GROK', 'GEMINI', 'ANTHROPIC'], ['ANTHROPIC', 'GROK']],
  [
    'a scribe for an engine that could be it and has no key',
    { engines: ['OPENAI', 'GROK'] },
    ['GROK', 'GEMINI'],
    ['GEMINI', 'GROK'],
  ],
])('the API gets %s of the own keys', async (_, args, held, sent) => {
  const { bodies, json } = await startWith(held, args)
  expect(bodies).toEqual([{ ...START, ...args, providerKeys: keysOf(sent) }])
  expect(json.keysSent).toHaveLength(sent.length)
})

test.each<[object, readonly EngineName[]]>([
  [{ engines: ['GROK'] }, ['GROK', 'PERPLEXITY']],
  [{ engines: ['GROK'] }, ['OPENAI', 'GEMINI']],
])('%j with keys of %j is not sent', async (args, held) => {
  const { bodies, json } = await startWith(held, args)
  expect(bodies).toEqual([])
  expect(json.failure).toMatchObject({ fields: ['providerKeys'], idempotencyKey: KEY })
})

test('a start on credits sends no key', async () => {
  const { bodies, json } = await startWith(ENGINES, { funding: 'credits' })
  expect(bodies).toEqual([{ ...START, funding: 'credits' }])
  expect(json).not.toHaveProperty('keysSent')
})
