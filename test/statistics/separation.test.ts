import fc from 'fast-check'
import { expect, test } from 'vitest'
import { separation } from '../../pipeline/statistics/separation.ts'

/** Two texts of the earlier time that are alike, and one of the later time that is like neither. */
const APART = {
  distances: [
    [0, 0, 1],
    [0, 0, 1],
    [1, 1, 0],
  ],
  earlier: 2,
}

test('by hand: one of three ways to deal three texts has a gap as large; with two such groups one of nine', () => {
  expect(separation([APART])).toBe(1 / 3)
  expect(separation([APART, APART])).toBe(1 / 9)
})

test('texts that are all the same, or all equally far apart, tell nothing', () => {
  const alike = { distances: [0, 1, 2, 3].map(() => [0.5, 0.5, 0.5, 0.5]), earlier: 2 }
  expect(separation([alike, alike])).toBe(1)
})

test('a group without a text of each time, or with only two texts, is left out; without any there is no p', () => {
  const oneTime = { ...APART, earlier: 3 }
  const pair = { distances: [[0, 1], [1, 0]], earlier: 1 } // biome-ignore format: a matrix
  expect(separation([])).toBeNull()
  expect(separation([oneTime, pair, { ...APART, earlier: 0 }])).toBeNull()
  expect(separation([oneTime, pair, APART])).toBe(1 / 3)
})

test('texts without a difference in time are told apart at 5 % at most once in twenty', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const points = fc.array(fc.tuple(share, share), { minLength: 4, maxLength: 4 })
  const drawn = fc.sample(fc.array(points, { minLength: 3, maxLength: 3 }), { numRuns: 400, seed: 20261124 })
  const told = drawn.filter((groups) => {
    const p = separation(
      groups.map((texts) => ({
        distances: texts.map(([x, y]) => texts.map(([u, v]) => Math.hypot(x - u, y - v))),
        earlier: 2,
      })),
    )
    return p !== null && p <= 0.05
  })
  expect(told.length).toBeLessThanOrEqual(30)
})
