import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { TAKES_COUNTRY } from '../../pipeline/contract/headline.ts'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError, type EngineErrorKind } from '../../pipeline/engines/error.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { brandsFor, type Fault, RETRY_AFTER_MS, startVendorServer } from '../support/vendors/vendor-server.ts'

/** What every engine promises, over its vendor's wire format and through its vendor's SDK. */
const server = await startVendorServer()
afterAll(() => server.close())

const SECRET = 'Zq8-Wv3-Kx9-Lm2'
const never = () => new AbortController().signal

function engineOf(name: EngineName, timeoutMs = 10_000): Promise<Engine> {
  const apiKey = name === 'AI_OVERVIEW' ? `test:${SECRET}` : `test-${SECRET}`
  return createEngine(name, { ...server.access(name), apiKey, timeoutMs })
}

const asking = (question: string) => ({
  question,
  category: 'CRM software',
  tag: '2026-11/crm-software/q0/r0',
  market: DEFAULT_MARKET,
})

async function failureOf(engine: Engine, signal: AbortSignal): Promise<EngineError> {
  const error = await engine.ask(asking('Which CRM?'), [], signal).then(
    () => new Error('the call did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof EngineError)) throw error
  return error
}

/** No stretch of four characters of the key is anywhere in the error. */
function expectNoKey(error: EngineError): void {
  const shown = [String(error), JSON.stringify(error), error.stack, inspect(error, { depth: 10, showHidden: true })]
  for (let i = 0; i + 4 <= SECRET.length; i++) expect(shown.join('\n')).not.toContain(SECRET.slice(i, i + 4))
  expect(Object.keys(error).sort()).toEqual(['kind', 'name', 'retryAfterMs', 'status'])
  expect(error.cause).toBeUndefined()
}

const FAILURES: readonly (readonly [Fault, EngineErrorKind])[] = [
  ['bad-key', 'KEY_REJECTED'],
  ['quota', 'QUOTA'],
  ['provider-refused', 'PROVIDER_REFUSED'],
  ['model-not-found', 'PROVIDER_REFUSED'],
  ['bad-request', 'BAD_REQUEST'],
  ['rate-limited', 'RATE_LIMITED'],
  ['rate-limited-no-hint', 'RATE_LIMITED'],
  ['overloaded', 'OVERLOADED'],
  ['server-error', 'SERVER'],
  ['html-error', 'SERVER'],
  ['html-200', 'UNREADABLE'],
  ['cut-json', 'UNREADABLE'],
  ['reset', 'NETWORK'],
]

const BUYER = 'The question comes from a buyer in Germany.'

/** What of a request in the United States and English is otherwise in Germany and German. */
const IN_GERMANY: Readonly<Record<EngineName, readonly (readonly [string, string])[]>> = {
  OPENAI: [['"country":"US"', '"country":"DE"']],
  ANTHROPIC: [['"country":"US"', '"country":"DE"']],
  PERPLEXITY: [
    ['"country":"US"', '"country":"DE"'],
    ['"max_steps":3', '"max_steps":3,"language_preference":"de"'],
  ],
  GEMINI: [['"contents":', `"systemInstruction":{"role":"system","parts":[{"text":"${BUYER}"}]},"contents":`]],
  GROK: [['"input":[', `"input":[{"role":"system","content":"${BUYER}"},`]],
  AI_OVERVIEW: [
    ['"location_code":2840', '"location_code":2276'],
    ['"language_code":"en"', '"language_code":"de"'],
  ],
}

describe.each(ENGINES)('%s', (name) => {
  const has = ([fault]: readonly [Fault, ...unknown[]]) => server.faults(name).includes(fault)

  test('asks the question and reads the answer with sources, model and cost', async () => {
    const engine = await engineOf(name)
    const question = 'Which CRM is best for a small team?'
    const sent = server.requests.length
    const reply = await engine.ask(asking(question), [], never())
    const reading = engine.read([reply.body])
    if (reading.kind !== 'answered') throw new Error(`read as ${reading.kind}`)
    const places = brandsFor(question, name, 0).map((brand) => reading.text.indexOf(brand))
    expect(places).toEqual(places.filter((place) => place >= 0).sort((a, b) => a - b))
    expect(reading).toMatchObject({ grounded: true, model: server.access(name).model })
    expect(reading).not.toHaveProperty('askAgain')
    expect(reading.citations.length).toBeGreaterThan(0)
    for (const { domain } of reading.citations) expect(domain).toMatch(/^[a-z]+\.[a-z]+$/)
    expect(reply.costUsd).toBeGreaterThan(0)
    expect(reply.costUsd).toBeLessThanOrEqual(engine.estimate.worstUsd)
    expect(JSON.parse(reply.raw)).toEqual(reply.body)
    expect(engine.read([JSON.parse(reply.raw)])).toEqual(reading)
    expect(server.requests.slice(sent)).toMatchObject([
      { engine: name, question, key: name === 'AI_OVERVIEW' ? `test:${SECRET}` : `test-${SECRET}` },
    ])
  })

  test('tells its vendor the market: in the United States and English as ever, elsewhere in its fields or in words', async () => {
    const engine = await engineOf(name)
    const sent = server.requests.length
    for (const market of [DEFAULT_MARKET, { country: 'DE', language: 'de' }])
      await engine.ask({ ...asking('Welches CRM?'), market }, [], never())
    const [american = '', german] = server.requests.slice(sent).map(({ body }) => JSON.stringify(body))
    const changed = IN_GERMANY[name].reduce((body, [from, to]) => body.replace(from, to), american)
    expect(changed).not.toBe(american)
    expect(german).toBe(changed)
    expect(TAKES_COUNTRY[name]).toBe(!changed.includes(BUYER))
  })

  test.each(FAILURES.filter(has))('%s is %s, after one request and without the key', async (fault, kind) => {
    const engine = await engineOf(name)
    const sent = server.requests.length
    server.script(name, fault)
    const error = await failureOf(engine, never())
    // DataForSEO has no code for overload, and hints at no delay.
    expect(error.kind).toBe(name === 'AI_OVERVIEW' && fault === 'overloaded' ? 'SERVER' : kind)
    expect(server.requests).toHaveLength(sent + 1)
    const hinted = fault === 'rate-limited' && name !== 'AI_OVERVIEW'
    expect(error.retryAfterMs).toBe(hinted ? RETRY_AFTER_MS : undefined)
    expectNoKey(error)
  })

  test.each(['stall', 'hang'] as const)('a call that %ss ends at its timeout', async (fault) => {
    server.script(name, fault)
    const error = await failureOf(await engineOf(name, 100), never())
    expect(error).toMatchObject({ kind: 'TIMEOUT', status: undefined })
    expectNoKey(error)
  })

  test.each(['stall', 'hang'] as const)('a call that %ss ends when the signal aborts', async (fault) => {
    const controller = new AbortController()
    server.always(name, () => {
      // This is late enough for the headers of a stalled reply to be there.
      setTimeout(() => controller.abort(), 50)
      return fault
    })
    const error = await failureOf(await engineOf(name), controller.signal)
    server.always(name, () => undefined)
    expect(error.kind).toBe('TIMEOUT')
    expectNoKey(error)
  })

  test('nothing is sent if the signal has already aborted', async () => {
    const sent = server.requests.length
    expect((await failureOf(await engineOf(name), AbortSignal.abort())).kind).toBe('TIMEOUT')
    expect(server.requests).toHaveLength(sent)
  })

  const readings: readonly (readonly [Fault, object])[] = [
    ['ok-no-search', { kind: 'answered', grounded: false, citations: [] }],
    ['ok-extra-items', { kind: 'answered', grounded: true }],
    ['refusal', { kind: 'noAnswer' }],
    ['incomplete', { kind: 'answered' }],
    ['incomplete-no-text', { kind: 'empty' }],
    ['empty', { kind: 'empty' }],
  ]
  test.each(readings.filter(has))('%s is read as %o', async (fault, expected) => {
    const engine = await engineOf(name)
    server.script(name, fault)
    const { body } = await engine.ask(asking('Which CRM?'), [], never())
    expect(engine.read([body])).toMatchObject(expected)
  })

  test('a page cited repeatedly is one citation', async () => {
    const engine = await engineOf(name)
    server.script(name, 'ok-duplicate-citations')
    const { body } = await engine.ask(asking('Which CRM?'), [], never())
    const reading = engine.read([body])
    const urls = reading.kind === 'answered' ? reading.citations.map(({ url }) => url) : []
    expect(urls.length).toBeGreaterThan(0)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.join()).not.toContain('utm_')
  })

  test('reads an empty list and foreign bodies without throwing', async () => {
    const engine = await engineOf(name)
    for (const bodies of [[], [null], ['<html>'], [{}], [[]]])
      expect(engine.read(bodies).kind).toMatch(/empty|noAnswer/)
  })
})
