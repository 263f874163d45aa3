import { describe, expect, test } from 'vitest'
import { ASSUMED, designFigures } from '../../pipeline/statistics/design.ts'
import { announcedAlone, coverage } from './measures.ts'
import { USUAL } from './simulation.ts'

test('by hand: 10 questions, 6 engines, 3 runs', () => {
  const { halfWidth, halfWidthSameQuestions, detectableChange } = designFigures({ questions: 10, engines: 6, runs: 3 })
  expect(halfWidth).toBeCloseTo(1.959964 * Math.sqrt(0.21 * (0.16 / 10 + 0.09 / 60 + 0.71 / 180)), 12)
  expect(halfWidthSameQuestions).toBeCloseTo(1.959964 * Math.sqrt((0.21 * 0.71) / 180), 12)
  // What is found makes the difference of two months 3.14 + 0.84 of its standard deviations: 0.05 / 30 and 80 %.
  const change = detectableChange ?? 0
  const later = ASSUMED.rate + change
  const variance = (ASSUMED.betweenRuns * (0.21 + later * (1 - later))) / 180
  expect(change / Math.sqrt(variance)).toBeCloseTo(3.14398 + 0.841621, 9)
})

test('one question says nothing of others, and a handful of answers finds no change', () => {
  expect(designFigures({ questions: 1, engines: 6, runs: 5 }).halfWidth).toBeNull()
  expect(designFigures({ questions: 1, engines: 1, runs: 1 }).detectableChange).toBeNull()
  expect(designFigures({ questions: 2, engines: 1, runs: 1 }).halfWidth).toBe(0.5)
})

test('more runs tell more of these questions, and little of others', () => {
  const [few, many] = [3, 12].map((runs) => designFigures({ questions: 10, engines: 6, runs }))
  expect(many?.halfWidthSameQuestions).toBeCloseTo((few?.halfWidthSameQuestions ?? 0) / 2, 9)
  expect(many?.halfWidth).toBeGreaterThan(0.9 * (few?.halfWidth ?? 1))
})

describe('agrees with the simulation within 10 %', () => {
  test.each([
    [5, 6, 5],
    [20, 3, 3],
  ])('%i questions, %i engines, %i runs', (questions, engines, runs) => {
    const planned = designFigures({ questions, engines, runs })
    const seen = coverage({ ...USUAL, questions, engines, runs, missing: 0 }, 200, 61)
    expect(seen.otherWidth / 2 / (planned.halfWidth ?? 0)).toBeGreaterThan(0.9)
    expect(seen.otherWidth / 2 / (planned.halfWidth ?? 0)).toBeLessThan(1.1)
    expect(seen.sameWidth / 2 / planned.halfWidthSameQuestions).toBeGreaterThan(0.9)
    expect(seen.sameWidth / 2 / planned.halfWidthSameQuestions).toBeLessThan(1.1)
  })

  test('what is found in 4 of 5 months is found as often in a list of 30 brands', () => {
    const { detectableChange } = designFigures({ questions: 10, engines: 6, runs: 3 })
    const found = announcedAlone({ ...USUAL, missing: 0 }, detectableChange ?? 0, 120, 67)
    expect(found).toBeGreaterThan(0.7)
    expect(found).toBeLessThan(0.9)
  })
})
