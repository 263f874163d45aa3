import { describe, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { fromGrokReply, toGrokError, toGrokRequest } from '../../pipeline/engines/grok.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MODEL = 'grok-4.3'

const searched = (status?: string) => ({ type: 'web_search_call', name: 'web_search', arguments: '{}', status })
const message = (text: string, annotations: unknown[] = []) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
})
const read = (output: unknown[], extra: object = {}) =>
  fromGrokReply([{ status: 'completed', model: MODEL, output, ...extra }])
const usage = (tools: object) => ({ usage: { input_tokens: 1, output_tokens: 1, ...tools } })

test('the request offers the search tool and has nothing stored', () => {
  expect(toGrokRequest({ question: 'Which shoes?', market: DEFAULT_MARKET }, MODEL)).toEqual({
    model: MODEL,
    input: [{ role: 'user', content: 'Which shoes?' }],
    tools: [{ type: 'web_search' }],
    tool_choice: 'auto',
    max_output_tokens: 4000,
    store: false,
  })
})

describe('fromGrokReply', () => {
  test('cites annotated pages with a position in the text; a number is no title', () => {
    const url = 'https://reviews.example.com/wide'
    const text = `Ridgeloom leads.[[1]](${url}) See https://plain.example/page, too.`
    const annotations = [
      { type: 'url_citation', url, title: '1', start_index: 16, end_index: 57 },
      { type: 'url_citation', url: 'https://visited.example/' },
      { type: 'url_citation', url: 'https://plain.example/page', title: 'Plain' },
      { type: 'url_citation', url: 'https://plain.example/pa', title: 'The beginning of another' },
      { type: 'other', url: 'https://other.example/', start_index: 0, end_index: 1 },
    ]
    expect(read([searched('completed'), message(text, annotations)])).toEqual({
      kind: 'answered',
      text,
      citations: [
        { url, domain: 'example.com' },
        { url: 'https://plain.example/page', title: 'Plain', domain: 'plain.example' },
      ],
      grounded: true,
      searches: null,
      model: MODEL,
    })
  })

  test.each([
    ['https://a.example/x', true],
    ['(https://a.example/x)', true],
    ['<https://a.example/x>', true],
    ['https://a.example/x.', true],
    ['https://a.example/x. Then', true],
    ['https://a.example/x.html', false],
    ['https://a.example/xy and https://a.example/x', true],
    ['https://a.example/x/y', false],
    ['https://a.example/x?y', false],
  ])('in the text %s the page stands: %s', (text, stands) => {
    const reading = read([message(text, [{ type: 'url_citation', url: 'https://a.example/x' }])])
    expect(reading).toMatchObject({ citations: { length: stands ? 1 : 0 } })
  })

  test.each([
    ['a search in the old form', [searched()], {}, true, undefined],
    ['a search in the new form', [{ ...searched('completed'), action: { type: 'search' } }], {}, true, undefined],
    ['a search on X', [{ type: 'x_search_call', status: 'completed' }], {}, true, undefined],
    ['tools counted', [], usage({ num_server_side_tools_used: 1 }), true, undefined],
    ['sources counted', [], usage({ num_sources_used: 2 }), true, undefined],
    ['nothing', [], usage({ num_sources_used: 0, num_server_side_tools_used: 0 }), false, undefined],
    [
      'failed searches',
      [searched('failed'), searched('failed')],
      usage({ num_server_side_tools_used: 2 }),
      false,
      true,
    ],
    ['one search of two failed', [searched('failed'), searched('completed')], {}, true, undefined],
  ])('%s', (_, output, extra, grounded, askAgain) => {
    const reading = read([...output, message('Ridgeloom.')], extra)
    expect(reading).toMatchObject({ kind: 'answered', grounded })
    expect('askAgain' in reading ? reading.askAgain : undefined).toBe(askAgain)
  })

  test.each([
    ['a search', [{ ...searched('completed'), action: { type: 'search', query: 'crm' } }], {}, ['crm']],
    [
      'several at once',
      [{ ...searched(), action: { type: 'search', queries: ['crm', 'crm prices'] } }],
      {},
      ['crm', 'crm prices'],
    ],
    ['a search in the old form', [{ ...searched(), arguments: '{"query":"crm","num_results":5}' }], {}, ['crm']],
    ['a search on X', [{ type: 'x_search_call', action: { type: 'search', query: 'crm' } }], {}, ['crm']],
    ['a page that was opened', [{ ...searched(), action: { type: 'open_page', query: 'crm' } }], {}, []],
    ['arguments that are cut off', [{ ...searched(), arguments: '{"query":"cr' }], {}, null],
    ['a search that is only counted', [], usage({ num_server_side_tools_used: 1 }), null],
    ['no search', [], usage({ num_server_side_tools_used: 0 }), []],
  ])('what it looked for: %s', (_, output, extra, searches) => {
    expect(read([...output, message('Ridgeloom.')], extra)).toMatchObject({ kind: 'answered', searches })
  })

  test('ignores unknown items and reads all messages', () => {
    const output = [message('Looking.'), { type: 'custom_tool_call', status: 3 }, message('Ridgeloom.')]
    expect(read(output)).toMatchObject({ kind: 'answered', text: 'Looking.\n\nRidgeloom.' })
  })
})

test.each([
  ['bad key, 400', 400, 'Incorrect API key provided: xa***yz.', 'KEY_REJECTED'],
  ['bad key, 400, as an object', 400, { message: 'Incorrect API key provided: xa***yz.' }, 'KEY_REJECTED'],
  ['bad key, 401', 401, 'No valid credentials were provided.', 'KEY_REJECTED'],
  ['credits gone, 403', 403, 'Your team has either used all available credits or …', 'QUOTA'],
  ['monthly limit, 403', 403, 'Your team has reached its monthly spending limit.', 'QUOTA'],
  ['credits gone, 429', 429, 'Your team has either used all available credits or …', 'QUOTA'],
  ['payment required', 402, undefined, 'QUOTA'],
  ['blocked', 403, 'Team is not authorized to perform this action.', 'PROVIDER_REFUSED'],
  ['no such model', 404, 'The model grok-1 does not exist', 'PROVIDER_REFUSED'],
  ['rate', 429, 'Too many requests for team and model.', 'RATE_LIMITED'],
  ['rate without a body', 429, undefined, 'RATE_LIMITED'],
  ['bad body', 422, 'Failed to deserialize the JSON body', 'BAD_REQUEST'],
  ['bad parameter', 400, 'Argument not supported', 'BAD_REQUEST'],
  ['retired search', 410, 'Live search is deprecated', 'BAD_REQUEST'],
  ['request timeout', 408, undefined, 'TIMEOUT'],
  ['server', 500, { message: 'Internal error' }, 'SERVER'],
  ['bad gateway', 502, undefined, 'SERVER'],
  ['overloaded', 503, 'The model is currently at capacity.', 'OVERLOADED'],
])('error: %s', (_, status, error, kind) => {
  const hinted = toGrokError(status, new Headers({ 'retry-after': '2' }), error, NOW)
  expect(hinted).toMatchObject({ kind, status, retryAfterMs: 2_000 })
})
