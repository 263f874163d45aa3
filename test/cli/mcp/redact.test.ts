import { expect, test } from 'vitest'
import { createRedactor } from '../../../cli/mcp/redact.ts'
import type { ProviderKeys } from '../../../cli/mcp/settings.ts'
import { findMarkerIn } from '../../support/marker.ts'

const API_KEY = 'svc_Yk2hQ8vZr5TnX1pLw7cJ4mB9dF3gS6'
const OWN_KEY = 'sk/Vb7Kq2+Zx9Wm4Rt6=Yp1Nc8Hj3Lf5Ds0G'
const SERP_KEY = 'info@acme.example:7f3a91c05be2d864'

const redactor = (apiKey: string | undefined, providerKeys: ProviderKeys = {}) =>
  createRedactor({ baseUrl: 'http://127.0.0.1:9', apiKey, providerKeys })
const redact = redactor(API_KEY, { OPENAI: OWN_KEY, AI_OVERVIEW: SERP_KEY })

test('keys are redacted in every text of a value, and nothing else changes', () => {
  const text = `Bearer ${API_KEY}, ${OWN_KEY} and ${SERP_KEY}.`
  expect(redact({ a: [text, 7, null, true], b: { c: OWN_KEY, d: 'An answer.' } })).toEqual({
    a: ['Bearer [key], [key] and [key].', 7, null, true],
    b: { c: '[key]', d: 'An answer.' },
  })
  expect(redact(`${API_KEY}${OWN_KEY}`)).toBe('[key]')
  expect(redact('')).toBe('')
})

test('eight consecutive characters of a key are redacted wherever they begin, and seven are not', () => {
  for (let at = 0; at + 8 <= API_KEY.length; at++) expect(redact(`<${API_KEY.slice(at, at + 8)}>`)).toBe('<[key]>')
  expect(redact(`${API_KEY.slice(0, 12)}... and ...${API_KEY.slice(-9)}`)).toBe('[key]... and ...[key]')
  expect(redact(API_KEY.slice(0, 7))).toBe(API_KEY.slice(0, 7))
})

test('a percent-encoded key is redacted, whole and in part', () => {
  expect(redact(`/x?key=${encodeURIComponent(OWN_KEY)}&y=1`)).toBe('/x?key=[key]&y=1')
  expect(redact(`<${encodeURIComponent(OWN_KEY.slice(2, 10))}>`)).toBe('<[key]>')
  expect(redact(`user=${encodeURIComponent(SERP_KEY)}`)).toBe('user=[key]')
  const other = redactor(undefined, { GROK: 'a/b/c/d/e/f' })
  expect(other('https%3A%2F%2Fwww.example%2Fb%2Fc')).toBe('https%3A%2F%2Fwww.example%2Fb%2Fc')
})

test.each(['base64', 'base64url'] as const)('a key in %s is redacted, whatever surrounds it', (encoding) => {
  for (const key of [API_KEY, OWN_KEY, SERP_KEY])
    for (const before of ['', ':', 'me', 'me:'])
      for (const after of ['', '\n', ' and more']) {
        const encoded = Buffer.from(`${before}${key}${after}`).toString(encoding)
        const told = redact(`Basic ${encoded}`)
        expect(told).toContain('[key]')
        expect(findMarkerIn(told, key)).toBeUndefined()
      }
  const whole = Buffer.from(SERP_KEY).toString(encoding).replace(/=+$/, '')
  expect(redact(`Authorization: Basic ${whole}.`)).toBe('Authorization: Basic [key].')
})

test('a key of fewer than eight characters is redacted only as a whole, and an empty one not at all', () => {
  const short = redactor('sword', { OPENAI: '', AI_OVERVIEW: 'me:fish' })
  expect(short('The sword, the words, fish and some c3dvcmQ=')).toBe('The [key], the words, [key] and some [key]=')
})

test('the password of a login is redacted, but not the domain, which a report may be about', () => {
  expect(redact('Mail info@acme.example: see acme.example: there.')).toBe('Mail [key]: see acme.example: there.')
  expect(redact('<7f3a91c0> <example:7f> <91c05be>')).toBe('<[key]> <e[key]> <91c05be>')
  expect(redactor(undefined, { AI_OVERVIEW: 'nocolon-7f3a91c0' })('<lon-7f3a>')).toBe('<[key]>')
})
