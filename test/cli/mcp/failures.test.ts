import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findMarkerIn } from '../../support/marker.ts'
import { serving } from '../../support/process/serving.ts'
import { agentInProcess } from './agent.ts'

const START = { domain: 'acme.example', category: 'CRM', description: 'A CRM.', funding: 'credits' }
const KEY = 'mine-0123456789abcdef'
const API_KEY = 'svc_Yk2hQ8vZr5TnX1pLw7cJ4mB9dF3gS6'
const OWN_KEY = 'sk-Vb7Kq2Zx9Wm4Rt6Yp1Nc8Hj3Lf5Ds0G'

type Reply = Parameters<typeof serving>[0]

/** What report_start tells where the API replies this, and the paths that were asked for. */
async function startAgainst(reply: Reply, args: object = {}) {
  let told = { isError: false, text: '', json: {} }
  const paths = await serving(reply, async (baseUrl) => {
    const agent = await agentInProcess({ baseUrl, apiKey: API_KEY, providerKeys: { OPENAI: OWN_KEY } })
    told = await agent.call('report_start', { ...START, idempotencyKey: KEY, ...args })
    expect(findMarkerIn(agent.said(), API_KEY)).toBeUndefined()
    expect(findMarkerIn(agent.said(), OWN_KEY)).toBeUndefined()
  })
  return { ...told, paths }
}

const SETTLED: [string, Reply, object, string][] = [
  [
    '400 with fields',
    { status: 400, body: { error: 'Some fields.', fields: ['domain', 'brand'] } },
    { httpStatus: 400, fields: ['domain', 'brand'] },
    'Some fields. (HTTP 400) Fix: domain, brand.',
  ],
  ['401', { status: 401, body: { error: 'No key.' } }, { httpStatus: 401 }, 'No key. (HTTP 401) Check SVC_API_KEY'],
  ['402', { status: 402, body: { error: 'No credit.' } }, { httpStatus: 402 }, 'No credit. (HTTP 402)'],
  [
    '402 with a limit',
    { status: 402, body: { error: 'No plan.', limit: 'plan' } },
    { httpStatus: 402, limit: 'plan' },
    'Limit: plan. Do not retry in a loop.',
  ],
  ['403', { status: 403, body: { error: 'Not verified.' } }, { httpStatus: 403 }, 'Not verified. (HTTP 403)'],
  [
    '409',
    { status: 409, body: { error: 'The credit is back.', status: 'FAILED' } },
    { httpStatus: 409, status: 'FAILED' },
    'The report is FAILED.',
  ],
  ['413', { status: 413, body: { error: 'Too large.' } }, { httpStatus: 413 }, 'Too large. (HTTP 413)'],
  [
    '429 of the rate limit',
    { status: 429, body: { error: 'Too many.', retryAfterSeconds: 17 } },
    { httpStatus: 429, retryAfterSeconds: 17 },
    'Wait 17 seconds before the next call',
  ],
  [
    '429 of the plan, when it lifts by itself',
    { status: 429, body: { error: 'Enough.', limit: 'perDay', retryAfterSeconds: 3600 } },
    { httpStatus: 429, limit: 'perDay', retryAfterSeconds: 3600 },
    'Limit: perDay. Wait 3600 seconds',
  ],
  [
    '429 of the plan, when it does not',
    { status: 429, body: { error: 'Two run.', limit: 'concurrent' } },
    { httpStatus: 429, limit: 'concurrent' },
    'Limit: concurrent. Do not retry in a loop.',
  ],
  [
    'a redirect',
    { status: 307, body: {}, headers: { location: '/elsewhere' } },
    { httpStatus: 307 },
    'set SVC_BASE_URL to the address it redirects to',
  ],
  ["a gateway's page", { status: 404, body: '<h1>Not found</h1>' }, { httpStatus: 404 }, "not the API's"],
]

test.each(SETTLED)('%s becomes a tool error with the same fields', async (_, reply, failure, sentence) => {
  const told = await startAgainst(reply)
  expect(told.isError).toBe(true)
  const error = expect.any(String)
  expect(told.json).toEqual({ failure: { error, idempotencyKey: KEY, ...failure } })
  expect(told.text).toContain(sentence)
  expect(told.text).not.toContain('unknown')
  expect(told.paths).toEqual(['/v1/reports'])
})

const UNSETTLED: [string, Reply, object][] = [
  [
    '503',
    { status: 503, body: { error: 'Busy.' }, headers: { 'retry-after': '5', 'x-request-id': 'req-7' } },
    { httpStatus: 503, retryAfterSeconds: 5, requestId: 'req-7' },
  ],
  ['500', { status: 500, body: { error: 'Our fault.' } }, { httpStatus: 500 }],
  ["a gateway's 502", { status: 502, body: '<h1>Bad gateway</h1>' }, { httpStatus: 502 }],
  ['a success that is no start', { status: 200, body: { welcome: 'to nginx' } }, { httpStatus: 200 }],
]

test.each(UNSETTLED)(
  'after %s the outcome of a start is unknown, and the agent is told the key to retry with',
  async (_, reply, failure) => {
    const told = await startAgainst(reply)
    const error = expect.any(String)
    expect(told.json).toEqual({ failure: { error, idempotencyKey: KEY, outcomeUnknown: true, ...failure } })
    expect(told.text).toContain(
      `unknown whether the report was started. Call report_start again with the same arguments and idempotencyKey "${KEY}"`,
    )
    const made = await startAgainst(reply, { idempotencyKey: undefined })
    const { idempotencyKey } = Object(made.json).failure
    expect(idempotencyKey).toMatch(/^[A-Za-z0-9_-]{16,128}$/)
    expect(idempotencyKey).not.toBe(KEY)
    expect(made.text).toContain(idempotencyKey)
    const next = await startAgainst(reply, { idempotencyKey: undefined })
    expect(Object(next.json).failure.idempotencyKey).not.toBe(idempotencyKey)
  },
)

test('an API that is not there, never answers or hangs up is an error in words', async () => {
  const silent = createServer((request) => {
    if (request.url?.startsWith('/cut') === true) request.destroy()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => silent.closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const late = await agentInProcess({ baseUrl, apiKey: API_KEY }, 50)
  expect(await late.call('rankings_list')).toMatchObject({
    text: 'The service did not answer within 0.05 seconds.',
    json: { failure: { httpStatus: null } },
  })
  expect((await late.call('report_start', START)).json).toMatchObject({
    failure: { httpStatus: null, outcomeUnknown: true, idempotencyKey: expect.any(String) },
  })
  const cut = await agentInProcess({ baseUrl: `${baseUrl}/cut`, apiKey: API_KEY })
  expect((await cut.call('report_start', START)).json).toMatchObject({ failure: { outcomeUnknown: true } })
  await new Promise((resolve) => {
    silent.closeAllConnections()
    silent.close(resolve)
  })
  const nobody = await agentInProcess({ baseUrl })
  expect((await nobody.call('rankings_list')).text).toContain('SVC_BASE_URL')
})

test('keys that a broken API sends back are redacted, in an error and in a result', async () => {
  const echo = `You sent Bearer ${API_KEY} and ${OWN_KEY}.`
  const told = await startAgainst({ status: 400, body: { error: echo, fields: [OWN_KEY] } })
  expect(told.text).toContain('You sent Bearer [key] and [key]. (HTTP 400) Fix: [key].')
  const kit = {
    slug: 'abc',
    brand: 'Acme',
    domain: 'acme.example',
    simulated: false,
    files: [{ path: 'a.md', content: echo }],
  }
  await serving({ status: 200, body: { kit } }, async (baseUrl) => {
    const agent = await agentInProcess({ baseUrl, apiKey: API_KEY, providerKeys: { AI_OVERVIEW: `login:${OWN_KEY}` } })
    const read = await agent.call('report_kit', { slug: 'abc' })
    expect(read.text).toContain('You sent Bearer [key] and [key].')
    expect(findMarkerIn(agent.said(), API_KEY)).toBeUndefined()
    expect(findMarkerIn(agent.said(), OWN_KEY)).toBeUndefined()
  })
})

test('a report on own keys is refused before any request if no key is set', async () => {
  const paths = await serving({ status: 500, body: {} }, async (baseUrl) => {
    for (const providerKeys of [{}, { GROK: OWN_KEY }]) {
      const agent = await agentInProcess({ baseUrl, apiKey: API_KEY, providerKeys })
      const told = await agent.call('report_start', { ...START, funding: 'byok' })
      expect(told.json).toMatchObject({ failure: { httpStatus: null, fields: ['providerKeys'] } })
      expect(told.text).toContain('OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY')
    }
  })
  expect(paths).toEqual([])
})

test('if the API refuses the keys, the agent is told which were sent', async () => {
  const reply = { status: 400, body: { error: 'Some fields.', fields: ['providerKeys'] } }
  expect((await startAgainst(reply, { funding: 'byok' })).text).toContain('The keys were taken from OPENAI_API_KEY.')
})

test.each<[string, object, RegExp]>([
  ['report_start', { ...START, providerKeys: { OPENAI: OWN_KEY } }, /Unrecognized key.*providerKeys/],
  ['report_start', { ...START, funding: 'gold' }, /funding/],
  ['report_start', { ...START, engines: ['BING'] }, /engines/],
  ['report_start', { ...START, idempotencyKey: 'short' }, /idempotencyKey/],
  ['report_start', { domain: 'acme.example' }, /category/],
  ['report_get', {}, /slug/],
  ['report_get', { slug: '..' }, /slug/],
  ['report_get', { slug: 'abc', answersTo: 'all' }, /answersTo/],
  ['rankings_get', { slug: 'crm/../../reports' }, /slug/],
  ['rankings_get', { slug: 'crm', month: '2026-13' }, /month/],
  ['prompts_suggest', { category: 'pens', count: 21 }, /count/],
  ['prompts_suggest', { category: ' ' }, /category/],
  ['report_stop', {}, /not found/],
])('%s with %j is refused before any request', async (name, args, sentence) => {
  const paths = await serving({ status: 200, body: {} }, async (baseUrl) => {
    const agent = await agentInProcess({ baseUrl, apiKey: API_KEY, providerKeys: { OPENAI: OWN_KEY } })
    const told = await agent.call(name, { ...args })
    expect(told.isError).toBe(true)
    expect(told.text).toMatch(sentence)
    expect(findMarkerIn(told.text, OWN_KEY)).toBeUndefined()
  })
  expect(paths).toEqual([])
})

test('the key is sent only where it is needed, and no redirect is followed with it', async () => {
  const sent: (string | undefined)[] = []
  const server = createServer((request, response) => {
    sent.push(`${request.url} ${request.headers.authorization}`)
    response.writeHead(302, { location: '/v1/other' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  const agent = await agentInProcess({ baseUrl, apiKey: API_KEY })
  await agent.call('rankings_get', { slug: 'crm', month: '2026-11' })
  await agent.call('report_status', { slug: 'a_B-9' })
  expect(sent).toEqual([
    '/base/v1/rankings/crm?month=2026-11 undefined',
    `/base/v1/reports/a_B-9/status Bearer ${API_KEY}`,
  ])
})
