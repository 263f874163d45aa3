import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { fromGrokReply } from '../../pipeline/engines/grok.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { fromOpenaiReply } from '../../pipeline/engines/openai.ts'
import { fromPerplexityReply } from '../../pipeline/engines/perplexity.ts'
import { toFailure } from '../../pipeline/engines/responses.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const server = await startVendorServer()
afterAll(() => server.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const asking = { question: 'Which CRM?', category: 'CRM software', tag: 'q0', market: DEFAULT_MARKET }
const never = () => new AbortController().signal

test.each([
  ['server_error', 'SERVER'],
  [500, 'SERVER'],
  [null, 'SERVER'],
  [429, 'RATE_LIMITED'],
  ['rate_limit_exceeded', 'RATE_LIMITED'],
])('a 200 that failed with the code %s', (code, kind) => {
  expect(toFailure({ status: 'failed', error: { code } })).toMatchObject({ kind, status: 200 })
})

test.each(['OPENAI', 'PERPLEXITY', 'GROK'] as const)('%s receives nothing from the environment', async (name) => {
  vi.stubEnv('OPENAI_ORG_ID', 'org-of-the-environment')
  vi.stubEnv('OPENAI_PROJECT_ID', 'proj-of-the-environment')
  vi.stubEnv('OPENAI_API_KEY', 'test-key-of-the-environment')
  vi.stubEnv('OPENAI_ADMIN_KEY', 'test-admin-key-of-the-environment')
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/of-the-environment')
  const engine = await createEngine(name, server.access(name))
  await engine.ask(asking, [], never())
  expect(server.requests.at(-1)).toMatchObject({ vendor: name, key: server.access(name).apiKey })
  expect(JSON.stringify(server.requests.at(-1)?.headers)).not.toContain('of-the-environment')
})

test('the SDK logs nothing, whatever the environment says', async () => {
  const printed = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  )
  vi.stubEnv('OPENAI_LOG', 'debug')
  const engine = await createEngine('OPENAI', server.access('OPENAI'))
  server.script('OPENAI', 'server-error')
  await expect(engine.ask(asking, [], never())).rejects.toMatchObject({ kind: 'SERVER' })
  for (const spy of printed) expect(spy).not.toHaveBeenCalled()
})

test.each([
  ['OPENAI', 'openai:failed', 'SERVER'],
  ['PERPLEXITY', 'perplexity:failed', 'SERVER'],
] as const)('%s: a 200 that says that it failed (%s) is thrown', async (name, fault, kind) => {
  const engine = await createEngine(name, server.access(name))
  server.script(name, fault)
  await expect(engine.ask(asking, [], never())).rejects.toMatchObject({ kind, status: 200 })
})

test('OPENAI: a question refused by policy is no answer, not a failure', async () => {
  const engine = await createEngine('OPENAI', server.access('OPENAI'))
  server.script('OPENAI', 'openai:failed-policy')
  const { body } = await engine.ask(asking, [], never())
  expect(engine.read([body])).toEqual({ kind: 'noAnswer', text: '', model: expect.any(String) })
})

test.each([
  ['OPENAI', 'openai:credit-balance', 'QUOTA'],
  ['OPENAI', 'openai:hint-in-text', 'RATE_LIMITED'],
  ['OPENAI', 'openai:request-too-large', 'BAD_REQUEST'],
  ['OPENAI', 'openai:slow-down', 'RATE_LIMITED'],
  ['PERPLEXITY', 'perplexity:error-text', 'SERVER'],
  ['GROK', 'grok:exhausted', 'QUOTA'],
  ['GROK', 'grok:bad-key-401', 'KEY_REJECTED'],
] as const)('%s: %s comes through the SDK as %s', async (name, fault, kind) => {
  const engine = await createEngine(name, server.access(name))
  server.script(name, fault)
  await expect(engine.ask(asking, [], never())).rejects.toMatchObject({ kind })
})

const FILTERED = { incomplete_details: { reason: 'content_filter' } }

describe.each([
  ['OPENAI', fromOpenaiReply],
  ['PERPLEXITY', fromPerplexityReply],
  ['GROK', fromGrokReply],
] as const)('a reply of %s', (_, fromReply) => {
  const read = (output: unknown[], extra: object = {}) =>
    fromReply([{ status: 'completed', model: 'm', output, ...extra }])
  const message = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text, annotations: [] }] })
  const found = { type: 'search_results', results: [{ id: 1, url: 'https://good.example/' }] }
  const searched = [{ type: 'web_search_call', status: 'completed', action: { type: 'search' } }, found]

  test.each([
    ['a refusal', [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }], {}, 'noAnswer'],
    ['a filter', [], FILTERED, 'noAnswer'],
    ['a filter after the search', [message('Let me see.'), ...searched], FILTERED, 'noAnswer'],
    ['only a search', [message('Let me see.'), ...searched], {}, 'empty'],
    ['cut off without text', [], { incomplete_details: { reason: 'max_output_tokens' } }, 'empty'],
    ['cut off after text', [message('Rid')], { incomplete_details: { reason: 'max_output_tokens' } }, 'answered'],
    ['no text', [message('')], {}, 'empty'],
    ['no visible character', [message('\u200b\u00ad \n')], {}, 'empty'],
  ])('%s', (_, output, extra, kind) => {
    expect(read(output, extra).kind).toBe(kind)
  })

  test('loses only a malformed annotation', () => {
    const good = { type: 'url_citation', url: 'https://good.example/', title: 7, start_index: 0, end_index: 1 }
    const content = [{ type: 'output_text', text: 'Ridgeloom.', annotations: [null, 'x', { ...good, url: 5 }, good] }]
    expect(read([{ type: 'message', content }])).toMatchObject({
      kind: 'answered',
      citations: [{ url: 'https://good.example/', domain: 'good.example' }],
    })
  })

  test('is empty if its body is not one of the vendor’s, and does not throw', () => {
    for (const bodies of [[], [null], ['<html>'], [{}], [{ output: [{ type: 'message', content: 'text' }] }]])
      expect(fromReply(bodies)).toEqual({ kind: 'empty' })
  })
})
