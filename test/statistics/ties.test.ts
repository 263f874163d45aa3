import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { tieNumbers } from '../../pipeline/statistics/ties.ts'

/** A brand named in so many of 4 answers to each question, each time in other runs. */
const brand = (...named: number[]): ScoredCell[] =>
  named.flatMap((count, question) =>
    [0, 1, 2, 3].map((run) => ({ question, engine: 'GROK', run, named: (run + question) % 4 < count })),
  )

const every = (named: number): ScoredCell[] => brand(...Array.from({ length: 10 }, () => named))

/** Deals mentions over ten questions as evenly as they go. */
const dealt = (mentions: number): number[] =>
  Array.from({ length: 10 }, (_, question) => Math.floor((mentions + question) / 10))

test('no brands have no numbers, one brand has 1', () => {
  expect(tieNumbers([])).toEqual([])
  expect(tieNumbers([every(2)])).toEqual([1])
})

test('brands that differ in every question are apart, and numbers count the groups', () => {
  expect(tieNumbers([every(4), every(2), every(0)])).toEqual([1, 2, 3])
  expect(tieNumbers([every(4), every(4), every(0), every(0)])).toEqual([1, 1, 2, 2])
})

test('a lead that one question makes is a tie', () => {
  const same = [2, 1, 2, 3, 0, 1, 2, 3, 1]
  expect(tieNumbers([brand(...same, 4), brand(...same, 0)])).toEqual([1, 1])
})

test('a lead that asking again could undo is a tie, even where all questions agree', () => {
  expect(tieNumbers([brand(1, 1, 1), brand(0, 0, 0)])).toEqual([1, 1])
})

test('with one question nothing can be told apart', () => {
  expect(tieNumbers([brand(4), brand(0)])).toEqual([1, 1])
})

test('each group is measured from its first, not from its neighbour', () => {
  const [first, second] = [brand(...dealt(40)), brand(...dealt(37))]
  const [third, fourth] = [brand(...dealt(34)), brand(...dealt(31))]
  expect(tieNumbers([second, third])).toEqual([1, 1])
  expect(tieNumbers([first, second, third, fourth])).toEqual([1, 1, 2, 2])
})

test('more comparisons ask for more: a difference told apart alone is a tie among many', () => {
  const first = brand(3, 3, 4, 3, 3, 3, 4, 3, 3, 3)
  const second = brand(2, 3, 3, 2, 3, 2, 3, 3, 2, 3)
  expect(tieNumbers([first, second])).toEqual([1, 2])
  const many = [first, ...Array.from({ length: 29 }, () => second)]
  expect(new Set(tieNumbers(many))).toEqual(new Set([1]))
})

test('for any brands numbers start at 1, rise by at most one, and equal mentions share one', () => {
  const counts = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 }), { maxLength: 12 })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  fc.assert(
    fc.property(counts, (rows) => {
      const sorted = rows.toSorted((a, b) => sum(b) - sum(a))
      const ties = tieNumbers(sorted.map((row) => brand(...row)))
      expect(ties).toHaveLength(sorted.length)
      ties.forEach((tie, index) => {
        const step = tie - (ties[index - 1] ?? 0)
        if (index === 0) expect(step).toBe(1)
        else expect([0, 1]).toContain(step)
        if (index > 0 && sum(sorted[index] ?? []) === sum(sorted[index - 1] ?? [])) expect(step).toBe(0)
      })
    }),
  )
})
