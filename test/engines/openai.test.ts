import { describe, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { fromOpenaiReply, toOpenaiError, toOpenaiFailure, toOpenaiRequest } from '../../pipeline/engines/openai.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MODEL = 'gpt-6-luna-2026-09-01'

const searched = (status = 'completed') => ({ type: 'web_search_call', id: 'ws', status, action: { type: 'search' } })
const message = (text: string, extra: object = {}) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...extra,
})
const body = (output: unknown[], extra: object = {}) => ({ status: 'completed', model: MODEL, output, ...extra })
const read = (output: unknown[], extra: object = {}) => fromOpenaiReply([body(output, extra)])

test('the request forces a search, limits the answer and has nothing stored', () => {
  expect(toOpenaiRequest({ question: 'Which shoes?', market: DEFAULT_MARKET }, 'gpt-6-luna')).toEqual({
    model: 'gpt-6-luna',
    input: 'Which shoes?',
    tools: [
      {
        type: 'web_search',
        search_context_size: 'medium',
        user_location: { type: 'approximate', country: 'US' },
      },
    ],
    tool_choice: 'required',
    reasoning: { effort: 'low' },
    max_output_tokens: 4000,
    max_tool_calls: 3,
    store: false,
  })
})

describe('fromOpenaiReply', () => {
  test('reads the text, the model, the search and the cited pages', () => {
    const url = 'https://reviews.example.com/wide?utm_source=openai'
    const cited = { type: 'url_citation', url, title: 'Wide shoes', start_index: 10, end_index: 20 }
    const output = [
      { type: 'reasoning', id: 'rs', summary: [] },
      { ...searched(), action: { type: 'search', sources: [{ type: 'url', url: 'https://consulted.example/' }] } },
      {
        ...message(''),
        content: [
          {
            type: 'output_text',
            text: 'Ridgeloom Wide 3 leads.',
            annotations: [cited, cited, { type: 'file_citation', file_id: 'f' }, { ...cited, url: 'javascript:1' }],
          },
        ],
      },
    ]
    expect(read(output)).toEqual({
      kind: 'answered',
      text: 'Ridgeloom Wide 3 leads.',
      citations: [{ url: 'https://reviews.example.com/wide', title: 'Wide shoes', domain: 'example.com' }],
      grounded: true,
      searches: null,
      model: MODEL,
    })
  })

  test('the text includes what precedes the search, separated by whitespace', () => {
    const output = [message('Let me look', { phase: null }), searched(), message('Ridgeloom leads.')]
    expect(read(output)).toMatchObject({ kind: 'answered', text: 'Let me look\n\nRidgeloom leads.' })
  })

  test.each([
    ['each query once', [{ query: 'crm', queries: ['crm', 'crm prices'] }, { query: 'crm' }], ['crm', 'crm prices']],
    ['the query where there is no list', [{ query: 'crm', queries: [] }], ['crm']],
    ['the query where the list has another form', [{ query: 'crm', queries: [7] }], ['crm']],
    ['null where a search has no query', [{}], null],
    ['null where its query is empty', [{ query: ' ' }], null],
    ['no page that it opened', [{ type: 'open_page', url: 'https://a.example/' }], []],
  ])('says what it searched for: %s', (_, actions, searches) => {
    const calls = actions.map((action) => ({ ...searched(), action: { type: 'search', ...action } }))
    expect(read([...calls, message('Ridgeloom.')])).toMatchObject({ kind: 'answered', searches })
  })

  test('a search in the earlier format does not say what it searched for', () => {
    const call = { type: 'web_search_call', id: 'ws', status: 'completed' }
    expect(read([call, message('Ridgeloom.')])).toMatchObject({ kind: 'answered', searches: null })
  })

  test('commentary is not part of the answer', () => {
    const commentary = message('Let me first check Zephyrly and the rest.', { phase: 'commentary' })
    const output = [commentary, searched(), message('Ridgeloom leads.', { phase: 'final_answer' })]
    expect(read(output)).toMatchObject({ kind: 'answered', text: 'Ridgeloom leads.' })
    expect(read([searched(), commentary])).toEqual({ kind: 'empty' })
  })

  test('ignores unknown items and parts', () => {
    const output = [
      { type: 'surprise', content: 'text' },
      searched(),
      message('Ridgeloom.'),
      { type: 'mcp_call', status: 7 },
    ]
    expect(read(output)).toMatchObject({ kind: 'answered', text: 'Ridgeloom.' })
  })

  test('an answer without a search is ungrounded and stands', () => {
    expect(read([message('From memory.')])).toEqual({
      kind: 'answered',
      text: 'From memory.',
      citations: [],
      grounded: false,
      searches: [],
      model: MODEL,
    })
  })

  test('an answer whose searches all failed asks for another try; one successful search is enough', () => {
    const failed = [searched('failed'), searched('incomplete')]
    expect(read([...failed, message('Hm.')])).toMatchObject({ kind: 'answered', grounded: false, askAgain: true })
    const reading = read([...failed, searched(), message('Hm.')])
    expect(reading).toMatchObject({ kind: 'answered', grounded: true })
    expect(reading).not.toHaveProperty('askAgain')
  })

  test('a refusal is no answer, whatever text precedes it', () => {
    const refusal = { type: 'message', content: [{ type: 'refusal', refusal: "I can't help with that." }] }
    expect(read([refusal])).toEqual({ kind: 'noAnswer', text: "I can't help with that.", model: MODEL })
    expect(read([message('Let me look.'), refusal])).toMatchObject({ kind: 'noAnswer' })
  })

  test.each([
    ['max_output_tokens', '', { kind: 'empty' }],
    ['max_output_tokens', 'Ridgeloom le', { kind: 'answered', text: 'Ridgeloom le' }],
    ['content_filter', '', { kind: 'noAnswer', text: '' }],
    ['content_filter', 'Ridgeloom le', { kind: 'answered', text: 'Ridgeloom le' }],
    ['steered', '', { kind: 'empty' }],
  ])('cut off by %s after "%s"', (reason, text, reading) => {
    const extra = { status: 'incomplete', incomplete_details: { reason } }
    expect(read(text === '' ? [] : [message(text)], extra)).toMatchObject(reading)
  })

  test.each([
    ['no message', [searched()]],
    ['a message without parts', [{ type: 'message', content: [] }]],
    ['blanks', [message(' \n')]],
  ])('%s is empty', (_, output) => {
    expect(read(output)).toEqual({ kind: 'empty' })
  })
})

describe('toOpenaiError', () => {
  const rate = (message: string) => ({ code: 'rate_limit_exceeded', type: 'tokens', message })

  test.each([
    ['bad key', 401, { code: 'invalid_api_key', message: 'Incorrect API key provided: sk-1' }, 'KEY_REJECTED'],
    ['organization refused', 401, { message: 'You must be a member of an organization' }, 'KEY_REJECTED'],
    ['country', 403, { code: 'unsupported_country_region_territory' }, 'PROVIDER_REFUSED'],
    ['model, 403', 403, { code: 'model_not_found' }, 'PROVIDER_REFUSED'],
    ['model, 404', 404, { code: 'model_not_found', type: 'invalid_request_error', param: null }, 'PROVIDER_REFUSED'],
    ['rate limit', 429, rate('Rate limit reached'), 'RATE_LIMITED'],
    ['rate limit without a body', 429, undefined, 'RATE_LIMITED'],
    ['too large for the minute', 429, rate('Request too large for gpt-6-luna in organization'), 'BAD_REQUEST'],
    ['out of money', 429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'QUOTA'],
    ['out of money by type', 429, { code: null, type: 'insufficient_quota', message: null }, 'QUOTA'],
    ['out of credit', 429, { code: 'credit_balance_exhausted', type: 'insufficient_quota' }, 'QUOTA'],
    ['payment required', 402, undefined, 'QUOTA'],
    ['slow down', 429, { code: 'slow_down' }, 'RATE_LIMITED'],
    ['slow down as it was', 503, { code: 'slow_down' }, 'RATE_LIMITED'],
    ['overloaded', 503, { code: 'server_is_overloaded' }, 'OVERLOADED'],
    ['server error', 500, { type: 'server_error' }, 'SERVER'],
    ['bad gateway', 502, undefined, 'SERVER'],
    ['gateway timeout', 504, undefined, 'SERVER'],
    ['request timeout', 408, undefined, 'TIMEOUT'],
    ['bad parameter', 400, { type: 'invalid_request_error', param: 'temperature' }, 'BAD_REQUEST'],
    ['unprocessable', 422, 'text', 'BAD_REQUEST'],
  ])('%s', (_, status, error, kind) => {
    expect(toOpenaiError(status, new Headers(), error, NOW)).toMatchObject({ kind, status, retryAfterMs: undefined })
  })

  test.each([
    ['seconds', { 'retry-after': '3' }, '', 3_000],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:00:05 GMT' }, '', 5_000],
    ['the header before the text', { 'retry-after-ms': '400' }, 'Please try again in 9s.', 400],
    ['text in seconds', {}, 'Limit 3. Please try again in 1.2s. Visit', 1_200],
    ['text in milliseconds', {}, 'Please try again in 644ms.', 644],
    ['text in minutes', {}, 'Please try again in 6m0s.', 360_000],
    ['no hint', {}, 'Please try again in 1.2.3s.', undefined],
  ])('the hint of a 429: %s', (_, headers, text, retryAfterMs) => {
    const error = toOpenaiError(429, new Headers(headers as Record<string, string>), rate(text), NOW)
    expect(error).toMatchObject({ kind: 'RATE_LIMITED', retryAfterMs })
  })
})

test.each([
  ['failed', 'server_error', 'SERVER'],
  ['failed', null, 'SERVER'],
  ['failed', 'rate_limit_exceeded', 'RATE_LIMITED'],
  ['failed', 'data_residency_mismatch', 'BAD_REQUEST'],
  ['cancelled', null, 'SERVER'],
  ['in_progress', null, 'SERVER'],
] as const)('a 200 that is %s with the code %s', (status, code, kind) => {
  expect(toOpenaiFailure({ status, error: { code, message: 'x' } })).toMatchObject({ kind, status: 200 })
})
