import { describe, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { fromPerplexityReply, toPerplexityError, toPerplexityRequest } from '../../pipeline/engines/perplexity.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MODEL = 'perplexity/sonar'

const result = (id: number | string, url = `https://site${id}.example/`) => ({
  id,
  url,
  title: `Page ${id}`,
  date: null,
})
const searched = (...results: unknown[]) => ({ type: 'search_results', queries: ['shoes'], results })
const message = (text: string, annotations: unknown[] = []) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
})
const read = (output: unknown[], extra: object = {}) =>
  fromPerplexityReply([{ status: 'completed', model: MODEL, output, ...extra }])

test('the request asks the pinned model with its search tool', () => {
  expect(toPerplexityRequest({ question: 'Which shoes?', market: DEFAULT_MARKET }, MODEL)).toEqual({
    model: MODEL,
    input: 'Which shoes?',
    tools: [{ type: 'web_search', search_context_size: 'medium', max_results: 10, user_location: { country: 'US' } }],
    max_output_tokens: 2000,
    max_steps: 3,
  })
})

describe('fromPerplexityReply', () => {
  test('cites the results numbered in the text, over all searches, once each', () => {
    const output = [
      searched(result(1), null, { url: 7 }, result(2)),
      searched(result(3), result('4')),
      message('Ridgeloom[3] leads. Pacewell costs less[1][3], see [4]; founded [2024].'),
    ]
    expect(read(output)).toEqual({
      kind: 'answered',
      text: 'Ridgeloom[3] leads. Pacewell costs less[1][3], see [4]; founded [2024].',
      citations: [
        { url: 'https://site3.example/', title: 'Page 3', domain: 'site3.example' },
        { url: 'https://site1.example/', title: 'Page 1', domain: 'site1.example' },
        { url: 'https://site4.example/', title: 'Page 4', domain: 'site4.example' },
      ],
      grounded: true,
      searches: ['shoes'],
      model: MODEL,
    })
  })

  test('cites annotated pages too, but no merely retrieved ones', () => {
    const annotation = { type: 'url_citation', url: 'https://noted.example/a', title: 'Noted' }
    expect(read([searched(result(1)), message('Ridgeloom leads.', [annotation])])).toMatchObject({
      citations: [{ url: 'https://noted.example/a', title: 'Noted', domain: 'noted.example' }],
    })
    expect(read([searched(result(1)), message('Ridgeloom leads.')])).toMatchObject({ citations: [], grounded: true })
  })

  test('a search without results asks for another try; without a search the answer is ungrounded and stands', () => {
    expect(read([searched(), message('Hm.')])).toMatchObject({ grounded: false, askAgain: true })
    expect(read([{ type: 'search_results', results: null }, message('Hm.')])).toMatchObject({ askAgain: true })
    const billed = { input_tokens: 1, output_tokens: 1, tool_calls_details: { search_web: { invocation: 1 } } }
    expect(read([message('Hm.')], { usage: billed })).toMatchObject({ grounded: false, askAgain: true })
    const reading = read([message('Hm.')])
    expect(reading).toMatchObject({ kind: 'answered', grounded: false })
    expect(reading).not.toHaveProperty('askAgain')
  })

  test('says what it searched for; null where a search is listed or billed without a query', () => {
    const found = { type: 'search_results', queries: ['crm', 'crm prices'], results: [result(1)] }
    expect(read([found, searched(result(2)), message('Hm.')])).toMatchObject({
      searches: ['crm', 'crm prices', 'shoes'],
    })
    expect(read([{ ...found, queries: undefined }, message('Hm.')])).toMatchObject({ searches: null })
    expect(read([{ ...found, queries: [7] }, message('Hm.')])).toMatchObject({ kind: 'answered', searches: null })
    const billed = { input_tokens: 1, output_tokens: 1, tool_calls_details: { search_web: { invocation: 1 } } }
    expect(read([message('Hm.')], { usage: billed })).toMatchObject({ searches: null })
    expect(read([message('Hm.')])).toMatchObject({ searches: [] })
  })

  test('ignores unknown items and reads all messages', () => {
    const output = [message('Looking.'), { type: 'fetch_url_results', contents: [] }, message('Ridgeloom.')]
    expect(read(output)).toMatchObject({ kind: 'answered', text: 'Looking.\n\nRidgeloom.' })
  })
})

test.each([
  ['bad key, HTML', 401, undefined, 'KEY_REJECTED'],
  ['bad key, JSON', 401, { message: 'Invalid API key', type: 'unauthorized', code: 401 }, 'KEY_REJECTED'],
  ['out of credit', 402, undefined, 'QUOTA'],
  ['out of credit as 401', 401, { message: 'You exceeded your current quota', code: 401 }, 'QUOTA'],
  ['out of credit as 429', 429, { message: 'Too little', type: 'insufficient_quota', code: 429 }, 'QUOTA'],
  ['retired endpoint', 403, { type: 'chat_completions_not_available' }, 'BAD_REQUEST'],
  ['retired endpoint by code', 403, { code: 'agent_api_migration_required' }, 'BAD_REQUEST'],
  ['organization key', 403, { message: 'not available to organization keys', code: 403 }, 'PROVIDER_REFUSED'],
  ['edge', 403, undefined, 'PROVIDER_REFUSED'],
  ['not found', 404, undefined, 'PROVIDER_REFUSED'],
  ['wrong model', 400, { message: 'model "sonar" is not supported' }, 'PROVIDER_REFUSED'],
  ['wrong tool', 400, { message: "unknown discriminator value 'web_find'" }, 'BAD_REQUEST'],
  ['unprocessable', 422, undefined, 'BAD_REQUEST'],
  ['rate', 429, { message: 'Request rate limit exceeded', type: 'rate_limit_exceeded', code: 429 }, 'RATE_LIMITED'],
  ['rate, text', 429, 'Too many requests', 'RATE_LIMITED'],
  ['request timeout', 408, undefined, 'TIMEOUT'],
  ['server', 500, 'Internal server error', 'SERVER'],
  ['edge 502', 502, undefined, 'SERVER'],
  ['overloaded', 503, undefined, 'OVERLOADED'],
  ['edge 504', 504, undefined, 'SERVER'],
])('error: %s', (_, status, error, kind) => {
  const hinted = toPerplexityError(status, new Headers({ 'retry-after': '2' }), error, NOW)
  expect(hinted).toMatchObject({ kind, status, retryAfterMs: 2_000 })
})
