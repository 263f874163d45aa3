import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Interval } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { otherQuestionsInterval } from '../../pipeline/statistics/other-questions.ts'
import { spread } from '../../pipeline/statistics/variance.ts'

const grid = (questions: number, engines: string[], runs: number, named: (...cell: number[]) => boolean) =>
  Array.from({ length: questions }, (_, question) =>
    engines.map((engine, index) =>
      Array.from({ length: runs }, (_, run) => ({ question, engine, run, named: named(question, index, run) })),
    ),
  ).flat(2)

const width = ({ low, high }: Interval): number => high - low

test('no answers say nothing; one question says nothing about others', () => {
  expect(rateIntervals([])).toEqual({ interval: { low: 0, high: 1 }, intervalSameQuestions: { low: 0, high: 1 } })
  const one = rateIntervals(grid(1, ['GROK', 'GEMINI'], 5, (_, __, run) => run === 0))
  expect(one.interval).toEqual({ low: 0, high: 1 })
  expect(width(one.intervalSameQuestions)).toBeLessThan(0.6)
})

test('by hand: ten questions with 1 of 2 each, asked again: Wilson with a design effect of (10 + 2) / (5 + 2)', () => {
  // 10 questions x 1 engine x 2 runs, one mention each: 20 answers, rate 0.5, variance across runs 10 x 1, binomial 5.
  const mixed = grid(10, ['GROK'], 2, (question, _, run) => run === (question ?? 0) % 2)
  const { intervalSameQuestions } = rateIntervals(mixed)
  const k = (1.959964 ** 2 / 20) * ((10 + 2) / (5 + 2))
  const half = Math.sqrt(k * 0.25 + (k * k) / 4) / (1 + k)
  expect(intervalSameQuestions.low).toBeCloseTo(0.5 - half, 9)
  expect(intervalSameQuestions.high).toBeCloseTo(0.5 + half, 9)
})

test('an engine that answered differently on the day of one run is less well known', () => {
  const gathered = rateIntervals(grid(10, ['GROK', 'GEMINI'], 4, (_, __, run) => run === 0))
  const spread = rateIntervals(grid(10, ['GROK', 'GEMINI'], 4, (question, _, run) => run === (question ?? 0) % 4))
  expect(width(gathered.intervalSameQuestions)).toBeGreaterThan(1.5 * width(spread.intervalSameQuestions))
})

test('by hand: drift of the engines widens the interval for other questions too, as roots of squares add', () => {
  // Every second question is one of the brand's; no engine named it on the day of the last run.
  const cells = grid(20, ['GROK', 'GEMINI'], 3, (question, _, run) => (question ?? 0) % 2 === 0 && run !== 2)
  const [other, { acrossDays }] = [
    otherQuestionsInterval(cells),
    spread(cells.map((cell) => ({ ...cell, score: cell.named ? 1 : 0 }))),
  ]
  expect(acrossDays).toBeGreaterThan(0)
  const { interval, intervalSameQuestions } = rateIntervals(cells)
  const below = Math.hypot(1 / 3 - other.low, (1.959964 * Math.sqrt(acrossDays)) / 120)
  expect(interval.low).toBeCloseTo(1 / 3 - below, 9)
  expect(interval.low).toBeLessThan(intervalSameQuestions.low)
})

test('other questions are never better known than these', () => {
  // Two answers a question, one of them named each time: the questions differ less than chance would make them.
  const { interval, intervalSameQuestions } = rateIntervals(
    grid(10, ['GROK'], 2, (question, _, run) => run === (question ?? 0) % 2),
  )
  expect(interval.low).toBe(intervalSameQuestions.low)
  expect(interval.high).toBe(intervalSameQuestions.high)
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
  const mixed = rateIntervals(
    grid(10, ['GROK', 'GEMINI'], 4, (question, __, run) => ((run ?? 0) + (question ?? 0)) % 2 === 0),
  )
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

  test('exchanging naming and not naming mirrors them', () => {
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
