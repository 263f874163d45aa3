import tCdf from '@stdlib/stats-base-dists-t-cdf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { rankRanges } from '../../pipeline/statistics/ranks.ts'

/** A brand named in this many of 4 answers to each question, in different runs each time. */
const brand = (...named: number[]): ScoredCell[] =>
  named.flatMap((count, question) =>
    [0, 1, 2, 3].map((run) => ({ question, engine: 'GROK', run, named: (run + question) % 4 < count })),
  )

/** A brand named in this many of 40 answers, spread as evenly over the questions as possible. */
const dealt = (mentions: number): ScoredCell[] =>
  brand(...Array.from({ length: 10 }, (_, question) => Math.floor((mentions + question) / 10)))

const every = (named: number): ScoredCell[] => brand(...Array.from({ length: 10 }, () => named))

test('no brands have no ranks, one brand has the first', () => {
  expect(rankRanges([])).toEqual([])
  expect(rankRanges([every(2)])).toEqual([{ from: 1, to: 1 }])
})

test('brands that differ in every question have one rank each; equal ones share theirs, in any order', () => {
  const [first, second, third] = [
    { from: 1, to: 1 },
    { from: 2, to: 2 },
    { from: 3, to: 3 },
  ]
  expect(rankRanges([every(4), every(2), every(0)])).toEqual([first, second, third])
  expect(rankRanges([every(0), every(4), every(2)])).toEqual([third, first, second])
  const [upper, lower] = [
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ]
  expect(rankRanges([every(4), every(4), every(0), every(0)])).toEqual([upper, upper, lower, lower])
})

test('ranges overlap where the ends are told apart and the middle from neither', () => {
  const ranges = rankRanges([dealt(24), dealt(20), dealt(16)])
  expect(ranges).toEqual([
    { from: 1, to: 2 },
    { from: 1, to: 3 },
    { from: 2, to: 3 },
  ])
})

test('three pairs are told apart by Holm’s steps, at 5 % over 3, over 2 and over 1', () => {
  // Seven answers name the one and not the other; the variance is their number, and a third brand adds half the degrees.
  const p = 2 * tCdf(-Math.sqrt(7), 1.5 * 9)
  expect(0.05 / 3 < p && p < 0.05 / 2).toBe(true)
  const [second, first] = [
    { from: 2, to: 3 },
    { from: 1, to: 1 },
  ]
  // Eleven apart is told first, so that seven apart are enough; four are not.
  expect(rankRanges([dealt(24), dealt(17), dealt(13)])).toEqual([first, second, second])
  // Where seven apart come first they are not enough, and then none is, however the next one compares.
  const open = { from: 1, to: 3 }
  expect(rankRanges([dealt(20), dealt(13), dealt(13)])).toEqual([open, open, open])
})

test('a lead that one question makes leaves all ranks open, and so does a single question', () => {
  const open = [
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ]
  const same = [2, 1, 2, 3, 0, 1, 2, 3, 1]
  expect(rankRanges([brand(...same, 4), brand(...same, 0)])).toEqual(open)
  expect(rankRanges([brand(4), brand(0)])).toEqual(open)
})

test('a lead that asking again could undo leaves them open, even if all questions agree', () => {
  expect(rankRanges([brand(1, 1, 1), brand(0, 0, 0)])).toEqual([
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ])
})

test('for any brands a range holds the rank by mentions, and never contradicts another', () => {
  const counts = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 }), { maxLength: 12 })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  fc.assert(
    fc.property(counts, (rows) => {
      const mentions = rows.map(sum)
      for (const [at, { from, to }] of rankRanges(rows.map((row) => brand(...row))).entries()) {
        const own = mentions[at] ?? 0
        expect(from).toBeLessThanOrEqual(1 + mentions.filter((other) => other > own).length)
        expect(to).toBeGreaterThanOrEqual(mentions.filter((other) => other >= own).length)
      }
    }),
  )
})
