import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Interval } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { ask, createRandom, type Design, drawEngines, drawQuestions } from './simulation.ts'

const grid = (questions: number, engines: string[], runs: number, named: (...cell: number[]) => boolean) =>
  Array.from({ length: questions }, (_, question) =>
    engines.map((engine, index) =>
      Array.from({ length: runs }, (_, run) => ({ question, engine, run, named: named(question, index, run) })),
    ),
  ).flat(2)

const width = ({ low, high }: Interval): number => high - low

test('no answers say nothing; one question says nothing of others', () => {
  expect(rateIntervals([])).toEqual({ interval: { low: 0, high: 1 }, intervalSameQuestions: { low: 0, high: 1 } })
  const one = rateIntervals(grid(1, ['GROK', 'GEMINI'], 5, (_, __, run) => run === 0))
  expect(one.interval).toEqual({ low: 0, high: 1 })
  expect(width(one.intervalSameQuestions)).toBeLessThan(0.6)
})

test('by hand: ten questions with 1 of 2 each, asked again: Wilson with a design effect of (10 + 2) / (5 + 2)', () => {
  // 10 questions x 1 engine x 2 runs, one mention each: 20 answers, rate 0.5, variance across runs 10 x 1, binomial 5.
  const { intervalSameQuestions } = rateIntervals(grid(10, ['GROK'], 2, (_, __, run) => run === 0))
  const k = (1.959964 ** 2 / 20) * ((10 + 2) / (5 + 2))
  const half = Math.sqrt(k * 0.25 + (k * k) / 4) / (1 + k)
  expect(intervalSameQuestions.low).toBeCloseTo(0.5 - half, 9)
  expect(intervalSameQuestions.high).toBeCloseTo(0.5 + half, 9)
})

test('by hand: 10 questions, 5 named in all of 4 answers and 5 in none: nearly a sample of 10', () => {
  const { interval } = rateIntervals(grid(10, ['GROK'], 4, (question) => (question ?? 0) < 5))
  // The total's variance is 10 / 9 x 10 x 2²; the binomial one has a mention added to each side; the prior is 1 + 3 x 0.3.
  const binomial = (40 * 21 * 21) / 42 ** 2
  const effect = ((10 / 9) * 40 + 0.2 * 1.9) / (binomial + 0.2)
  const t = 2.262157
  const size = 40 / ((t / 1.959964) ** 2 * effect)
  const half = 1.959964 / Math.sqrt((size + 1) / 4)
  expect(interval.low).toBeCloseTo(1 / (1 + Math.exp(half)), 6)
  expect(interval.high).toBeCloseTo(1 / (1 + Math.exp(-half)), 6)
})

test('by hand: a brand that only one of 20 questions names has 3.4 degrees of freedom, not 19', () => {
  const { interval } = rateIntervals(grid(20, ['GROK'], 4, (question) => question === 0))
  // Residuals 4 - 0.2 and 19 x -0.2; the binomial variance of 5 in 82, as of 80; the prior 1.9.
  const binomial = (80 * 5 * 77) / 82 ** 2
  const effect = ((20 / 19) * (3.8 ** 2 + 19 * 0.2 ** 2) + 0.2 * 1.9) / (binomial + 0.2)
  const kurtosis = Math.min(1, (effect - 1) / 3) * (80 / binomial - 6)
  expect((2 * 19) / (2 + kurtosis)).toBeCloseTo(3.371, 3)
  // The t quantile at 3.37 degrees of freedom lies between those of 3 (3.182) and 4 (2.776).
  const high = (t: number) => {
    const size = 80 / ((t / 1.959964) ** 2 * effect)
    const rate = (0.05 * size + 0.5) / (size + 1)
    return 1 / (1 + Math.exp(-Math.log(rate / (1 - rate)) - 1.959964 / Math.sqrt((size + 1) * rate * (1 - rate))))
  }
  expect(interval.high).toBeGreaterThan(high(2.776))
  expect(interval.high).toBeLessThan(high(3.182))
})

test('at 0 and at 100 % one end is the rate and the other is neither trivial nor zero', () => {
  const none = rateIntervals(grid(10, ['GROK', 'GEMINI'], 3, () => false))
  expect(none.interval.low).toBe(0)
  expect(none.interval.high).toBeGreaterThan(none.intervalSameQuestions.high)
  expect(none.intervalSameQuestions.high).toBeGreaterThan(0.02)
  expect(none.interval.high).toBeLessThan(0.5)
  const all = rateIntervals(grid(10, ['GROK', 'GEMINI'], 3, () => true))
  expect(all.interval.high).toBe(1)
  expect(all.interval.low).toBeCloseTo(1 - none.interval.high, 9)
})

test('rounding never takes an end beyond 0 or 1, nor off a rate that is there', () => {
  for (let questions = 2; questions <= 60; questions += 1) {
    const all = rateIntervals(grid(questions, ['GROK'], 1, () => true))
    expect([all.interval.high, all.intervalSameQuestions.high]).toEqual([1, 1])
    const none = rateIntervals(grid(questions, ['GROK'], 1, () => false))
    expect([none.interval.low, none.intervalSameQuestions.low]).toEqual([0, 0])
  }
})

test('runs that agree narrow the one, questions that differ widen the other', () => {
  const split = rateIntervals(grid(10, ['GROK', 'GEMINI'], 4, (question) => (question ?? 0) % 2 === 0))
  const mixed = rateIntervals(grid(10, ['GROK', 'GEMINI'], 4, (_, __, run) => (run ?? 0) % 2 === 0))
  expect(width(split.interval)).toBeGreaterThan(2 * width(mixed.interval))
  expect(width(split.intervalSameQuestions)).toBeLessThan(0.6 * width(mixed.intervalSameQuestions))
})

const cells = fc
  .uniqueArray(
    fc.record({
      question: fc.integer({ min: 0, max: 7 }),
      engine: fc.constantFrom('GROK', 'GEMINI', 'OPENAI'),
      run: fc.integer({ min: 0, max: 4 }),
      named: fc.boolean(),
    }),
    { selector: ({ question, engine, run }) => `${question} ${engine} ${run}`, minLength: 1, maxLength: 60 },
  )
  .map((all): ScoredCell[] => all)

describe('for any cells', () => {
  const both = (all: ScoredCell[]): Interval[] => Object.values(rateIntervals(all))

  test('both lie in 0..1, hold the rate, and other questions are never better known', () => {
    fc.assert(
      fc.property(cells, (all) => {
        const rate = all.filter((cell) => cell.named).length / all.length
        for (const { low, high } of both(all)) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(rate)
          expect(high).toBeGreaterThanOrEqual(rate)
          expect(high).toBeLessThanOrEqual(1)
          expect(high).toBeGreaterThan(low)
        }
        const { interval, intervalSameQuestions } = rateIntervals(all)
        expect(interval.low).toBeLessThanOrEqual(intervalSameQuestions.low)
        expect(interval.high).toBeGreaterThanOrEqual(intervalSameQuestions.high)
      }),
    )
  })

  test('naming and not naming exchanged mirror them', () => {
    fc.assert(
      fc.property(cells, (all) => {
        const mirrored = both(all.map((cell) => ({ ...cell, named: !cell.named })))
        both(all).forEach(({ low, high }, index) => {
          expect(mirrored[index]?.low).toBeCloseTo(1 - high, 9)
          expect(mirrored[index]?.high).toBeCloseTo(1 - low, 9)
        })
      }),
    )
  })

  test('the order of the cells changes no digit', () => {
    fc.assert(
      fc.property(
        cells.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(rateIntervals(shuffled)).toEqual(rateIntervals(all))
        },
      ),
    )
  })
})

describe('in simulation', () => {
  const usual = { engines: 6, runs: 3, questionSpread: 1, engineSpread: 0.5, cellSpread: 0.7, missing: 0.05 }

  test.each([
    [5, 0.1],
    [10, 0.3],
    [20, 0.05],
    [40, 0.9],
  ])('%i questions at %f are covered about 95 of 100 times', (questions, rate) => {
    const design: Design = { ...usual, questions, rate }
    const random = createRandom(questions)
    const surveys = 400
    let [other, same, pooled] = [0, 0, 0]
    let engines: number[] = []
    for (let n = 0; n < surveys; n += 1) {
      if (n % 20 === 0) engines = drawEngines(design, random)
      const asked = ask(drawQuestions(design, engines, random), random)
      const { interval, intervalSameQuestions } = rateIntervals(asked.cells)
      if (interval.low <= rate && rate <= interval.high) other += 1
      if (intervalSameQuestions.low <= asked.rate && asked.rate <= intervalSameQuestions.high) same += 1
      if (intervalSameQuestions.low <= rate && rate <= intervalSameQuestions.high) pooled += 1
    }
    expect(other / surveys).toBeGreaterThan(0.92)
    expect(same / surveys).toBeGreaterThan(0.92)
    expect(same / surveys).toBeLessThan(0.98)
    // What asking the same questions again says is no statement about others.
    expect(pooled / surveys).toBeLessThan(0.9)
  })
})
