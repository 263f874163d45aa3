import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenerativeAI } from '@google/generative-ai'
import OpenAI, { APIError } from 'openai'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import { answerFor, BRANDS } from './answers.ts'
import { plainRequest, post } from './requests.ts'
import { ANSWERED, TRANSPORT_FAULTS } from './vendor.ts'
import { brandsFor, type Fault, startVendorServer, type VendorServer } from './vendor-server.ts'

const QUESTION = 'Which tool suits 50% + of all teams?'
let server: VendorServer

beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

const ask = (engine: EngineName, question = QUESTION, signal?: AbortSignal) =>
  post(server.access(engine), plainRequest(engine, server.access(engine), question), signal)

function openai(engine: EngineName, apiKey = server.access(engine).apiKey): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: server.access(engine).baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
  })
}

/** The body of the plain request, which the SDK's types know too little of. */
const plainBody = (engine: EngineName) =>
  plainRequest(engine, server.access(engine), QUESTION).body as ResponseCreateParamsNonStreaming

const namedIn = (text: string) =>
  BRANDS.map((name) => ({ name, at: text.indexOf(name) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)

describe('a good answer, through the SDK of the vendor', () => {
  test.each(['OPENAI', 'GROK'] as const)('%s: names the brands, and its indices bound the markers', async (engine) => {
    const reply = await openai(engine).responses.create(plainBody(engine))
    expect(namedIn(reply.output_text)).toEqual(brandsFor(QUESTION, engine, 0))
    const message = reply.output.at(-1)
    const part = message?.type === 'message' ? message.content[0] : undefined
    const annotations = part?.type === 'output_text' ? part.annotations : []
    const bounded = annotations.filter((one) => one.type === 'url_citation' && one.start_index !== undefined)
    expect(bounded.length).toBeGreaterThan(1)
    for (const one of bounded) {
      if (one.type !== 'url_citation') throw new Error('unexpected type')
      expect(reply.output_text.slice(one.start_index, one.end_index)).toMatch(/^(\(\[\S+\]|\[\[\d\]\])\(http\S+\)$/)
      expect(reply.output_text.slice(one.start_index, one.end_index)).toContain(one.url)
    }
  })

  test('PERPLEXITY: its markers are ids of its results, of which the last is cited by nobody', async () => {
    const reply = await openai('PERPLEXITY').responses.create(plainBody('PERPLEXITY'))
    expect(namedIn(reply.output_text)).toEqual(brandsFor(QUESTION, 'PERPLEXITY', 0))
    const body = JSON.parse(JSON.stringify(reply))
    const ids = body.output[0].results.map(({ id }: { id: number }) => id)
    const markers = [...reply.output_text.matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id))
    expect(new Set(markers)).toEqual(new Set(ids.slice(0, -1)))
    expect(body.usage.cost.total_cost).toBeGreaterThan(0.0025)
  })

  test('ANTHROPIC: blocks join to the text, and a paused turn continues where it stopped', async () => {
    const { apiKey, baseUrl, model } = server.access('ANTHROPIC')
    const client = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries: 0 })
    const tools = [{ type: 'web_search_20250305', name: 'web_search' } as const]
    const send = (messages: Anthropic.MessageParam[]) =>
      client.messages.create({ model, max_tokens: 4096, messages, tools })
    const textOf = ({ content }: Anthropic.Message) =>
      content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const user = { role: 'user' as const, content: QUESTION }
    const whole = textOf(await send([user]))
    expect(namedIn(whole)).toEqual(brandsFor(QUESTION, 'ANTHROPIC', 0))

    server.script('ANTHROPIC', 'anthropic:pause-turn', 'anthropic:pause-turn')
    const messages: Anthropic.MessageParam[] = [user]
    const texts: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const reply = await send(messages)
      expect(reply.stop_reason).toBe(turn < 2 ? 'pause_turn' : 'end_turn')
      texts.push(textOf(reply))
      messages.push({ role: 'assistant', content: reply.content })
    }
    expect(texts.every((text) => text !== '')).toBe(true)
    expect(texts.join('')).toBe(`I'll look this up.\n\n${answerFor(QUESTION, 'ANTHROPIC', 1)}`)
  })

  test('ANTHROPIC: a paused turn whose blocks were edited is refused', async () => {
    server.script('ANTHROPIC', 'anthropic:pause-turn')
    const plain = plainRequest('ANTHROPIC', server.access('ANTHROPIC'), QUESTION)
    const { content } = JSON.parse(await (await post(server.access('ANTHROPIC'), plain)).text())
    const { encrypted_content: _, ...edited } = content[2].content[0]
    content[2].content[0] = edited
    const messages = [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content },
    ]
    const reply = await post(server.access('ANTHROPIC'), { ...plain, body: { ...Object(plain.body), messages } })
    expect(reply.status).toBe(400)
  })

  test.each<Fault>(['ok', 'gemini:non-ascii'])('GEMINI, %s: its offsets are UTF-8 bytes of the text', async (fault) => {
    server.script('GEMINI', fault)
    const { apiKey, baseUrl, model } = server.access('GEMINI')
    const client = new GoogleGenerativeAI(apiKey).getGenerativeModel(
      { model, generationConfig: { maxOutputTokens: 100 }, tools: [{ googleSearch: {} } as object] },
      { baseUrl },
    )
    const { response } = await client.generateContent(QUESTION)
    expect(namedIn(response.text())).toEqual(brandsFor(QUESTION, 'GEMINI', 0))
    const bytes = Buffer.from(response.text())
    const { groundingSupports, groundingChunks } = JSON.parse(
      JSON.stringify(response.candidates?.[0]?.groundingMetadata),
    )
    expect(groundingSupports.length).toBeGreaterThan(1)
    for (const { segment, groundingChunkIndices } of groundingSupports) {
      expect(bytes.subarray(segment.startIndex ?? 0, segment.endIndex).toString()).toBe(segment.text)
      for (const index of groundingChunkIndices)
        expect(groundingChunks[index].web.uri).toContain('/grounding-api-redirect/')
    }
  })

  test('AI_OVERVIEW: an overview over plain fetch, with a question that had to be escaped', async () => {
    const body = JSON.parse(await (await ask('AI_OVERVIEW')).text())
    const [overview, organic] = body.tasks[0].result[0].items
    expect([body.status_code, body.tasks[0].status_code, organic.type]).toEqual([20000, 20000, 'organic'])
    expect(namedIn(overview.markdown)).toEqual(brandsFor(QUESTION, 'AI_OVERVIEW', 0))
    for (const { url } of overview.references) expect(overview.markdown).toContain(`(${url})`)
    expect(server.requests[0]?.question).toBe(QUESTION)
  })
})

describe('faults', () => {
  const own = ENGINES.map((engine) => [engine] as const)

  test.each(own)('%s: each of its replies is what is recorded, and only answers move the count on', async (engine) => {
    const faults = server.faults(engine).filter((fault) => !TRANSPORT_FAULTS.includes(fault))
    expect(faults.length).toBeGreaterThan(14)
    let answers = 0
    for (const [at, fault] of faults.entries()) {
      server.script(engine, fault)
      const reply = await ask(engine)
      const { length } = JSON.stringify(reply.headers.get('content-type') === 'text/html' ? {} : await reply.json())
      expect(length).toBeGreaterThan(1)
      expect(server.requests[at]).toMatchObject({ engine, fault, n: answers, question: QUESTION })
      if (ANSWERED.has(fault)) answers++
    }
  })

  const errors: [EngineName, Fault, number, unknown][] = [
    ['OPENAI', 'quota', 429, { error: { code: 'insufficient_quota', type: 'insufficient_quota' } }],
    ['OPENAI', 'provider-refused', 403, { error: { code: 'unsupported_country_region_territory' } }],
    ['OPENAI', 'model-not-found', 404, { error: { code: 'model_not_found' } }],
    ['OPENAI', 'rate-limited', 429, { error: { code: 'rate_limit_exceeded', type: 'requests' } }],
    ['OPENAI', 'overloaded', 503, { error: { code: 'server_is_overloaded' } }],
    ['OPENAI', 'openai:failed', 200, { status: 'failed', error: { code: 'server_error' }, output: [] }],
    ['OPENAI', 'incomplete', 200, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }],
    ['ANTHROPIC', 'quota', 400, { type: 'error', error: { type: 'invalid_request_error' } }],
    ['ANTHROPIC', 'overloaded', 529, { error: { type: 'overloaded_error' } }],
    ['ANTHROPIC', 'anthropic:spend-limit', 429, { error: { details: { error_code: 'enforced_spend_limit_reached' } } }],
    ['ANTHROPIC', 'refusal', 200, { stop_reason: 'refusal', content: [], stop_details: { type: 'refusal' } }],
    ['ANTHROPIC', 'empty', 200, { stop_reason: 'end_turn', content: [] }],
    ['GEMINI', 'rate-limited', 429, { error: { status: 'RESOURCE_EXHAUSTED' } }],
    ['GEMINI', 'refusal', 200, { candidates: [{ finishReason: 'SAFETY', content: { role: 'model' } }] }],
    ['GEMINI', 'gemini:blocked-prompt', 200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    ['PERPLEXITY', 'model-not-found', 400, { error: { code: 400 } }],
    ['PERPLEXITY', 'perplexity:failed', 200, { status: 'failed', output: [] }],
    ['GROK', 'quota', 403, { code: 'The caller does not have permission to execute the specified operation' }],
    ['GROK', 'grok:exhausted', 429, { code: 'Some resource has been exhausted' }],
    ['AI_OVERVIEW', 'quota', 402, { status_code: 40200, tasks: null }],
    ['AI_OVERVIEW', 'ai-overview:40202', 200, { tasks_error: 1, tasks: [{ status_code: 40202, result: null }] }],
    ['AI_OVERVIEW', 'ai-overview:40100-in-200', 200, { status_code: 40100 }],
    ['AI_OVERVIEW', 'ai-overview:none', 200, { tasks: [{ result: [{ item_types: ['organic'] }] }] }],
    ['AI_OVERVIEW', 'ai-overview:not-loaded', 200, { tasks: [{ result: [{ items: [{ markdown: null }, {}] }] }] }],
  ]
  test.each(errors)('%s %s: HTTP %i with the form of the vendor', async (engine, fault, status, form) => {
    server.script(engine, fault)
    const reply = await ask(engine)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject(Object(form))
  })

  test('the hint is where each vendor puts it', async () => {
    for (const engine of ENGINES) server.script(engine, 'rate-limited', 'rate-limited-no-hint')
    for (const engine of ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GROK'] as const) {
      expect((await ask(engine)).headers.get('retry-after')).toBe('1')
      expect((await ask(engine)).headers.get('retry-after')).toBeNull()
    }
    expect(JSON.stringify(await (await ask('GEMINI')).json())).toContain('"retryDelay":"1s"')
    expect(JSON.stringify(await (await ask('GEMINI')).json())).not.toContain('retryDelay')
  })

  test.each(own)('%s: broken transport is broken', async (engine) => {
    server.script(engine, 'html-error', 'html-200', 'cut-json', 'reset')
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) {
      const reply = await ask(engine)
      statuses.push(reply.status)
      const text = await reply.text()
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    }
    expect(statuses).toEqual([502, 200, 200])
    await expect(ask(engine)).rejects.toThrow('fetch failed')
  })

  test('a stall sends headers and no body, a hang nothing; neither is pending', async () => {
    server.script('OPENAI', 'stall', 'hang')
    const stop = new AbortController()
    const stalled = await ask('OPENAI', QUESTION, stop.signal)
    expect(stalled.status).toBe(200)
    const body = stalled.text()
    const hung = ask('OPENAI', QUESTION, stop.signal)
    const seen = ask('GROK')
    expect((await seen).status).toBe(200)
    await server.idle()
    stop.abort()
    await expect(body).rejects.toThrow('aborted')
    await expect(hung).rejects.toThrow('aborted')
  })

  test('a key that is not a test key gets the reply of the vendor to a bad key, and uses up no script', async () => {
    const statuses: Record<string, number> = {}
    for (const engine of ENGINES) {
      server.script(engine, 'server-error')
      const access = { ...server.access(engine), apiKey: engine === 'AI_OVERVIEW' ? 'me:secret' : 'sk-secret' }
      const reply = await post(access, plainRequest(engine, access, QUESTION))
      statuses[engine] = reply.status
      expect(server.requests.at(-1)).toMatchObject({ fault: 'bad-key', key: access.apiKey, question: null })
      expect((await ask(engine)).status).toBe(500)
    }
    expect(statuses).toEqual({ OPENAI: 401, ANTHROPIC: 401, PERPLEXITY: 401, GEMINI: 400, GROK: 400, AI_OVERVIEW: 401 })
  })

  test('two vendors repeat a short bad key, as the real ones do', async () => {
    const texts: string[] = []
    for (const engine of ['OPENAI', 'GROK'] as const) {
      const client = openai(engine, 'abcd')
      const error = await client.responses.create(plainBody(engine)).catch((caught: unknown) => caught)
      texts.push(error instanceof APIError ? error.message : '')
    }
    for (const text of texts) expect(text).toContain('abcd')
  })
})

describe('the server', () => {
  test('the question, the engine and the count decide the answer', async () => {
    const first = await (await ask('OPENAI')).text()
    const second = await (await ask('OPENAI')).text()
    const other = await startVendorServer()
    const access = other.access('OPENAI')
    const again = await (await post(access, plainRequest('OPENAI', access, QUESTION))).text()
    await other.close()
    expect(again).toBe(first)
    expect(second).not.toBe(first)
    expect(namedIn(second)).not.toEqual([])
  })

  test('a given text is the text of the answer', async () => {
    const other = await startVendorServer({ answer: (question, engine, n) => `${engine} ${n} on ${question}` })
    const access = other.access('ANTHROPIC')
    const body = JSON.parse(await (await post(access, plainRequest('ANTHROPIC', access, 'CRM?'))).text())
    await other.close()
    expect(body.content.at(-1).text).toBe('ANTHROPIC 0 on CRM?')
  })

  test('a script goes before the chooser, which sees the request', async () => {
    server.always('GROK', ({ question }) => (question === 'odd' ? 'overloaded' : undefined))
    server.script('GROK', 'server-error')
    const statuses = []
    for (const question of ['odd', 'odd', 'even']) statuses.push((await ask('GROK', question)).status)
    expect(statuses).toEqual([500, 503, 200])
    expect(server.requests.map(({ at, fault }) => [at, fault])).toEqual([
      [0, 'server-error'],
      [1, 'overloaded'],
      [2, 'ok'],
    ])
  })

  test('a fault that a vendor does not have cannot be scripted', () => {
    expect(() => server.script('AI_OVERVIEW', 'refusal')).toThrow('AI_OVERVIEW has no fault refusal')
  })

  test('the settings name every vendor, and the recorded key is the one of the settings', async () => {
    expect(Object.keys(server.env)).toHaveLength(12)
    expect(server.env.XAI_BASE_URL).toBe(server.access('GROK').baseUrl)
    for (const engine of ENGINES) await ask(engine)
    const keys = server.requests.map(({ key }) => key)
    expect(new Set(keys).size).toBe(6)
    for (const key of keys) expect(Object.values(server.env)).toContain(key)
  })

  test('idle waits for the replies that are held back', async () => {
    server.latencyMs = 50
    const seen = new Promise<void>((resolve) => {
      server.always('OPENAI', () => {
        resolve()
        return undefined
      })
    })
    const reply = ask('OPENAI')
    await seen
    const turn = new Promise<string>((resolve) => setImmediate(resolve, 'pending'))
    expect(await Promise.race([server.idle(), turn])).toBe('pending')
    await server.idle()
    expect((await reply).status).toBe(200)
  })

  test('without a record nothing is kept', async () => {
    const quiet = await startVendorServer({ record: false })
    const access = quiet.access('OPENAI')
    expect((await post(access, plainRequest('OPENAI', access, QUESTION))).status).toBe(200)
    expect(quiet.requests).toEqual([])
    await quiet.close()
  })
})
