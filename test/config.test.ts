import { expect, test } from 'vitest'
import { keyVariable, readConfig, scribeVendorOf, VARIABLES } from '../pipeline/config.ts'
import { ENGINES } from '../pipeline/contract/terms.ts'

test('without any setting every default stands', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ database: 'data/svc.db', siteDir: 'data/site', trustedProxies: 0, simulate: false })
  expect(config.engines.PERPLEXITY).toMatchObject({ concurrency: 1, spacingMs: 1_200, apiKey: undefined })
  expect(scribeVendorOf(config)).toBeUndefined()
})

test('a width that is set lifts the spacing', () => {
  expect(readConfig({ SVC_CONCURRENCY_PERPLEXITY: '1' }).engines.PERPLEXITY.spacingMs).toBe(0)
  expect(readConfig({}, { concurrency: 7 }).engines.PERPLEXITY).toMatchObject({ concurrency: 7, spacingMs: 0 })
})

test('the scribe is the first of three vendors with a key, or the one that is set', () => {
  const keys = { ANTHROPIC_API_KEY: 'test-anthropic', GEMINI_API_KEY: 'test-gemini' }
  expect(scribeVendorOf(readConfig(keys))).toBe('ANTHROPIC')
  expect(scribeVendorOf(readConfig({ ...keys, SVC_SCRIBE: 'GEMINI' }))).toBe('GEMINI')
  expect(scribeVendorOf(readConfig({ ...keys, SVC_SCRIBE: 'OPENAI' }))).toBeUndefined()
})

test('flags win over the environment', () => {
  expect(readConfig({ SVC_DATABASE: 'a.db', SVC_SIMULATE: '0' }, { database: 'b.db', simulate: true })).toMatchObject({
    database: 'b.db',
    simulate: true,
  })
})

test.each([
  ['SVC_TRUSTED_PROXIES', 'many-marker'],
  ['SVC_SIMULATE', 'yes-marker'],
  ['SVC_SITE_URL', 'ftp://marker'],
  ['SVC_SCRIBE', 'GROK-marker'],
  ['SVC_CONCURRENCY_GROK', '0'],
  ['SVC_TIMEOUT_GROK', 'soon-marker'],
  ['SVC_MODEL_GROK', 'a model marker'],
  ['XAI_BASE_URL', 'marker'],
  ['XAI_API_KEY', 'with blank marker'],
  ['DATAFORSEO_API_KEY', 'no-colon-marker'],
])('%s is refused by name and never by value', (name, value) => {
  let message = ''
  try {
    readConfig({ [name]: value })
  } catch (fault) {
    message = fault instanceof Error ? fault.message : ''
  }
  expect(message).toContain(name)
  expect(message).not.toContain('marker')
})

test('every engine has its variables', () => {
  expect(VARIABLES).toHaveLength(6 + 5 * ENGINES.length)
  for (const engine of ENGINES) expect(VARIABLES).toContain(keyVariable(engine))
})
