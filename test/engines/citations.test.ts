import { describe, expect, test } from 'vitest'
import { registrableDomain, toCitation, toCitations } from '../../pipeline/engines/citations.ts'

describe('registrableDomain', () => {
  test.each([
    ['www.example.com', 'example.com'],
    ['shop.example.co.uk', 'example.co.uk'],
    ['Example.COM.', 'example.com'],
    ['acme.github.io', 'github.io'],
    ['acme.example', 'acme.example'],
    ['https://www.Acme.com/x?y=1', 'acme.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['localhost', null],
    ['com', null],
    ['127.0.0.1', null],
    ['[::1]', null],
    ['', null],
    ['Trading View', null],
    ['mailto:someone@example.com', null],
    ['someone@example.com', null],
  ])('%s gives %s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain)
  })
})

describe('toCitation', () => {
  test('normalises a URL', () => {
    expect(toCitation('HTTPS://user:secret@WWW.Example.com.:443/a?b=1#part', ' A page ')).toEqual({
      url: 'https://www.example.com/a?b=1',
      title: 'A page',
      domain: 'example.com',
    })
  })

  test.each([
    ['?utm_source=openai', ''],
    ['?utm_source=chatgpt.com&utm_medium=x', ''],
    ['?UTM_Source=openai', ''],
    ['?gclid=1&fbclid=2&srsltid=3', ''],
    ['?a=1&utm_source=openai&b=2', '?a=1&b=2'],
    ['?q=wide%20feet&x=a+b', '?q=wide%20feet&x=a+b'],
    ['?gclidx=1', '?gclidx=1'],
    ['?', ''],
    ['?flag', '?flag'],
  ])('of the query %s keeps "%s"', (query, kept) => {
    expect(toCitation(`https://example.com/p${query}`)?.url).toBe(`https://example.com/p${kept}`)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/a',
    'mailto:a@example.com',
    '/a',
    '',
    'not an address',
  ])('%s is no citation', (url) => {
    expect(toCitation(url, 'title')).toBeNull()
  })

  test('leaves out an empty title', () => {
    expect(toCitation('https://example.com/', '  ')).toEqual({ url: 'https://example.com/', domain: 'example.com' })
    expect(toCitation('https://example.com/', null)).toEqual({ url: 'https://example.com/', domain: 'example.com' })
  })

  test("unwraps only Google's own redirect", () => {
    const wrapped = '/url?sa=t&q=https%3A%2F%2Freviews.example.com%2Fa%3Futm_source%3Dx%26b%3D1'
    expect(toCitation(`https://www.google.com${wrapped}`)).toEqual({
      url: 'https://reviews.example.com/a?b=1',
      domain: 'example.com',
    })
    expect(toCitation(`https://www.google.com.evil.example${wrapped}`)?.domain).toBe('evil.example')
    expect(toCitation('https://www.google.com/url?q=javascript:alert(1)')?.domain).toBe('google.com')
  })

  test.each([
    ['example.com', 'example.com'],
    ['www.shop.example.co.uk', 'example.co.uk'],
    ['ridgeloom.example', 'ridgeloom.example'],
    ['Trading View', null],
    ['Node.js', null],
    ['Shoes, tested - example.com', null],
    [undefined, null],
  ])("a Gemini redirect with the title %s is on the domain %s, never on Google's", (title, domain) => {
    const citation = toCitation('https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ', title)
    expect(citation?.domain).toBe(domain)
  })
})

describe('toCitations', () => {
  const cite = (url: string, title?: string) => ({ url, title })

  test('keeps each page once, in order, with its first title', () => {
    const list = [
      cite('https://a.example/x?utm_source=openai'),
      cite('https://b.example/'),
      cite('https://a.example/x', 'Shoes'),
      cite('https://a.example/x', 'Other'),
    ]
    expect(toCitations(list)).toEqual([
      { url: 'https://a.example/x', title: 'Shoes', domain: 'a.example' },
      { url: 'https://b.example/', domain: 'b.example' },
    ])
  })

  test('keeps two pages of one domain', () => {
    expect(toCitations([cite('https://a.example/x'), cite('https://a.example/y')])).toHaveLength(2)
  })

  test("compares Gemini's redirects by domain, or by URL if they have none", () => {
    const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
    const list = [
      cite(`${redirect}1`, 'example.com'),
      cite(`${redirect}2`, 'example.com'),
      cite(`${redirect}3`, 'Trading View'),
      cite(`${redirect}4`, 'Trading View'),
    ]
    expect(toCitations(list).map(({ url }) => url.at(-1))).toEqual(['1', '3', '4'])
  })
})
