import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import { fromReadingReply, READING_SCHEMA } from '../../../pipeline/scribe/readings.ts'
import { BRANDS } from './answers.ts'
import { type PlainRequest, plainRequest, post } from './requests.ts'
import { NOISE_NAME, scribeText } from './scribe.ts'
import { startVendorServer, type VendorServer } from './vendor-server.ts'

let server: VendorServer

beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server.close())

const plain = (engine: EngineName) => plainRequest(engine, server.access(engine), 'Which CRM?')
const send = (engine: EngineName, change: Partial<PlainRequest>) =>
  post(server.access(engine), { ...plain(engine), ...change })

type Fields = Readonly<Record<string, unknown>>
const list = { type: 'array', items: { type: 'string' } }
const schema = { type: 'object', properties: { questions: list }, required: ['questions'], additionalProperties: false }
const format = (more: Fields) => ({
  text: { format: { type: 'json_schema', name: 'questions', strict: true, ...more } },
})
const config = (more: Fields) => ({ generationConfig: { maxOutputTokens: 100, ...more } })
const search = { type: 'web_search_20250305', name: 'web_search' }
const domains = Array.from({ length: 6 }, (_, i) => `d${i}.example`)

/** A change of the plain request's body, and what the vendor says to it. */
const refused: [EngineName, Fields, number, string][] = [
  ['OPENAI', { fancy: 1 }, 400, 'unknown_parameter'],
  ['OPENAI', { model: undefined }, 400, "'model'"],
  ['OPENAI', { model: 'claude-haiku-5-5' }, 404, 'model_not_found'],
  ['OPENAI', { input: '' }, 400, "'input'"],
  ['OPENAI', { input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }, 400, "'input'"],
  ['OPENAI', { max_output_tokens: undefined }, 400, "'max_output_tokens'"],
  ['OPENAI', { max_output_tokens: 8 }, 400, "'max_output_tokens'"],
  ['OPENAI', { tools: [{ type: 'google_search' }] }, 400, "'tools[0].type'"],
  ['OPENAI', { tools: [{ type: 'web_search', max_results: 3 }] }, 400, 'tools[0].max_results'],
  ['OPENAI', { tools: [{ type: 'web_search', user_location: { country: 'US' } }] }, 400, 'user_location'],
  [
    'OPENAI',
    { tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'UK' } }] },
    400,
    'country',
  ],
  ['OPENAI', { tools: [] }, 400, 'tool_choice'],
  ['OPENAI', { include: ['web_search_call.results'] }, 400, 'include'],
  ['OPENAI', { temperature: 0 }, 400, 'temperature'],
  ['OPENAI', { model: 'gpt-6-astra', reasoning: { effort: 'none' } }, 400, 'unsupported_value'],
  ['OPENAI', format({ schema: { ...schema, additionalProperties: undefined } }), 400, 'additionalProperties'],
  ['OPENAI', format({ schema: { ...schema, required: [] } }), 400, "Missing 'questions'"],
  ['OPENAI', format({ schema, name: 'a b' }), 400, 'text.format.name'],
  ['ANTHROPIC', { temperature: 0 }, 400, 'temperature: Extra inputs'],
  ['ANTHROPIC', { max_tokens: undefined }, 400, 'max_tokens'],
  ['ANTHROPIC', { messages: [{ role: 'assistant', content: 'x' }] }, 400, 'messages'],
  ['ANTHROPIC', { model: 'gpt-6-luna' }, 404, 'not_found_error'],
  ['ANTHROPIC', { model: 'claude-sonnet-5-5', tool_choice: { type: 'any' } }, 400, 'forcing tool use'],
  [
    'ANTHROPIC',
    { model: 'claude-fable-5-2', tool_choice: { type: 'tool', name: 'web_search' } },
    400,
    'forcing tool use',
  ],
  ['ANTHROPIC', { tool_choice: { type: 'any' }, thinking: { type: 'enabled', budget_tokens: 1024 } }, 400, 'Thinking'],
  ['ANTHROPIC', { model: 'claude-opus-5-5', thinking: { type: 'disabled' } }, 400, 'thinking'],
  ['ANTHROPIC', { tools: [{ type: 'web_search', name: 'web_search' }] }, 400, 'tools.0'],
  [
    'ANTHROPIC',
    { tools: [{ ...search, allowed_domains: ['a.example'], blocked_domains: ['b.example'] }] },
    400,
    'tools.0',
  ],
  [
    'ANTHROPIC',
    { model: 'claude-haiku-4-5', tools: [{ ...search, type: 'web_search_20260318' }] },
    400,
    'programmatic',
  ],
  ['ANTHROPIC', { output_config: { format: { type: 'json_schema', schema } } }, 400, 'citations'],
  [
    'ANTHROPIC',
    { tools: [], output_config: { format: { type: 'json_schema', schema: { ...schema, minItems: 4 } } } },
    400,
    'minItems',
  ],
  [
    'ANTHROPIC',
    {
      tools: [],
      output_config: { format: { type: 'json_schema', schema: { ...schema, additionalProperties: true } } },
    },
    400,
    'additionalProperties',
  ],
  ['GEMINI', { fancy: 1 }, 400, 'Unknown name'],
  ['GEMINI', { contents: [] }, 400, 'contents'],
  ['GEMINI', { tools: [{ googleSearchRetrieval: {} }] }, 400, 'google_search_retrieval'],
  ['GEMINI', { generationConfig: {} }, 400, 'max_output_tokens'],
  ['GEMINI', config({ thinkingConfig: { thinkingBudget: 0 } }), 400, 'Thinking budget'],
  ['GEMINI', config({ responseMimeType: 'application/json' }), 400, 'Tool use with a response mime type'],
  ['GEMINI', { tools: [], ...config({ responseJsonSchema: schema }) }, 400, 'response mime type'],
  ['PERPLEXITY', { model: 'sonar' }, 400, 'is not supported'],
  ['PERPLEXITY', { tools: [{ type: 'web_search_preview' }] }, 400, 'unknown discriminator value'],
  ['PERPLEXITY', { tools: [{ type: 'web_search', user_location: { type: 'approximate' } }] }, 400, 'user_location'],
  ['PERPLEXITY', { tools: [{ type: 'web_search', user_location: { country: 'Germany' } }] }, 400, 'user_location'],
  ['PERPLEXITY', { language_preference: 'German' }, 422, 'language_preference'],
  ['PERPLEXITY', { include: ['web_search_call.action.sources'] }, 422, 'extra_forbidden'],
  ['PERPLEXITY', { input: undefined }, 422, 'Field required'],
  ['GROK', { search_parameters: { mode: 'auto' } }, 410, 'Live search'],
  ['GROK', { model: 'grok' }, 404, 'does not exist'],
  ['GROK', { tools: [{ type: 'live_search' }] }, 422, 'unknown variant'],
  ['GROK', { tools: [{ type: 'web_search', allowed_domains: domains }] }, 422, 'at most 5'],
  ['GROK', { model: 'grok-4.7', reasoning: { effort: 'none' } }, 422, 'reasoning.effort'],
  ['GROK', { max_output_tokens: undefined }, 422, 'max_output_tokens'],
]
test.each(refused)('%s refuses %o with %i', async (engine, change, status, says) => {
  const reply = await send(engine, { body: { ...Object(plain(engine).body), ...change } })
  expect(await reply.text()).toContain(says)
  expect(reply.status).toBe(status)
  expect(server.requests.at(-1)?.fault).toMatch(/^(bad-request|model-not-found)$/)
})

const tasks: [unknown, number][] = [
  [{ keyword: 'x' }, 40503],
  [[], 40006],
  [[{}, {}], 40006],
  [[{ keyword: 'x', language_code: 'en' }], 40501],
  [[{ keyword: 'x', location_code: 2840 }], 40501],
  [[{ keyword: 'x', location_code: 2643, language_code: 'ru' }], 40501],
  [[{ keyword: 'x', location_code: 2578, language_code: 'no' }], 40501],
  [[{ keyword: '50% off', location_code: 2840, language_code: 'en' }], 40501],
  [[{ keyword: 'a+b', location_code: 2840, language_code: 'en' }], 40501],
  [[{ keyword: 'x'.repeat(701), location_code: 2840, language_code: 'en' }], 40501],
  [[{ keyword: 'x', location_code: 2840, language_code: 'en', expand_ai_overview: true }], 40506],
]
test.each(tasks)('AI_OVERVIEW refuses %o inside a 200', async (body, code) => {
  const reply = await send('AI_OVERVIEW', { body })
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain(`"status_code":${code}`)
})

test('AI_OVERVIEW has no overview for a request that doesn’t wait for one', async () => {
  const task = { keyword: 'x', location_code: 2840, language_code: 'en' }
  const reply = await send('AI_OVERVIEW', { body: [task] })
  expect(await reply.text()).toContain('"item_types":["organic"]')
})

test.each([
  ['gemini-4-hydrogen', 'minimal', 400],
  ['gemini-3.8-flash', 'minimal', 200],
  ['gemini-2.5-flash', 'low', 400],
] as const)('GEMINI takes %s with the thinking level %s as %i', async (model, thinkingLevel, status) => {
  const body = { ...Object(plain('GEMINI').body), ...config({ thinkingConfig: { thinkingLevel } }) }
  expect((await send('GEMINI', { body, path: `/v1beta/models/${model}:generateContent` })).status).toBe(status)
})

const paths: [EngineName, string, number][] = [
  ['OPENAI', '/chat/completions', 404],
  ['ANTHROPIC', '/messages', 404],
  ['PERPLEXITY', '/chat/completions', 403],
  ['PERPLEXITY', '/sonar', 403],
  ['PERPLEXITY', '/agent', 200],
  ['GEMINI', '//v1beta/models/gemini-3.8-flash:generateContent', 404],
  ['GEMINI', '/v1beta/models/gemini-3.8-flash:generateContent?key=test-x', 400],
  ['GEMINI', '/v1beta/models/gpt-6-luna:generateContent', 404],
  ['GROK', '/chat/completions', 404],
  ['AI_OVERVIEW', '/v3/serp/google/organic/live/regular', 404],
]
test.each(paths)('%s answers %s with %i', async (engine, path, status) => {
  expect((await send(engine, { path })).status).toBe(status)
})

const headers: [EngineName, Readonly<Record<string, string>>, number][] = [
  ['OPENAI', {}, 401],
  ['OPENAI', { authorization: 'Bearer test-x', 'openai-organization': 'org-1' }, 401],
  ['OPENAI', { authorization: 'Bearer test-x', 'content-type': 'text/plain' }, 400],
  ['ANTHROPIC', { authorization: 'Bearer test-x' }, 400],
  ['ANTHROPIC', { 'x-api-key': 'test-x', 'anthropic-version': '2023-06-01' }, 200],
  ['PERPLEXITY', { authorization: 'test-x' }, 401],
  ['GEMINI', {}, 403],
  ['GEMINI', { authorization: 'Bearer test-x' }, 403],
  ['GROK', {}, 401],
  ['AI_OVERVIEW', { authorization: 'Bearer test-x' }, 401],
  ['AI_OVERVIEW', { authorization: `Basic ${btoa('test-login:pass:word')}` }, 200],
]
test.each(headers)('%s answers the headers %o with %i', async (engine, given, status) => {
  expect((await send(engine, { headers: given })).status).toBe(status)
})

test.each(ENGINES.map((engine) => [engine]))('%s refuses a body that is not JSON, and a GET', async (engine) => {
  const { baseUrl } = server.access(engine)
  const { path, headers: given } = plain(engine)
  const sent = { ...given, 'content-type': 'application/json' }
  const broken = await fetch(baseUrl + path, { method: 'POST', headers: sent, body: '{"model":' })
  expect(await broken.text()).not.toContain('Ridgeloom')
  expect(server.requests.at(-1)?.fault).toBe('bad-request')
  expect((await fetch(baseUrl + path, { headers: sent })).status).toBeGreaterThan(403)
})

const PROMPT = `Write 7 questions.
<answer k-1>
Pacewell, and Wexmoor behind it.
</answer k-1>
<answer k-2>
None.
</answer k-2>`

/** The scribe's call of one vendor, and where its JSON is in the reply. */
const scribes: [EngineName, (schema: unknown) => unknown, (body: string) => string][] = [
  [
    'OPENAI',
    (wanted) => ({ model: 'gpt-6-luna', input: PROMPT, max_output_tokens: 900, ...format({ schema: wanted }) }),
    (body) => JSON.parse(body).output.at(-1).content[0].text,
  ],
  [
    'ANTHROPIC',
    (wanted) => ({
      model: 'claude-haiku-5-5',
      max_tokens: 900,
      messages: [{ role: 'user', content: PROMPT }],
      output_config: { format: { type: 'json_schema', schema: wanted } },
    }),
    (body) => JSON.parse(body).content[0].text,
  ],
  [
    'GEMINI',
    (wanted) => ({
      contents: [{ role: 'user', parts: [{ text: PROMPT }] }],
      ...config({ responseMimeType: 'application/json', responseJsonSchema: wanted }),
    }),
    (body) => JSON.parse(body).candidates[0].content.parts[0].text,
  ],
]
test.each(scribes)('%s answers the two calls of the scribe in their schemas', async (engine, request, textOf) => {
  const written = JSON.parse(textOf(await (await send(engine, { body: request(schema) })).text()))
  expect(new Set(written.questions).size).toBe(7)
  expect(server.requests.at(-1)).toMatchObject({ engine: 'SCRIBE', vendor: engine, question: PROMPT, fault: 'ok' })
  const read = JSON.parse(textOf(await (await send(engine, { body: request(READING_SCHEMA) })).text()))
  const readings = fromReadingReply(read, ['k-1', 'k-2'])
  expect([...readings].map(([key, names]) => [key, ...names.map(({ name }) => name)])).toEqual([
    ['k-1', 'Pacewell', 'Wexmoor', NOISE_NAME],
    ['k-2', NOISE_NAME],
  ])
  const strange = { ...schema, properties: { other: list }, required: ['other'] }
  expect((await send(engine, { body: request(strange) })).status).toBe(400)
})

test('the faults of the scribe are its own', async () => {
  const [, request] = scribes[0] ?? []
  server.script('SCRIBE', 'overloaded')
  expect((await send('OPENAI', {})).status).toBe(200)
  expect((await send('OPENAI', { body: request?.(schema) })).status).toBe(503)
  expect((await send('OPENAI', { body: request?.(schema) })).status).toBe(200)
})

test('the scribe writes ten questions where the prompt has no number', () => {
  expect(JSON.parse(scribeText('questions', 'Write questions.')).questions).toHaveLength(10)
})

test('no invented name is part of another', () => {
  for (const name of BRANDS) expect(BRANDS.filter((other) => other.includes(name))).toEqual([name])
})
