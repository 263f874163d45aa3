import { expect, test } from 'vitest'
import { readSettings } from '../../../cli/mcp/settings.ts'

test('without any variable the server is the one that `svc serve` starts by default', () => {
  expect(readSettings({})).toEqual({ baseUrl: 'http://127.0.0.1:8080', apiKey: undefined, providerKeys: {} })
})

test('each provider key has its engine, and blanks around a value are ignored', () => {
  const keys = { OPENAI_API_KEY: 'a', ANTHROPIC_API_KEY: 'b', PERPLEXITY_API_KEY: 'c', GEMINI_API_KEY: 'd' }
  expect(
    readSettings({ ...keys, XAI_API_KEY: 'e', DATAFORSEO_API_KEY: 'f:g', SVC_API_KEY: ' svc_1\n', SVC_BASE_URL: '' }),
  ).toMatchObject({
    apiKey: 'svc_1',
    providerKeys: { OPENAI: 'a', ANTHROPIC: 'b', PERPLEXITY: 'c', GEMINI: 'd', GROK: 'e', AI_OVERVIEW: 'f:g' },
  })
})

test.each(['', ' ', '$SVC_API_KEY', '$'.concat('{SVC_API_KEY}'), '$'.concat('{env:SVC_API_KEY}')])(
  'a variable that an agent passes on unset, as "%s", is unset',
  (value) => {
    expect(readSettings({ SVC_API_KEY: value, SVC_BASE_URL: value, XAI_API_KEY: value })).toEqual(readSettings({}))
  },
)

test.each([
  ['https://API.example/', 'https://api.example'],
  ['https://www.example/api//', 'https://www.example/api'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is the address %s', (raw, baseUrl) => {
  expect(readSettings({ SVC_BASE_URL: raw }).baseUrl).toBe(baseUrl)
})
