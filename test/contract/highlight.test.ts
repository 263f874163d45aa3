import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markText } from '../../pipeline/contract/highlight.ts'

const at = (brand: string, start: number, end: number) => ({ brand, start, end, rule: 'name' })

test('splits a text at its evidence, in text order', () => {
  const { stretches, unmarked } = markText('Use Acme, then Bolt.', [at('Bolt', 15, 19), at('Acme', 4, 8)])
  expect(stretches.map((stretch) => [stretch.text, stretch.mark?.brand])).toEqual([
    ['Use ', undefined],
    ['Acme', 'Acme'],
    [', then ', undefined],
    ['Bolt', 'Bolt'],
    ['.', undefined],
  ])
  expect(unmarked).toEqual([])
})

test('marks the outer of two overlapping spans and reports the other', () => {
  const { stretches, unmarked } = markText('Nova Ledger', [at('Nova', 0, 4), at('Nova Ledger', 0, 11)])
  expect(stretches.map((stretch) => stretch.text)).toEqual(['Nova Ledger'])
  expect(unmarked).toEqual(['Nova'])
})

test('never splits a surrogate pair', () => {
  expect(markText('🚀', [at('a', 0, 1), at('b', 1, 2)])).toEqual({ stretches: [{ text: '🚀' }], unmarked: ['a', 'b'] })
})

test('keeps the whole text and all evidence, whatever the offsets', () => {
  const offset = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.double())
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.tuple(offset, offset)), (text, spans) => {
      const { stretches, unmarked } = markText(
        text,
        spans.map(([start, end], index) => at(String(index), start, end)),
      )
      expect(stretches.map((stretch) => stretch.text).join('')).toBe(text)
      const marked = stretches.flatMap((stretch) => stretch.mark?.brand ?? [])
      expect([...marked, ...unmarked].sort()).toEqual(spans.map((_, index) => String(index)).sort())
    }),
  )
})
