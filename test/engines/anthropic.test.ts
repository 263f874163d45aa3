import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import {
  createAnthropic,
  fromAnthropicReply,
  toAnthropicError,
  toAnthropicRequest,
} from '../../pipeline/engines/anthropic.ts'
import type { EngineErrorKind } from '../../pipeline/engines/error.ts'
import { serving } from '../support/process/serving.ts'
import { startVendorServer, type VendorServer } from '../support/vendors/vendor-server.ts'

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/engines/${name}.json`, import.meta.url), 'utf8'))
const ok = fixture('anthropic-ok')
const paused = fixture('anthropic-pause-1')
const resumed = fixture('anthropic-pause-2')

const said = (text: string) => ({ type: 'text', text, citations: null })
const searched = (content: unknown) => ({ type: 'web_search_tool_result', tool_use_id: 's', content })
const searchFailed = searched({ type: 'web_search_tool_result_error', error_code: 'too_many_requests' })
const reply = (content: unknown[], more: object = {}) => ({ ...ok, content, ...more })

describe('toAnthropicRequest', () => {
  test('forces the search without thinking on models that accept it', () => {
    for (const model of [
      'claude-haiku-5-5',
      'claude-sonnet-5',
      'claude-opus-5-20260901',
      'claude-haiku-4-5-20251001',
    ]) {
      const request = toAnthropicRequest({ question: 'Which CRM?', market: DEFAULT_MARKET }, model, [])
      expect(request.tool_choice).toEqual({ type: 'tool', name: 'web_search' })
      expect(request.thinking).toEqual({ type: 'disabled' })
      expect(request.system).toBeUndefined()
    }
  })

  test('asks for the search in the system prompt on other models', () => {
    for (const model of ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-2', 'claude-haiku-6']) {
      const request = toAnthropicRequest({ question: 'Which CRM?', market: DEFAULT_MARKET }, model, [])
      expect(request.tool_choice).toEqual({ type: 'auto' })
      expect(request.thinking).toBeUndefined()
      expect(request.system).toMatch(/search the web/i)
    }
  })

  test('sends only the question, with a limited search', () => {
    const request = toAnthropicRequest({ question: 'Which CRM?', market: DEFAULT_MARKET }, 'claude-haiku-5-5', [])
    expect(request.messages).toEqual([{ role: 'user', content: 'Which CRM?' }])
    expect(request.max_tokens).toBe(4096)
    expect(request.tools).toEqual([expect.objectContaining({ type: 'web_search_20250305', max_uses: 3 })])
  })

  test('continues a paused turn with its blocks unchanged, without forcing a search', () => {
    const request = toAnthropicRequest({ question: 'Which CRM?', market: DEFAULT_MARKET }, 'claude-haiku-5-5', [
      paused,
      paused,
    ])
    expect(request.messages).toHaveLength(3)
    expect(request.messages[1]?.role).toBe('assistant')
    expect(JSON.stringify(request.messages[1]?.content)).toBe(JSON.stringify(paused.content))
    expect(request.tool_choice).toEqual({ type: 'auto' })
    expect(request.tools).toHaveLength(1)
  })
})

describe('fromAnthropicReply', () => {
  test('reads all text in order, and only cited pages', () => {
    expect(fromAnthropicReply([ok])).toEqual({
      kind: 'answered',
      text: "I'll look this up.\n\nFor wide feet, Ridgeloom Wide 3 is the most recommended model.\n\n- Pacewell Broad costs less.",
      citations: [
        { url: 'https://reviews.example.com/wide-trail', title: 'Wide trail shoes, tested', domain: 'example.com' },
      ],
      grounded: true,
      searches: ['trail running shoes wide feet 2026'],
      model: 'claude-haiku-5-5',
    })
  })

  test('a paused turn is unfinished and is read with what follows', () => {
    expect(fromAnthropicReply([paused])).toEqual({ kind: 'unfinished' })
    expect(fromAnthropicReply([paused, resumed])).toEqual({
      kind: 'answered',
      text: 'Let me look at several tests. Tallyharbor is the usual pick.',
      citations: [{ url: 'https://reviews.example.com/billing', domain: 'example.com' }],
      grounded: true,
      searches: ['billing software tests', 'billing software prices'],
      model: 'claude-haiku-5-5',
    })
  })

  test('says what it searched for, also where that failed; null where a result has no query', () => {
    const asked = (query: unknown) => ({ type: 'server_tool_use', name: 'web_search', input: { query } })
    const searchesIn = (...blocks: unknown[]) => fromAnthropicReply([reply([...blocks, said('Tallyharbor.')])])
    expect(searchesIn(asked('crm'), searchFailed, asked('best crm'), searched([]), asked('crm'))).toMatchObject({
      searches: ['crm', 'best crm'],
    })
    expect(searchesIn()).toMatchObject({ searches: [] })
    expect(searchesIn(searched([]))).toMatchObject({ searches: null })
    expect(searchesIn(asked(7), searched([]))).toMatchObject({ kind: 'answered', searches: null })
    const other = { type: 'server_tool_use', name: 'code_execution', input: { query: 'no search' } }
    expect(searchesIn(other)).toMatchObject({ searches: [] })
  })

  test('an answer whose searches all failed is ungrounded and asks for another try', () => {
    const reading = fromAnthropicReply([reply([searchFailed, searchFailed, said('From memory: Tallyharbor.')])])
    expect(reading).toMatchObject({ kind: 'answered', grounded: false, askAgain: true })
    expect(fromAnthropicReply([reply([searchFailed, searched([]), said('Tallyharbor.')])])).not.toHaveProperty(
      'askAgain',
    )
  })

  test('an answer without a search is ungrounded and stands', () => {
    const reading = fromAnthropicReply([reply([said('Tallyharbor.')])])
    expect(reading).toMatchObject({ kind: 'answered', grounded: false })
    expect(reading).not.toHaveProperty('askAgain')
  })

  test('a refusal is no answer, whatever text precedes it', () => {
    expect(fromAnthropicReply([reply([], { stop_reason: 'refusal' })])).toEqual({
      kind: 'noAnswer',
      text: '',
      model: 'claude-haiku-5-5',
    })
    const late = fromAnthropicReply([reply([said('Tally')], { stop_reason: 'refusal' })])
    expect(late).toMatchObject({ kind: 'noAnswer', text: 'Tally' })
  })

  test('a reply without text is empty; a truncated text is kept', () => {
    expect(fromAnthropicReply([reply([])])).toEqual({ kind: 'empty' })
    expect(fromAnthropicReply([reply([said(' \n')], { stop_reason: 'max_tokens' })])).toEqual({ kind: 'empty' })
    const cut = fromAnthropicReply([reply([said('Tallyharbor is')], { stop_reason: 'max_tokens' })])
    expect(cut).toMatchObject({ kind: 'answered', text: 'Tallyharbor is' })
    expect(fromAnthropicReply([])).toEqual({ kind: 'empty' })
  })

  test('ignores unknown blocks and citations', () => {
    const odd = [{ type: 'thinking', thinking: 'hm', text: 'x' }, { type: 'code_execution_tool_result' }, null, 7]
    const text = {
      type: 'text',
      text: 'Tallyharbor.',
      citations: [null, { type: 'web_search_result_location', url: 'no url' }],
    }
    const more = { type: 'text', text: ' Pacewell.', citations: 'x' }
    expect(fromAnthropicReply([reply([...odd, text, more])])).toMatchObject({
      text: 'Tallyharbor. Pacewell.',
      citations: [],
    })
  })
})

describe('toAnthropicError', () => {
  const rows: [number, string, string, string, EngineErrorKind][] = [
    [401, 'authentication_error', '', 'invalid x-api-key', 'KEY_REJECTED'],
    [403, 'permission_error', '', 'no permission', 'PROVIDER_REFUSED'],
    [400, 'invalid_request_error', 'organization_on_hold', 'This organization is on hold.', 'PROVIDER_REFUSED'],
    [400, 'invalid_request_error', '', 'This organization has been disabled.', 'PROVIDER_REFUSED'],
    [400, 'invalid_request_error', '', 'web search is not enabled for this organization', 'PROVIDER_REFUSED'],
    [400, 'invalid_request_error', '', 'Your credit balance is too low to access the API', 'QUOTA'],
    [400, 'invalid_request_error', '', 'You have reached your specified API usage limits', 'QUOTA'],
    [400, 'invalid_request_error', '', 'temperature: Extra inputs are not permitted', 'BAD_REQUEST'],
    [402, 'billing_error', 'linked_organization_spend_limit_reached', 'billing', 'QUOTA'],
    [402, 'billing_error', '', 'billing', 'QUOTA'],
    [404, 'not_found_error', '', 'model: claude-nope', 'PROVIDER_REFUSED'],
    [413, 'request_too_large', '', 'too large', 'BAD_REQUEST'],
    [429, 'rate_limit_error', '', 'rate limit', 'RATE_LIMITED'],
    [429, 'rate_limit_error', 'ramp_limit_exceeded', 'too fast', 'RATE_LIMITED'],
    [429, 'rate_limit_error', 'enforced_spend_limit_reached', 'spend limit', 'QUOTA'],
    [429, 'rate_limit_error', 'contract_spend_limit_reached', 'spend limit', 'QUOTA'],
    [500, 'api_error', '', 'internal', 'SERVER'],
    [503, '', '', '', 'SERVER'],
    [504, 'timeout_error', '', 'timed out', 'SERVER'],
    [529, 'overloaded_error', '', 'Overloaded', 'OVERLOADED'],
    [200, 'overloaded_error', '', 'Overloaded', 'OVERLOADED'],
    [200, 'authentication_error', '', 'no', 'KEY_REJECTED'],
  ]

  test.each(rows)('%i %s %s "%s" is %5$s', (status, type, code, message, kind) => {
    const details = code === '' ? undefined : { error_code: code }
    const error = toAnthropicError(status, new Headers(), { type: 'error', error: { type, message, details } }, 0)
    expect(error).toMatchObject({ kind, status })
  })

  test('classifies a body that is not JSON by its status', () => {
    expect(toAnthropicError(502, new Headers(), undefined, 0).kind).toBe('SERVER')
    expect(toAnthropicError(401, new Headers(), '<html>', 0).kind).toBe('KEY_REJECTED')
  })

  test('takes the delay from retry-after', () => {
    const headers = new Headers({ 'retry-after': '30' })
    expect(toAnthropicError(429, headers, {}, 0).retryAfterMs).toBe(30_000)
    expect(toAnthropicError(429, new Headers(), {}, 0).retryAfterMs).toBeUndefined()
  })
})

describe('createAnthropic', () => {
  let server: VendorServer
  beforeAll(async () => {
    server = await startVendorServer({ answer: () => 'Ridgeloom comes first. Pacewell costs less. Quillmark is new.' })
  })
  afterAll(() => server.close())

  const asking = { question: 'Which CRM is best?', category: 'CRM software', tag: 't', market: DEFAULT_MARKET }
  const { signal } = new AbortController()
  const PREAMBLE = "I'll look this up.\n\n"

  test('asks, reads the reply and charges tokens and searches', async () => {
    const engine = createAnthropic(server.access('ANTHROPIC'))
    const answer = await engine.ask(asking, [], signal)
    expect(JSON.parse(answer.raw)).toEqual(answer.body)
    expect(engine.read([answer.body])).toMatchObject({
      kind: 'answered',
      text: `${PREAMBLE}Ridgeloom comes first. Pacewell costs less. Quillmark is new.`,
      grounded: true,
      model: 'claude-haiku-5-5',
    })
    expect(answer.costUsd).toBeGreaterThan(0.01)
    expect(answer.costUsd).toBeLessThan(engine.estimate.worstUsd)
  })

  test('charges cache reads and writes at their own prices', async () => {
    await serving({ status: 200, body: paused }, async (baseUrl) => {
      const { costUsd } = await createAnthropic({ ...server.access('ANTHROPIC'), baseUrl }).ask(asking, [], signal)
      expect(costUsd).toBeCloseTo((9000 * 0.1 + 4000 * 0.01 + 2000 * 0.125 + 120 * 0.5) / 1e6 + 2 * 0.01, 10)
    })
  })

  test('charges a reply without usage at the worst case', async () => {
    await serving({ status: 200, body: { ...ok, usage: null } }, async (baseUrl) => {
      const engine = createAnthropic({ ...server.access('ANTHROPIC'), baseUrl })
      expect((await engine.ask(asking, [], signal)).costUsd).toBe(engine.estimate.worstUsd)
    })
  })

  test('throws for an error inside a 200 and for a body that is no message', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    await serving({ status: 200, body: overloaded }, async (baseUrl) => {
      const asked = createAnthropic({ ...server.access('ANTHROPIC'), baseUrl }).ask(asking, [], signal)
      await expect(asked).rejects.toMatchObject({ kind: 'OVERLOADED' })
    })
    await serving({ status: 200, body: { type: 'ping' } }, async (baseUrl) => {
      const asked = createAnthropic({ ...server.access('ANTHROPIC'), baseUrl }).ask(asking, [], signal)
      await expect(asked).rejects.toMatchObject({ kind: 'UNREADABLE' })
    })
  })

  test('continues paused turns until the answer is complete', async () => {
    const engine = createAnthropic(server.access('ANTHROPIC'))
    server.script('ANTHROPIC', 'anthropic:pause-turn', 'anthropic:pause-turn')
    const bodies: unknown[] = []
    do bodies.push((await engine.ask(asking, bodies, signal)).body)
    while (engine.read(bodies).kind === 'unfinished')
    expect(bodies).toHaveLength(3)
    expect(engine.read(bodies)).toMatchObject({
      kind: 'answered',
      text: `${PREAMBLE}Ridgeloom comes first. Pacewell costs less. Quillmark is new.`,
      grounded: true,
    })
  })

  test('is accepted by models that refuse a forced search', async () => {
    for (const model of ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1']) {
      const engine = createAnthropic({ ...server.access('ANTHROPIC'), model })
      const { body } = await engine.ask(asking, [], signal)
      expect(engine.read([body])).toMatchObject({ kind: 'answered', model })
    }
  })

  test('reads a 200 without an answer', async () => {
    const engine = createAnthropic(server.access('ANTHROPIC'))
    const kinds = async (fault: 'refusal' | 'empty' | 'incomplete' | 'ok-extra-items') => {
      server.script('ANTHROPIC', fault)
      return engine.read([(await engine.ask(asking, [], signal)).body]).kind
    }
    expect(await kinds('refusal')).toBe('noAnswer')
    expect(await kinds('empty')).toBe('empty')
    expect(await kinds('incomplete')).toBe('answered')
    expect(await kinds('ok-extra-items')).toBe('answered')
  })

  test('ignores keys in the environment', async () => {
    const access = { ...server.access('ANTHROPIC'), apiKey: 'test-another-key' }
    vi.stubEnv('ANTHROPIC_API_KEY', 'test-key-of-the-environment')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'test-token-of-the-environment')
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1')
    await createAnthropic(access).ask(asking, [], signal)
    vi.unstubAllEnvs()
    expect(server.requests.at(-1)?.key).toBe('test-another-key')
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('x-api-key')
  })

  test('a stalled body ends at the timeout', async () => {
    server.script('ANTHROPIC', 'stall')
    const engine = createAnthropic({ ...server.access('ANTHROPIC'), timeoutMs: 50 })
    await expect(engine.ask(asking, [], signal)).rejects.toMatchObject({ kind: 'TIMEOUT' })
  })

  test('a spend limit with status 429 is a QUOTA error', async () => {
    server.script('ANTHROPIC', 'anthropic:spend-limit')
    const engine = createAnthropic(server.access('ANTHROPIC'))
    await expect(engine.ask(asking, [], signal)).rejects.toMatchObject({ kind: 'QUOTA', status: 429 })
  })
})
