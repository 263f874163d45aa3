import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { DEFAULTS } from '../../pipeline/engines/defaults.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { callEstimate } from '../../pipeline/engines/prices.ts'

/** Answers each request with this body, so that a test can give a reply any usage. */
let body: unknown
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end(JSON.stringify(body)))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function costOf(name: EngineName, usage: unknown, extra: object = {}): Promise<number> {
  const { model, timeoutMs } = DEFAULTS[name]
  body = {
    status: 'completed',
    model,
    output: [
      { type: 'web_search_call', status: 'completed', action: { type: 'search' } },
      { type: 'web_search_call', status: 'failed', action: { type: 'search' } },
      { type: 'web_search_call', status: 'completed', action: { type: 'open_page' } },
      { type: 'message', content: [{ type: 'output_text', text: 'Ridgeloom.' }] },
    ],
    usage,
    ...extra,
  }
  const access = { apiKey: 'test-0123456789', baseUrl: `http://127.0.0.1:${port}`, model, timeoutMs }
  const engine = await createEngine(name, access)
  const asking = { question: 'Which CRM?', category: 'CRM software', tag: 'q0', market: DEFAULT_MARKET }
  return (await engine.ask(asking, [], new AbortController().signal)).costUsd
}

const cached = (tokens: number) => ({ input_tokens_details: { cached_tokens: tokens } })
const used = { input_tokens: 10_000, output_tokens: 1_000 }

test('OPENAI: charges tokens by kind, and the searches in the usage or else in the reply', async () => {
  const tokens = { ...used, input_tokens_details: { cached_tokens: 4_000, cache_write_tokens: 2_000 } }
  const usd = 0.004 * 0.1 + 0.004 * 0.01 + 0.002 * 0.125 + 0.001 * 0.5
  expect(await costOf('OPENAI', tokens, { tool_usage: { web_search: { num_requests: 3 } } })).toBeCloseTo(
    usd + 0.03,
    12,
  )
  expect(await costOf('OPENAI', tokens)).toBeCloseTo(usd + 0.02, 12)
})

test('PERPLEXITY: charges the reported cost, or else by the price table', async () => {
  const tokens = { ...used, ...cached(4_000), tool_calls_details: { search_web: { invocation: 2 } } }
  const table = 0.006 * 0.25 + 0.004 * 0.0625 + 0.001 * 2.5 + 2 * 0.0025
  expect(await costOf('PERPLEXITY', { ...tokens, cost: { total_cost: 0.123 } })).toBe(0.123)
  expect(await costOf('PERPLEXITY', tokens)).toBeCloseTo(table, 12)
  expect(await costOf('PERPLEXITY', { ...tokens, cost: { total_cost: -1 } })).toBeCloseTo(table, 12)
  expect(await costOf('PERPLEXITY', { ...tokens, cost: { total_cost: null } })).toBeCloseTo(table, 12)
})

test('GROK: charges the reported cost, or else by the price table', async () => {
  const tokens = { ...used, num_server_side_tools_used: 2 }
  const table = 0.01 * 1.25 + 0.001 * 2.5 + 2 * 0.005
  expect(await costOf('GROK', { ...tokens, cost_in_usd_ticks: 96_500_000 })).toBeCloseTo(0.00965, 12)
  expect(await costOf('GROK', tokens)).toBeCloseTo(table, 12)
  expect(await costOf('GROK', { ...tokens, cost_in_usd_ticks: -1 })).toBeCloseTo(table, 12)
})

test.each(['OPENAI', 'PERPLEXITY', 'GROK'] as const)(
  '%s: charges no more cached tokens than input tokens',
  async (name) => {
    expect(await costOf(name, { ...used, ...cached(90_000) })).toBeCloseTo(
      await costOf(name, { ...used, ...cached(10_000) }),
      12,
    )
  },
)

test.each(['OPENAI', 'PERPLEXITY', 'GROK'] as const)('%s: charges the worst case without usage', async (name) => {
  const { worstUsd } = callEstimate(name, DEFAULTS[name].model)
  for (const usage of [undefined, null, 'much', { input_tokens: '5' }]) expect(await costOf(name, usage)).toBe(worstUsd)
})

test.each(['OPENAI', 'PERPLEXITY', 'GROK'] as const)('%s: rejects JSON in another format', async (name) => {
  for (const output of [undefined, 'text', [{ type: 'message', content: 'text' }]])
    await expect(costOf(name, used, { output })).rejects.toMatchObject({ kind: 'UNREADABLE' })
})
