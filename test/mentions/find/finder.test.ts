import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCounter } from '../../../pipeline/mentions/count.ts'
import { createFinder } from '../../../pipeline/mentions/find/finder.ts'
import { createScanner } from '../../../pipeline/mentions/find/scanner.ts'
import { buildTrie } from '../../../pipeline/mentions/find/trie.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'
import { fold, foldKey } from '../../../pipeline/mentions/words/fold.ts'

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

/** What a scanner of the patterns reports, as `pattern@start-end`, and its steps. */
function scanned(patterns: readonly string[], text: string, hidden: readonly number[] = []) {
  const hits: string[] = []
  const scan = createScanner(buildTrie(patterns), patterns)
  const steps = scan(text, hidden, ({ pattern, start, end }) => hits.push(`${patterns[pattern]}@${start}-${end}`))
  return { hits, steps }
}

test('more names take no more steps than the letters that they begin with', () => {
  const text = 'abcabdab xyzzy '.repeat(50)
  const steps = [1, 10, 500].map((size) => {
    const names = Array.from({ length: size }, (_, i) => `ab${i.toString(26)}cq`)
    return scanned(names, text).steps
  })
  expect(Math.max(...steps)).toBeLessThanOrEqual(text.length * 2)
})

test('a text twice as long takes twice the steps, whatever is in it', () => {
  const names = ['aaaa b', 'aa', 'aaab', 'a a a a b']
  for (const part of ['aaaa ', 'a a a ', 'aab aaab ', 'é', '𝐚 ', '苔']) {
    const once = scanned(names, part.repeat(200)).steps
    expect(scanned(names, part.repeat(400)).steps).toBeLessThanOrEqual(once * 2 + 50)
  }
})

test('the scanner finds what a search for each pattern at each word finds', () => {
  const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 5 }), {
    minLength: 1,
  })
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '.', 'A') })
  fc.assert(
    fc.property(words, letters, (patterns, text) => {
      const folded = fold(text)
      const expected = [...text].flatMap((_, start) =>
        /[a-z]/.test(folded.charAt(start)) && /[a-z]/.test(folded.charAt(start - 1))
          ? []
          : patterns
              .filter((pattern) => folded.startsWith(pattern, start))
              .sort((a, b) => b.length - a.length)
              .map((pattern) => `${pattern}@${start}-${start + pattern.length}`),
      )
      expect(scanned(patterns, text).hits).toEqual(expected)
    }),
  )
})

test('what is hidden ends a name, and begins none', () => {
  expect(scanned(['ab cd', 'ab', 'cd'], 'ab cd', [0, 2]).hits).toEqual(['cd@3-5'])
  expect(scanned(['ab cd', 'ab', 'cd'], 'ab cd', [2, 3]).hits).toEqual(['ab@0-2', 'cd@3-5'])
  expect(scanned(['ab'], 'xx ab', [0, 5]).hits).toEqual([])
})

test('a character of several symbols begins and ends names', () => {
  expect(scanned(['パフ'.normalize('NFD')], 'パフ').hits).toHaveLength(1)
  expect(scanned(['strasse'], 'die Straße').hits).toEqual(['strasse@4-10'])
  expect(scanned(['ss'], 'ß a').hits).toEqual(['ss@0-1'])
  expect(scanned(['hub'], '𝐇𝐮𝐛').hits).toEqual(['hub@0-6'])
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

test.each([
  ['IDrive', 'Take I-Drive or none.', 'I-Drive'],
  ['IDrive', 'As I drive there.', null],
  ['Vexel Zettel Planner', "Vexel's Zettel Planner is good.", "Vexel's Zettel Planner"],
  ['デロンギ', '結論はデ・ロンギです。', 'デ・ロンギ'],
  ['e签宝', '推荐 e 签宝。', 'e 签宝'],
  ['e 签宝', '推荐e签宝。', 'e签宝'],
  ['Vexel+Nordivo', 'The Vexel + Nordivo is good.', 'Vexel + Nordivo'],
  ['Vexel & Nordivo', 'The vexel nordivo is good.', 'vexel nordivo'],
  ['B&O', 'A b o is none.', null],
])('%s is found in "%s" as %s', (name, text, written) => {
  const [mention] = createCounter([{ name, domain: null, spellings: [name] }])({ text, question: '', citations: [] })
  expect(mention === undefined ? null : text.slice(mention.start, mention.end)).toBe(written)
})

test('katakana end before the kind of thing that is asked for, and begin where no other katakana end', () => {
  const find = createFinder([{ name: 'ゾルカ', domain: null, spellings: ['ゾルカ'] }])
  expect(find('ゾルカマットレスは', [], 'マットレスは？')).toHaveLength(1)
  expect(find('アゾルカマットレスは', [], 'マットレスは？')).toEqual([])
  expect(find('ゾルカマットレスは', [], '寝具は？')).toEqual([])
})
