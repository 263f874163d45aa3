import { expect, test } from 'vitest'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { meanOfEngines } from '../../pipeline/statistics/score.ts'
import { ask, createRandom, draw, USUAL } from './simulation.ts'

test('with as many answers of each engine it is the rate and its interval', () => {
  const { cells } = ask(draw({ ...USUAL, missing: 0 }, createRandom(7)), createRandom(8))
  const rate = cells.filter(({ named }) => named).length / cells.length
  const mean = meanOfEngines(cells)
  const { interval } = rateIntervals(cells)
  expect(mean?.rate).toBeCloseTo(rate, 12)
  expect(mean?.interval.low).toBeCloseTo(interval.low, 12)
  expect(mean?.interval.high).toBeCloseTo(interval.high, 12)
})

test('each engine weighs the same: one with few answers moves the mean, and widens its interval', () => {
  const { cells } = ask(draw({ ...USUAL, missing: 0 }, createRandom(9)), createRandom(10))
  const few = cells.filter(({ engine, run }) => engine !== 'GROK' || run === 0)
  const engines = [...Map.groupBy(few, ({ engine }) => engine).values()]
  const rates = engines.map((own) => own.filter(({ named }) => named).length / own.length)
  const mean = meanOfEngines(few)
  const { interval } = rateIntervals(few)
  expect(mean?.rate).toBeCloseTo(rates.reduce((sum, rate) => sum + rate, 0) / rates.length, 12)
  // Five engines of 30 answers and one of 10: (5 x 160 / 30 + 160 / 10) / 36 is what the answers are worth less.
  const [pooled, stretch] = [few.filter(({ named }) => named).length / few.length, Math.sqrt(32 / 27)]
  expect(mean?.interval.low).toBeCloseTo((mean?.rate ?? 0) - stretch * (pooled - interval.low), 12)
  expect(mean?.interval.high).toBeCloseTo((mean?.rate ?? 0) + stretch * (interval.high - pooled), 12)
})

test('says nothing without an answer, and nothing about other questions with one question', () => {
  expect(meanOfEngines([])).toBeNull()
  const { cells } = ask(draw({ ...USUAL, questions: 1 }, createRandom(11)), createRandom(12))
  expect(meanOfEngines(cells)?.interval).toEqual({ low: 0, high: 1 })
})
