import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Case } from '../../pipeline/mentions/judge.ts'
import { judge } from '../../pipeline/mentions/judge.ts'

const PRODUCT = { brand: 'Tide', domain: 'tide.co', aliases: [] }
const TEXT = `Speed first: Tide and Monzo are quick.

1. **Starling Bank** – syncs with Xero
2. **Monzo Business** – pots
3. **Revolut** – cheap

According to Zettelmag, Starling wins.`

function of(change: Partial<Case> = {}): Case {
  return {
    answer: { text: TEXT, question: 'Best account?', citations: [] },
    category: 'bank accounts',
    product: PRODUCT,
    names: null,
    ...change,
  }
}

test('names by rules alone, the product at its place, and why others aren’t counted', () => {
  const { mentions, refused } = judge(of())
  expect(mentions.map(({ brand, position }) => [position, brand])).toEqual([
    [1, 'Tide'],
    [2, 'Monzo'],
    [3, 'Starling Bank'],
    [4, 'Revolut'],
  ])
  expect(refused.map(({ brand, reason }) => [brand, reason])).toEqual([])
})

test('proposed names are counted where they are choices, and missing ones found', () => {
  const names = ['Starling Bank', 'Xero', 'Zettelmag', 'Monzo Business'].map((name) => ({ name, domain: null }))
  const { mentions, refused } = judge(of({ names }))
  expect(mentions.map(({ brand }) => brand)).toContain('Revolut')
  expect(refused.map(({ brand, reason }) => [brand, reason])).toEqual([
    ['Xero', 'aside'],
    ['Zettelmag', 'source'],
  ])
})

test('whether the product is named doesn’t depend on what is proposed', () => {
  const own = (names: Case['names']) => judge(of({ names })).mentions.find(({ brand }) => brand === 'Tide')?.start
  expect(own(null)).toBe(13)
  expect(
    own([
      { name: 'Tide and Monzo', domain: null },
      { name: 'Tide', domain: 'other.example' },
    ]),
  ).toBe(13)
})

test('the order of the names and the calls before change nothing', () => {
  const names = ['Starling', 'Monzo', 'Xero', 'Tide', 'Revolut', 'Zettelmag'].map((name) => ({ name, domain: null }))
  const expected = JSON.stringify(judge(of({ names })))
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: names.length }), fc.string(), (shuffled, text) => {
      judge(of({ answer: { text, question: text, citations: [] } }))
      expect(JSON.stringify(judge(of({ names: shuffled })))).toBe(expected)
    }),
  )
})

test('no text breaks it, and every span is in the text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '- ',
      '1. ',
      '**',
      '| ',
      '|---|\n',
      '## ',
      ': ',
      '\n',
      ', ',
      ' and ',
      ' with ',
      'Tide',
      'Asana',
      '、',
      '苔鯨',
      '노션',
      '（',
      '）',
      'https://',
      '[',
      '](',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      const { mentions, refused } = judge(of({ answer: { text, question: '', citations: [] } }))
      for (const { start, end } of [...mentions, ...refused]) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})
