import { expect, test } from 'vitest'
import type { AnswerText } from '../../../pipeline/mentions/names/brand.ts'
import { nameKey } from '../../../pipeline/mentions/names/name-key.ts'
import { readShortened } from '../../../pipeline/mentions/names/shortened.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

const answer = (text: string): AnswerText => ({ text, question: '', citations: [] })

function shortened(
  names: Readonly<Record<string, string | null>>,
  texts: readonly string[],
  ruled: ReadonlySet<string> = new Set(),
): [string, string][] {
  const groups = new Map(
    Object.entries(names).map(([name, domain]) => [
      nameKey(name),
      { spellings: new Set([name]), domains: new Map(domain === null ? [] : [[domain, 1]]) },
    ]),
  )
  return [...readShortened(groups, texts.map(answer), ruled)]
}

const LONG_FIRST = 'Quillbar Ring 4 leads. With Quillbar you pay monthly.'

test.each([
  ['its beginning', { 'Quillbar Ring 4': null, Quillbar: null }, LONG_FIRST, 'Quillbar', 'Quillbar Ring 4'],
  [
    'its end',
    { 'Sorvex-Nimbrot': null, Nimbrot: null },
    '| Sorvex-Nimbrot F2 |\n| Nimbrot F3 |',
    'Nimbrot',
    'Sorvex-Nimbrot',
  ],
  [
    'what its maker owns',
    { "Vokir's Telmo": null, Telmo: null },
    "Vokir's Telmo, and Telmo again",
    'Telmo',
    "Vokir's Telmo",
  ],
  [
    'one of the same domain',
    { 'Quillbar Ring 4': 'quillbar.com', Quillbar: 'quillbar.com' },
    LONG_FIRST,
    'Quillbar',
    'Quillbar Ring 4',
  ],
  ['two letters', { 'ZQ Nimbrot': null, ZQ: null }, '- ZQ Nimbrot 5\n- ZQ in red', 'ZQ', 'ZQ Nimbrot'],
])('a name that stands behind a longer one counts as that: %s', (_, names, text, short, long) => {
  expect(shortened(names, [text])).toEqual([[nameKey(short), nameKey(long)]])
})

test.each([
  ['stands before the longer one', { 'Quillbar Ring 4': null, Quillbar: null }, 'Quillbar leads, and Quillbar Ring 4.'],
  ['stands where the longer one doesn’t', { 'Quillbar Ring 4': null, Quillbar: null }, 'Quillbar leads.'],
  ['has a domain of its own', { 'Quillbar Ring 4': null, Quillbar: 'quillbar.com' }, LONG_FIRST],
  ['is an ordinary word that ends the longer one', { 'Linux Mint': null, Mint: null }, 'Linux Mint, and then Mint'],
  ['is only a part of its word', { Quillbarine: null, Quillbar: null }, 'Quillbarine, and then Quillbar'],
])('not one that %s', (_, names, text) => {
  expect(shortened(names, [text])).toEqual([])
})

test.each(['Quillbar', 'Quillbar Ring 4'])('not where a person has ruled on %s', (name) => {
  const names = { 'Quillbar Ring 4': null, Quillbar: null }
  expect(shortened(names, [LONG_FIRST], new Set([nameKey(name)]))).toEqual([])
})

test('of several longer ones it is the one that more answers write before it, in any order', () => {
  const names = { 'Quillbar Ring': null, 'Quillbar Band': null, Quillbar: null }
  const texts = ['Quillbar Ring, then Quillbar', 'Quillbar Band, then Quillbar', 'Quillbar Ring, or Quillbar']
  const expected = [[nameKey('Quillbar'), nameKey('Quillbar Ring')]]
  expect(shortened(names, texts)).toEqual(expected)
  expect(shortened(names, texts.toReversed())).toEqual(expected)
})

test('what it counts as may count as a longer one in turn', () => {
  const text = 'Quillbar Ring Mini leads. The Quillbar Ring is cheap, as Quillbar says.'
  const expected = [
    [nameKey('Quillbar'), nameKey('Quillbar Ring')],
    [nameKey('Quillbar Ring'), nameKey('Quillbar Ring Mini')],
  ]
  expect(shortened({ 'Quillbar Ring': null, Quillbar: null, 'Quillbar Ring Mini': null }, [text])).toEqual(expected)
  expect(shortened({ Quillbar: null, 'Quillbar Ring': null, 'Quillbar Ring Mini': null }, [text])).toEqual(expected)
  const names = ['Quillbar Ring', 'Quillbar', 'Quillbar Ring Mini'].map((name) => ({ name, domain: null }))
  expect(resolveBrands(names, [answer(text)]).map(({ name }) => name)).toEqual(['Quillbar Ring Mini'])
})

test('the brand goes by the longer name, however often it is called by the shorter one', () => {
  const brands = resolveBrands(
    ['Quillbar Ring 4', 'Quillbar'].map((name) => ({ name, domain: null })),
    [answer(`${LONG_FIRST} Quillbar is small. Quillbar is light.`)],
  )
  expect(brands.map(({ name, spellings }) => [name, spellings])).toEqual([
    ['Quillbar Ring 4', ['Quillbar Ring 4', 'Quillbar']],
  ])
})
