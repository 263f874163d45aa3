import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandAnchor, brandSlug, brandSlugs } from '../../pipeline/contract/addresses.ts'
import { ENGINES } from '../../pipeline/contract/words.ts'

test.each([
  ['Acme', 'acme'],
  ['Acme & Söhne, Inc.', 'acme-söhne-inc'],
  ['ＡＣＭＥ', 'acme'],
  ['北极星', '北极星'],
  ['شركة أودو', 'شركة-أودو'],
  ['हिन्दी', 'हिन्दी'],
  ['+++', 'sign-2b-2b-2b'],
  ['', 'sign'],
])('the brand %j has the slug %s', (name, slug) => {
  expect(brandSlug(name)).toBe(slug)
})

test('brands whose slugs would be the same get different ones, and none gets an id that a page uses itself', () => {
  const names = ['Acme', 'acme', 'Acme 2', 'ACME!', '+', '!', 'Content']
  expect([...brandSlugs(names)]).toEqual([
    ['Acme', 'acme'],
    ['acme', 'acme-2'],
    ['Acme 2', 'acme-2-2'],
    ['ACME!', 'acme-3'],
    ['+', 'sign-2b'],
    ['!', 'sign-21'],
    ['Content', 'content-2'],
  ])
})

test('whatever the names, every anchor is unique and valid as a file name and as an id', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'Acme',
      'acme',
      'Acme 2',
      'Acme name',
      ...ENGINES.map((engine) => `Acme ${engine}`),
      '名'.repeat(200),
    ),
    fc.string({ unit: 'binary', maxLength: 90 }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 30 }), (names) => {
      const slugs = [...brandSlugs(names).values()]
      const anchors = slugs.flatMap((slug) => [
        brandAnchor(slug),
        brandAnchor(slug, 'name'),
        ...ENGINES.map((engine) => brandAnchor(slug, engine)),
      ])
      expect(new Set(anchors).size).toBe(8 * names.length)
      for (const slug of slugs) {
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
        expect(Buffer.byteLength(`${slug}.svg.br`)).toBeLessThan(256)
        expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug)
      }
    }),
    { numRuns: 300 },
  )
})
