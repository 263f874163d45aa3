/** A small part of what test/bench/statistics.ts shows, on seeds of its own: 150 surveys scatter by two points. */
import { expect, test } from 'vitest'
import { announced, changesFound, coverage, ranksTold } from './measures.ts'
import { CLUSTERINGS, type Design, USUAL } from './simulation.ts'

const DESIGNS: readonly Partial<Design>[] = [
  { questions: 5, rate: 0.1 },
  { questions: 10 },
  { questions: 20, rate: 0.03, ...CLUSTERINGS.strong },
  { questions: 40, rate: 0.8, ...CLUSTERINGS.little },
  // This brand fits few questions.
  { questions: 10, rate: 0.15, fits: 0.2, ...CLUSTERINGS.some },
  { questions: 20, rate: 0.2, engineDrift: 0.2, dayDrift: 0.05 },
]

test('both intervals cover 93 to 97 of 100 times, and in no design far from it', { timeout: 90_000 }, () => {
  const missing = { missing: 0.05, missingGathers: true }
  const seen = DESIGNS.map((design, at) => coverage({ ...USUAL, ...missing, ...design }, 150, 61 + at))
  for (const key of ['other', 'same'] as const) {
    const shares = seen.map((each) => each[key])
    expect(Math.min(...shares)).toBeGreaterThan(0.9)
    expect(Math.max(...shares)).toBeLessThan(0.995)
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThan(0.93)
    expect(mean).toBeLessThan(0.97)
  }
  expect(seen.every(({ unsaid }) => unsaid === 0)).toBe(true)
})

test('a single question says nothing about others', () => {
  expect(coverage({ ...USUAL, questions: 1 }, 20, 43).unsaid).toBe(1)
})

test('of 10 points at least 85 % are found with 10 questions, 6 engines and 5 runs, at 5 % false alarms', () => {
  const found = changesFound({ ...USUAL, rate: 0.2, runs: 5 }, 200, 47)
  expect(found.tenPoints).toBeGreaterThan(0.85)
  expect(found.unmoved).toBeLessThan(0.065)
  expect(found.unmoved).toBeGreaterThan(0.02)
  expect(Math.min(found.unmovedCovered, found.tenPointsCovered)).toBeGreaterThan(0.92)
})

test('of the moves that a month announces at most 5 % are false; list by list more of them are', () => {
  const { byMonth, byList } = announced(USUAL, { lists: 15, movers: 4, months: 3 }, 53)
  expect(byMonth.falseMoves).toBeLessThanOrEqual(0.5)
  expect(byMonth.trueMoves).toBeGreaterThan(0.8)
  expect(byList.falseMoves).toBeGreaterThan(byMonth.falseMoves)
})

test.each([
  ['two equal brands', [0.3, 0.3]],
  ['ten equal brands', Array.from({ length: 10 }, () => 0.2)],
])('of %s the ranks hold in 95 of 100 lists', (_, rates) => {
  expect(ranksTold(USUAL, rates, 600 / rates.length, 59).covered).toBeGreaterThan(0.91)
})

test('a leader at 60 % is told from the others at 10 %', () => {
  const { covered, unequalTold } = ranksTold(USUAL, [0.6, 0.1, 0.1, 0.1, 0.1, 0.1], 30, 61)
  expect(covered).toBeGreaterThan(0.9)
  expect(unequalTold).toBeGreaterThan(0.8)
})
