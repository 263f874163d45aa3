import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildAutomaton, scan } from '../../pipeline/mentions/automaton.ts'
import type { Brand } from '../../pipeline/mentions/brand.ts'
import { createCounter } from '../../pipeline/mentions/count.ts'
import { fold, foldKey } from '../../pipeline/mentions/fold.ts'

const NAMES = [
  'HubSpot',
  'Hub',
  'Linux Mint',
  'Mint',
  'AT&T',
  'Cal.com',
  '.NET',
  'Yahoo!',
  'Nestlé',
  'スラック',
  '노션',
  '小米',
  'Segment',
]
const BRANDS: readonly Brand[] = NAMES.map((name) => ({ name, domain: null, spellings: [name] }))

/** Texts in which names, parts of them and markup meet. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...NAMES.map((name) => name.toLowerCase()), ...NAMES.map((name) => name.normalize('NFD'))),
      fc.constantFrom(
        ' ',
        '. ',
        '\n',
        '- ',
        '**',
        '| ',
        '](https://',
        ')',
        '[',
        '’s',
        's',
        '\u200d',
        'ab',
        '을',
        '1',
        '&',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const count = createCounter(BRANDS)
const spelled = new Map(NAMES.map((name) => [name, foldKey(name)]))

test('spans are in the text, in order, ranked, and fold to the name', () => {
  fc.assert(
    fc.property(texts, (text) => {
      let last = -1
      for (const [rank, { brand, start, end, position }] of count({ text, question: '', citations: [] }).entries()) {
        expect(position).toBe(rank + 1)
        expect(start).toBeGreaterThan(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        const key = foldKey(text.slice(start, end)).replace('and', '&')
        expect(key.startsWith((spelled.get(brand) ?? '?').replace(/!$/, ''))).toBe(true)
        last = start
      }
    }),
    { numRuns: 1000 },
  )
})

test('no text breaks it, and each brand counts at most once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'binary' }), (text, question) => {
      const brands = count({ text, question, citations: [] }).map((mention) => mention.brand)
      expect(new Set(brands).size).toBe(brands.length)
    }),
  )
})

test('the order of brands and the calls before change nothing', () => {
  fc.assert(
    fc.property(texts, fc.shuffledSubarray([...BRANDS], { minLength: BRANDS.length }), (text, shuffled) => {
      const of = { text, question: '', citations: [] }
      expect(createCounter(shuffled)(of)).toEqual(count(of))
    }),
    { numRuns: 100 },
  )
})

test('more names take no more steps', () => {
  const symbols = (of: ReturnType<typeof buildAutomaton>, text: string) =>
    Uint16Array.from([...text].map((unit) => of.symbolOf[unit.charCodeAt(0)] ?? 0))
  const text = 'abcabdab xyzzy '.repeat(50)
  for (const size of [1, 10, 500]) {
    const automaton = buildAutomaton(Array.from({ length: size }, (_, i) => `ab${i.toString(26)}c`))
    expect(scan(automaton, symbols(automaton, text), text.length, () => {})).toBe(text.length)
  }
})

test('the automaton finds what a search for each pattern finds', () => {
  const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(words, fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd') }), (patterns, text) => {
      const automaton = buildAutomaton(patterns)
      const units = Uint16Array.from(text, (unit) => automaton.symbolOf[unit.charCodeAt(0)] ?? 0)
      const found: string[] = []
      scan(automaton, units, text.length, (pattern, last) => found.push(`${patterns[pattern]}@${last}`))
      const expected = [...text].flatMap((_, last) =>
        patterns
          .filter((pattern) => text.slice(0, last + 1).endsWith(pattern))
          .sort((a, b) => b.length - a.length)
          .map((pattern) => `${pattern}@${last}`),
      )
      expect(found).toEqual(expected)
    }),
  )
})

test.each([
  ['ＨｕｂＳｐｏｔ', 'hubspot'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['ﾊﾟﾌﾞ', 'パブ'.normalize('NFD')],
  ['a-b.c d', 'a b c d'],
])('%s folds to %s', (text, expected) => {
  expect(fold(text)).toBe(expected)
})
