import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOfDomain, normaliseDomain } from '../../pipeline/report/product.ts'

test.each([
  ['acme.com', 'acme.com'],
  ['https://www.Acme.com/x', 'acme.com'],
  ['http://acme.com', 'acme.com'],
  ['HTTPS://ACME.COM?x=1#y', 'acme.com'],
  ['  acme.com\n', 'acme.com'],
  ['acme.com/pricing', 'acme.com'],
  ['acme.com:8443', 'acme.com'],
  ['acme.com.', 'acme.com'],
  ['www.acme.com', 'acme.com'],
  ['www.com', 'www.com'],
  ['shop.acme.co.uk', 'shop.acme.co.uk'],
  ['acme.example', 'acme.example'],
  ['my-acme.io', 'my-acme.io'],
  ['37signals.com', '37signals.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['ＡＣＭＥ.com', 'acme.com'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('%j means %s §2.1.1', (raw, domain) => {
  expect(normaliseDomain(raw)).toBe(domain)
})

test.each([
  '',
  'acme',
  'localhost',
  '.com',
  'acme..com',
  '-acme.com',
  'acme-.com',
  'ac me.com',
  'ac\tme.com',
  'a_b.com',
  'ac%6De.com',
  'user:secret@acme.com',
  'ftp://acme.com',
  'javascript:alert(1)',
  '//acme.com',
  'https:///acme.com',
  'acme.com\\x',
  '127.0.0.1',
  '1.2',
  '0x7f.1',
  '[::1]',
  'acme.123',
  '<b>.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
])('%j is not a domain', (raw) => {
  expect(normaliseDomain(raw)).toBeNull()
})

test('the result is a host name, and maps to itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.webUrl()), (raw) => {
      const domain = normaliseDomain(raw)
      if (domain === null) return
      expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      expect(normaliseDomain(domain)).toBe(domain.replace(/^www\.(?=.*\.)/, ''))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['acme.com', 'Acme'],
  ['shop.acme.co.uk', 'Acme'],
  ['acme.example', 'Acme'],
  ['acme.github.io', 'Acme'],
  ['my-acme.io', 'My-acme'],
  ['37signals.com', '37signals'],
  ['xn--mnchen-3ya.de', 'München'],
  ['co.uk', 'Co'],
])('the brand of %s is %s §2.1.7', (domain, brand) => {
  expect(brandOfDomain(domain)).toBe(brand)
})
