import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type Check, prepareCalls } from '../../../cli/doctor/calls.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import { keyVariable } from '../../../pipeline/contract/words.ts'
import { createEngine } from '../../../pipeline/engines/index.ts'
import { serving } from '../../support/process/serving.ts'
import { type Fault, startVendorServer, type VendorServer } from '../../support/vendors/vendor-server.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server.close())

type Made = Check & { costUsd: number }

/** What is said of each engine and the scribe, once every call was made. */
async function diagnose(env: Record<string, string>): Promise<Map<string, Made>> {
  const prepared: (Call | Check)[] = await prepareCalls(readConfig(env))
  const made = await Promise.all(
    prepared.map((each): Promise<Made> => ('make' in each ? each.make() : Promise.resolve({ ...each, costUsd: 0 }))),
  )
  return new Map(made.map((each) => [each.name, each]))
}

/** The settings of only one engine. */
function only(engine: EngineName): Record<string, string> {
  const prefix = keyVariable(engine).replace(/API_KEY$/, '')
  return Object.fromEntries(Object.entries(server.env).filter(([name]) => name.startsWith(prefix)))
}

test('every engine with a key gets one call, and the scribe one', async () => {
  const before = server.requests.length
  const found = await diagnose(server.env)
  expect([...found.keys()]).toEqual([...ENGINES, 'scribe'])
  for (const [name, { ok, sentence, costUsd }] of found) {
    expect({ name, ok }).toEqual({ name, ok: true })
    expect(sentence).toMatch(/^(It answered|OPENAI wrote) one question, for \$0\.\d+\.$/)
    expect(costUsd).toBeGreaterThan(0)
  }
  const asked = server.requests.slice(before).map(({ engine }) => engine)
  expect(asked.sort()).toEqual([...ENGINES, 'SCRIBE'].sort())
})

test('an engine without a key is neither called nor a failure, and its variable is named', async () => {
  const before = server.requests.length
  const found = await diagnose({})
  expect(found.get('GROK')).toMatchObject({ ok: null, sentence: expect.stringContaining('XAI_API_KEY') })
  expect(found.get('scribe')).toMatchObject({ ok: null, sentence: expect.stringContaining('templates') })
  expect(server.requests.length).toBe(before)
})

test('in a simulation nothing is called, and it says so', async () => {
  const before = server.requests.length
  const found = await diagnose({ ...server.env, SVC_SIMULATE: '1' })
  expect(found.size).toBe(7)
  for (const { ok, sentence } of found.values()) {
    expect(ok).toBeNull()
    expect(sentence).toContain('SIMULATED')
  }
  expect(server.requests.length).toBe(before)
})

test('a chosen scribe without a key is a failure', async () => {
  const found = await diagnose({ ...only('OPENAI'), SVC_SCRIBE: 'GEMINI' })
  expect(found.get('scribe')).toMatchObject({ ok: false, sentence: expect.stringContaining('GEMINI_API_KEY') })
})

describe('a failure is described in our own words, after one attempt', () => {
  test.each<[EngineName, Fault, string]>([
    ['OPENAI', 'bad-key', 'rejects the key; put a valid one into OPENAI_API_KEY'],
    ['GROK', 'bad-key', 'XAI_API_KEY'],
    ['AI_OVERVIEW', 'bad-key', 'DATAFORSEO_API_KEY'],
    ['OPENAI', 'quota', 'quota or credit is used up'],
    ['ANTHROPIC', 'anthropic:billing', 'quota or credit is used up'],
    ['OPENAI', 'model-not-found', 'does not know the model or the address; check SVC_MODEL_OPENAI, OPENAI_BASE_URL'],
    ['GEMINI', 'model-not-found', 'SVC_MODEL_GEMINI'],
    ['GEMINI', 'provider-refused', 'refuses the account, the country or the model'],
    ['PERPLEXITY', 'rate-limited', 'is limiting the rate of calls'],
    ['ANTHROPIC', 'overloaded', 'try again later'],
    ['GROK', 'server-error', 'try again later'],
    ['OPENAI', 'reset', 'cannot be reached; check the network and OPENAI_BASE_URL'],
    ['GEMINI', 'html-200', 'Something other than GEMINI answers there'],
    ['OPENAI', 'bad-request', 'the model must support web search'],
  ])('%s, %s', async (engine, fault, sentence) => {
    server.script(engine, fault)
    const before = server.requests.length
    const found = await diagnose(only(engine))
    expect(found.get(engine)).toMatchObject({ ok: false, sentence: expect.stringContaining(sentence), costUsd: 0 })
    expect(server.requests.slice(before).filter((request) => request.engine === engine)).toHaveLength(1)
  })

  test.each(ENGINES)('%s that never answers, with the seconds it was given', async (engine) => {
    server.script(engine, 'stall')
    const found = await diagnose({ ...only(engine), [`SVC_TIMEOUT_${engine}`]: '0.3' })
    expect(found.get(engine)).toMatchObject({ ok: false, sentence: expect.stringContaining(`SVC_TIMEOUT_${engine}`) })
  })

  test('the scribe, with its vendor and its variable', async () => {
    server.script('SCRIBE', 'bad-key')
    const found = await diagnose(only('ANTHROPIC'))
    expect(found.get('ANTHROPIC')).toMatchObject({ ok: true })
    expect(found.get('scribe')).toMatchObject({ ok: false, sentence: expect.stringContaining('ANTHROPIC_API_KEY') })
  })

  test('and never in the vendor’s, which can repeat the key', async () => {
    const key = 'sk-Z8w3Qn5Rk1Tb7Lx9'
    const body = { error: { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' } }
    await serving({ status: 401, body }, async (baseUrl) => {
      const found = await diagnose({ OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl })
      expect(found.get('OPENAI')).toMatchObject({ ok: false })
      expect(JSON.stringify([...found])).not.toContain(key.slice(3, 11))
      expect(JSON.stringify([...found])).not.toContain('Incorrect')
    })
  })
})

test('the cost of the calls is known beforehand', async () => {
  const [openai, ...rest] = await prepareCalls(readConfig(only('OPENAI')))
  expect(openai).toMatchObject((await createEngine('OPENAI', server.access('OPENAI'))).estimate)
  expect(rest.at(-1)).toMatchObject({ worstUsd: expect.any(Number) })
})
