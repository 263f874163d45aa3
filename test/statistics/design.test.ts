import { describe, expect, test } from 'vitest'
import { ASSUMED, designFigures } from '../../pipeline/statistics/design.ts'
import { announcedAlone, coverage } from './measures.ts'
import { USUAL } from './simulation.ts'

test('by hand: 10 questions, 6 engines, 3 runs', () => {
  const { halfWidth, halfWidthSameQuestions, detectableChange } = designFigures({ questions: 10, engines: 6, runs: 3 })
  expect(halfWidth).toBeCloseTo(1.959964 * Math.sqrt(0.21 * (0.16 / 10 + 0.09 / 60 + 0.71 / 180)), 12)
  expect(halfWidthSameQuestions).toBeCloseTo(1.959964 * Math.sqrt((0.21 * 0.82) / 180), 12)
  // What is found is 3.14 standard deviations of the test's and 0.84 of the difference's of two months: 0.05 / 30 and 80 %.
  const change = detectableChange ?? 0
  const later = ASSUMED.rate + change
  const variance = (ASSUMED.betweenRuns * (0.21 + later * (1 - later))) / 180
  const unmoved = variance + (1.2 * change * change) / (60 * 5)
  expect(change).toBeCloseTo(3.14398 * Math.sqrt(unmoved) + 0.841621 * Math.sqrt(variance), 9)
})

test('one question says nothing about others, and a handful of answers finds no change', () => {
  expect(designFigures({ questions: 1, engines: 6, runs: 5 }).halfWidth).toBeNull()
  expect(designFigures({ questions: 1, engines: 1, runs: 1 }).detectableChange).toBeNull()
  expect(designFigures({ questions: 2, engines: 1, runs: 1 }).halfWidth).toBe(0.5)
})

test('more runs tell more about these questions, and little about others', () => {
  const [few, many] = [3, 12].map((runs) => designFigures({ questions: 10, engines: 6, runs }))
  expect(many?.halfWidthSameQuestions).toBeCloseTo((few?.halfWidthSameQuestions ?? 0) / 2, 9)
  expect(many?.halfWidth).toBeGreaterThan(0.9 * (few?.halfWidth ?? 1))
})

describe('agrees with the simulation within 5 %', () => {
  test.each([
    [5, 6, 5],
    [20, 3, 3],
  ])('%i questions, %i engines, %i runs', (questions, engines, runs) => {
    const planned = designFigures({ questions, engines, runs })
    const seen = coverage({ ...USUAL, questions, engines, runs, missing: 0 }, 200, 61)
    expect(Math.abs(seen.otherWidth / 2 / (planned.halfWidth ?? 0) - 1)).toBeLessThan(0.05)
    expect(Math.abs(seen.sameWidth / 2 / planned.halfWidthSameQuestions - 1)).toBeLessThan(0.05)
  })

  test('what is found in 4 of 5 months is found as often in a list of 30 brands, with few questions too', () => {
    const { detectableChange } = designFigures({ questions: 5, engines: 6, runs: 3 })
    const found = announcedAlone({ ...USUAL, questions: 5, missing: 0 }, detectableChange ?? 0, 400, 67)
    // Give or take 1.5 standard deviations of 400 months around 82 %; 1500 of each of eight designs give 80 to 82 %.
    expect(found).toBeGreaterThan(0.79)
    expect(found).toBeLessThan(0.85)
  })
})
