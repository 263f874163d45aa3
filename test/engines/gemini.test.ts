import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import type { EngineErrorKind } from '../../pipeline/engines/error.ts'
import { createGemini, fromGeminiReply, toGeminiError, toGeminiRequest } from '../../pipeline/engines/gemini.ts'
import { serving } from '../support/process/serving.ts'
import { type Fault, startVendorServer, type VendorServer } from '../support/vendors/vendor-server.ts'

const ok = JSON.parse(readFileSync(new URL('../fixtures/engines/gemini-ok.json', import.meta.url), 'utf8'))
/** A model whose price has no later one, so that the day of the test doesn't matter. */
const STEADY = 'gemini-3.5-flash'
const redirect = (title: string, n = 0) => ({
  web: { uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${n}`, title },
})
const reply = (parts: unknown[], more: object = {}) => ({
  ...ok,
  candidates: [{ content: { parts }, finishReason: 'STOP', ...more }],
})
const grounded = (groundingMetadata: unknown) => reply([{ text: 'Tallyharbor.' }], { groundingMetadata })

describe('toGeminiRequest', () => {
  test('offers the search and limits the output', () => {
    expect(toGeminiRequest({ question: 'Which CRM?', market: DEFAULT_MARKET }, 'gemini-3.8-flash')).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Which CRM?' }] }],
      tools: [{ googleSearch: {} }],
      generationConfig: { maxOutputTokens: 4096, thinkingConfig: { thinkingLevel: 'low' } },
    })
  })

  test('sends no thinking level to models that refuse it', () => {
    expect(
      toGeminiRequest({ question: 'q', market: DEFAULT_MARKET }, 'gemini-2.5-flash').generationConfig,
    ).not.toHaveProperty('thinkingConfig')
    expect(
      toGeminiRequest({ question: 'q', market: DEFAULT_MARKET }, 'gemini-4-hydrogen').generationConfig,
    ).toHaveProperty('thinkingConfig')
  })
})

describe('fromGeminiReply', () => {
  test('reads the text and the cited pages, not the retrieved ones', () => {
    expect(fromGeminiReply([ok])).toEqual({
      kind: 'answered',
      text: 'Ridgeloom Wide 3 is often recommended for wide feet. Pacewell Broad is a cheaper option.',
      citations: [
        expect.objectContaining({ title: 'example.com', domain: 'example.com' }),
        expect.objectContaining({ title: 'example.org', domain: 'example.org' }),
      ],
      grounded: true,
      searches: ['best trail running shoes wide feet'],
      model: 'gemini-3.8-flash',
    })
  })

  test('leaves out thoughts', () => {
    const parts = [
      { text: 'The user wants Pacewell.', thought: true },
      { text: 'Tally' },
      { inlineData: {} },
      { text: 'harbor.' },
    ]
    expect(fromGeminiReply([reply(parts)])).toMatchObject({ kind: 'answered', text: 'Tallyharbor.', grounded: false })
  })

  test('chunks without a support are retrieved, not cited', () => {
    const found = { groundingChunks: [redirect('example.com')], webSearchQueries: ['crm'] }
    expect(fromGeminiReply([grounded(found)])).toMatchObject({ citations: [], grounded: true })
  })

  test('chunks without queries count as a search', () => {
    expect(fromGeminiReply([grounded({ groundingChunks: [redirect('example.com')] })])).toMatchObject({
      grounded: true,
    })
  })

  test('queries without chunks count as a search, empty metadata do not', () => {
    expect(fromGeminiReply([grounded({ webSearchQueries: ['crm'] })])).toMatchObject({ citations: [], grounded: true })
    expect(fromGeminiReply([grounded({})])).toMatchObject({ kind: 'answered', grounded: false })
  })

  test.each([
    ['its queries, each once', { webSearchQueries: ['crm', ' best crm ', 'crm'] }, ['crm', 'best crm']],
    ['nothing where it did not search', {}, []],
    ['null where it found pages without saying for what', { groundingChunks: [redirect('example.com')] }, null],
    ['null where its queries are of another form', { webSearchQueries: [7], groundingChunks: [{ web: 'x' }] }, null],
  ])('says %s', (_, metadata, searches) => {
    expect(fromGeminiReply([grounded(metadata)])).toMatchObject({ kind: 'answered', searches })
  })

  test('a title that is no host gives a citation without a domain', () => {
    const metadata = {
      groundingChunks: [redirect('Trading View', 1), { retrievedContext: {} }],
      groundingSupports: [{ groundingChunkIndices: [0, 1, 9] }, { segment: {} }],
    }
    const citations = [expect.objectContaining({ title: 'Trading View', domain: null })]
    expect(fromGeminiReply([grounded(metadata)])).toMatchObject({ citations })
  })

  test('a blocked prompt and a blocked answer are no answer', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, modelVersion: 'gemini-3.8-flash' }
    expect(fromGeminiReply([blocked])).toEqual({ kind: 'noAnswer', text: '', model: 'gemini-3.8-flash' })
    for (const finishReason of [
      'SAFETY',
      'RECITATION',
      'LANGUAGE',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'OTHER',
    ]) {
      expect(fromGeminiReply([reply([], { finishReason })])).toMatchObject({ kind: 'noAnswer', text: '' })
      expect(fromGeminiReply([reply([{ text: 'Tally' }], { finishReason })])).toMatchObject({
        kind: 'noAnswer',
        text: 'Tally',
      })
    }
  })

  test('failed tool calls and replies without text are empty', () => {
    for (const finishReason of [
      'MALFORMED_FUNCTION_CALL',
      'UNEXPECTED_TOOL_CALL',
      'TOO_MANY_TOOL_CALLS',
      'MALFORMED_RESPONSE',
    ])
      expect(fromGeminiReply([reply([], { finishReason })])).toEqual({ kind: 'empty' })
    expect(fromGeminiReply([reply([])])).toEqual({ kind: 'empty' })
    expect(fromGeminiReply([reply([{ text: '\u200b\n' }])])).toEqual({ kind: 'empty' })
    expect(fromGeminiReply([{ candidates: [] }])).toEqual({ kind: 'empty' })
    expect(fromGeminiReply([{ candidates: [{ finishReason: 'MAX_TOKENS' }] }])).toEqual({ kind: 'empty' })
  })

  test('keeps the text of a truncated answer', () => {
    for (const finishReason of ['MAX_TOKENS', 'CONTINUATION'])
      expect(fromGeminiReply([reply([{ text: 'Tallyharbor' }], { finishReason })])).toMatchObject({ kind: 'answered' })
  })
})

describe('toGeminiError', () => {
  const info = (reason: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  const quota = (...quotaIds: string[]) => [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: quotaIds.map((quotaId) => ({ quotaId })) },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
  ]
  const rows: [number, unknown, string, EngineErrorKind][] = [
    [400, info('API_KEY_INVALID'), 'API key not valid. Please pass a valid API key.', 'KEY_REJECTED'],
    [400, undefined, 'API key expired. Please renew the API key.', 'KEY_REJECTED'],
    [400, undefined, 'API Key not found. Please pass a valid API key.', 'KEY_REJECTED'],
    [401, undefined, 'UNAUTHENTICATED', 'KEY_REJECTED'],
    [403, undefined, 'Your API key was reported as leaked.', 'KEY_REJECTED'],
    [403, info('API_KEY_HTTP_REFERRER_BLOCKED'), 'Requests from referer are blocked.', 'KEY_REJECTED'],
    [403, info('SERVICE_DISABLED'), 'The API has not been used in this project.', 'KEY_REJECTED'],
    [403, undefined, "Method doesn't allow unregistered callers.", 'KEY_REJECTED'],
    [403, undefined, 'The caller does not have permission', 'PROVIDER_REFUSED'],
    [404, undefined, 'models/gemini-nope is not found', 'PROVIDER_REFUSED'],
    [400, undefined, 'Unknown name "foo"', 'BAD_REQUEST'],
    [400, undefined, 'Gemini API free tier is not available in your country. Please enable billing.', 'QUOTA'],
    [400, undefined, 'User location is not supported for the API use.', 'PROVIDER_REFUSED'],
    [429, quota('GenerateRequestsPerMinutePerProject-FreeTier'), 'check your plan and billing details', 'RATE_LIMITED'],
    [429, quota('RequestsPerMinute', 'GenerateRequestsPerDayPerProject'), 'exceeded', 'QUOTA'],
    [429, undefined, 'Your prepayment credits are depleted.', 'QUOTA'],
    [429, undefined, 'Resource has been exhausted (e.g. check quota).', 'RATE_LIMITED'],
    [500, undefined, 'INTERNAL', 'SERVER'],
    [503, undefined, 'The model is overloaded.', 'OVERLOADED'],
    [504, undefined, 'DEADLINE_EXCEEDED', 'SERVER'],
  ]

  test.each(rows)('%i %j "%s" is %s', (status, details, message, kind) => {
    expect(toGeminiError(status, details, message)).toMatchObject({ kind, status })
  })

  test('takes the delay from RetryInfo, except for a daily quota', () => {
    expect(toGeminiError(429, quota('PerMinute'), '').retryAfterMs).toBe(34_400)
    expect(toGeminiError(429, quota('PerDay'), '').retryAfterMs).toBeUndefined()
    expect(toGeminiError(429, undefined, '').retryAfterMs).toBeUndefined()
  })
})

describe('createGemini', () => {
  const TEXT = 'Ridgeloom comes first. Pacewell costs less.'
  let server: VendorServer
  beforeAll(async () => {
    server = await startVendorServer({ answer: () => TEXT })
  })
  afterAll(() => server.close())

  const asking = { question: 'Which CRM is best?', category: 'CRM software', tag: 't', market: DEFAULT_MARKET }
  const { signal } = new AbortController()

  async function readingOf(fault: Fault) {
    const engine = createGemini(server.access('GEMINI'))
    server.script('GEMINI', fault)
    return engine.read([(await engine.ask(asking, [], signal)).body])
  }

  test('asks, reads the reply and charges thoughts as output and each query', async () => {
    const engine = createGemini({ ...server.access('GEMINI'), model: STEADY })
    const answer = await engine.ask(asking, [], signal)
    expect(JSON.parse(answer.raw)).toEqual(answer.body)
    expect(engine.read([answer.body])).toMatchObject({ kind: 'answered', text: TEXT, grounded: true })
    const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } = JSON.parse(
      answer.raw,
    ).usageMetadata
    const input = promptTokenCount + toolUsePromptTokenCount
    const output = candidatesTokenCount + thoughtsTokenCount
    expect(answer.costUsd).toBeCloseTo((input * 1.5 + output * 9) / 1e6 + 0.014, 8)
  })

  test('charges cached input separately, and a reply without usage at the worst case', async () => {
    const usageMetadata = { promptTokenCount: 900, cachedContentTokenCount: 400, candidatesTokenCount: 10 }
    await serving({ status: 200, body: { ...reply([{ text: 'x' }]), usageMetadata } }, async (baseUrl) => {
      const engine = createGemini({ ...server.access('GEMINI'), baseUrl, model: STEADY })
      // The price list has none for cached input of this model, so it costs as much as any other.
      expect((await engine.ask(asking, [], signal)).costUsd).toBeCloseTo((900 * 1.5 + 10 * 9) / 1e6, 10)
    })
    await serving({ status: 200, body: { ...ok, usageMetadata: undefined } }, async (baseUrl) => {
      const engine = createGemini({ ...server.access('GEMINI'), baseUrl })
      expect((await engine.ask(asking, [], signal)).costUsd).toBe(engine.estimate.worstUsd)
    })
  })

  test('accepts a base URL that ends in a slash', async () => {
    const access = server.access('GEMINI')
    const engine = createGemini({ ...access, baseUrl: `${access.baseUrl}/` })
    await expect(engine.ask(asking, [], signal)).resolves.toHaveProperty('raw')
  })

  test('reads every kind of 200', async () => {
    expect(await readingOf('gemini:thoughts')).toMatchObject({ kind: 'answered', text: TEXT })
    expect(await readingOf('gemini:no-chunks')).toMatchObject({ kind: 'answered', grounded: true, citations: [] })
    expect(await readingOf('ok-no-search')).toMatchObject({ kind: 'answered', grounded: false })
    expect(await readingOf('gemini:blocked-prompt')).toMatchObject({ kind: 'noAnswer' })
    expect(await readingOf('refusal')).toMatchObject({ kind: 'noAnswer' })
    expect(await readingOf('gemini:tool-trouble')).toEqual({ kind: 'empty' })
    expect(await readingOf('incomplete-no-text')).toEqual({ kind: 'empty' })
  })

  test.each([
    ['bad-key', 'KEY_REJECTED'],
    ['gemini:leaked-key', 'KEY_REJECTED'],
    ['gemini:restricted-key', 'KEY_REJECTED'],
    ['provider-refused', 'PROVIDER_REFUSED'],
    ['quota', 'QUOTA'],
    ['gemini:daily-quota', 'QUOTA'],
    ['gemini:no-free-tier', 'QUOTA'],
    ['rate-limited', 'RATE_LIMITED'],
    ['bad-request', 'BAD_REQUEST'],
  ] as const)('what the SDK leaves of %s is %s', async (fault, kind) => {
    server.script('GEMINI', fault)
    const engine = createGemini(server.access('GEMINI'))
    await expect(engine.ask(asking, [], signal)).rejects.toMatchObject({ kind })
  })

  test('a stalled body ends at the timeout', async () => {
    server.script('GEMINI', 'stall')
    const engine = createGemini({ ...server.access('GEMINI'), timeoutMs: 50 })
    await expect(engine.ask(asking, [], signal)).rejects.toMatchObject({ kind: 'TIMEOUT' })
  })

  test('sends nothing if the signal has already aborted', async () => {
    const sent = server.requests.length
    const engine = createGemini(server.access('GEMINI'))
    await expect(engine.ask(asking, [], AbortSignal.abort())).rejects.toMatchObject({ kind: 'TIMEOUT' })
    expect(server.requests).toHaveLength(sent)
  })
})
