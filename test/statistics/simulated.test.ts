/** A small part of what test/bench/statistics.ts shows, on seeds of its own: 400 surveys scatter by one point. */
import { describe, expect, test } from 'vitest'
import { changesFound, coverage, discoveries, tiesTold } from './measures.ts'
import { CLUSTERINGS, type Design, USUAL } from './simulation.ts'

const GATHERED = { missing: 0.05, missingGathers: true }

describe('both intervals cover about 95 of 100 times', () => {
  test.each<[string, Partial<Design>]>([
    ['5 questions', { questions: 5, rate: 0.1 }],
    ['10 questions', { questions: 10 }],
    ['20 questions, a rare brand, strong clustering', { ...CLUSTERINGS.strong, questions: 20, rate: 0.03 }],
    ['40 questions, a common brand, little clustering', { ...CLUSTERINGS.little, questions: 40, rate: 0.8 }],
    ['a brand that fits few questions', { ...CLUSTERINGS.some, questions: 10, fits: 0.2, rate: 0.15 }],
    ['drift of the engines and of the days', { questions: 20, engineDrift: 0.2, dayDrift: 0.05, rate: 0.2 }],
  ])('%s', (_, change) => {
    const { other, same, unsaid } = coverage({ ...USUAL, ...GATHERED, ...change }, 400, 41)
    expect(unsaid).toBe(0)
    expect(other).toBeGreaterThan(0.925)
    expect(other).toBeLessThan(0.98)
    expect(same).toBeGreaterThan(0.925)
    expect(same).toBeLessThan(0.98)
  })
})

test('what a single question says of others is nothing', () => {
  expect(coverage({ ...USUAL, questions: 1 }, 20, 43).unsaid).toBe(1)
})

test('of 10 points at least 85 % are found with 10 questions, 6 engines and 5 runs, at 5 % false alarms', () => {
  const found = changesFound({ ...USUAL, rate: 0.2, runs: 5 }, 300, 47)
  expect(found.tenPoints).toBeGreaterThan(0.85)
  expect(found.unmoved).toBeLessThan(0.065)
  expect(found.unmoved).toBeGreaterThan(0.02)
})

test('of the moves that are called real among 30 brands at most 5 % are false', () => {
  const { falseDiscoveries, found } = discoveries({ ...USUAL, runs: 5 }, 10, 40, 53)
  expect(falseDiscoveries).toBeLessThan(0.05)
  expect(found).toBeGreaterThan(0.6)
})

test('equal brands are told apart in at most 5 % of months, however many, and 60 % stands above 30 %', () => {
  for (const brands of [2, 10]) {
    const { equalApart, unequalApart } = tiesTold(USUAL, brands, 60, 59)
    expect(equalApart).toBeLessThan(0.07)
    expect(unequalApart).toBeGreaterThan(0.6)
  }
})
