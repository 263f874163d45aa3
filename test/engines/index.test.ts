import { expect, test } from 'vitest'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { DEFAULTS } from '../../pipeline/engines/defaults.ts'
import { createEngine } from '../../pipeline/engines/index.ts'

test.each(ENGINES)('creates %s', async (name) => {
  const { model, baseUrl, timeoutMs } = DEFAULTS[name]
  const engine = await createEngine(name, { apiKey: 'test:0123456789', baseUrl, model, timeoutMs })
  expect(engine.name).toBe(name)
})

test.each(ENGINES)('%s: rejects a key that no header can hold before creating a client', async (name) => {
  const { model, baseUrl, timeoutMs } = DEFAULTS[name]
  const access = { apiKey: 'test:0123\n456789', baseUrl, model, timeoutMs }
  await expect(createEngine(name, access)).rejects.toMatchObject({ kind: 'KEY_REJECTED' })
})

test('three base URLs end in /v1 and the others have no path', () => {
  const withVersion = ENGINES.filter((name) => DEFAULTS[name].baseUrl.endsWith('/v1'))
  expect(withVersion).toEqual(['OPENAI', 'PERPLEXITY', 'GROK'])
  for (const name of ENGINES) {
    const { pathname, protocol } = new URL(DEFAULTS[name].baseUrl)
    expect([protocol, pathname]).toEqual(['https:', withVersion.includes(name) ? '/v1' : '/'])
  }
})
