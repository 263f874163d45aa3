import { expect, test } from 'vitest'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { otherQuestionsInterval } from '../../pipeline/statistics/other-questions.ts'

/** The mentions among the answers to each question. */
const asked = (answers: number, ...mentions: number[]): ScoredCell[] =>
  mentions.flatMap((named, question) =>
    Array.from({ length: answers }, (_, run) => ({ question, engine: 'GROK', run, named: run < named })),
  )

test('one answer to each question: the posterior of the rate is a beta distribution', () => {
  const four = otherQuestionsInterval(asked(1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0))
  // These are the quantiles of beta(4 + 0.75, 6 + 0.75).
  expect(four.low).toBeCloseTo(0.1605, 3)
  expect(four.high).toBeCloseTo(0.6942, 3)
  const none = otherQuestionsInterval(asked(1, ...Array.from({ length: 10 }, () => 0)))
  expect(none.high).toBeCloseTo(0.256, 2)
})

test('questions that are each all or nothing count as one answer each', () => {
  const whole = otherQuestionsInterval(asked(8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 0))
  const single = otherQuestionsInterval(asked(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0))
  expect(whole.low).toBeCloseTo(single.low, 1)
  expect(whole.high - whole.low).toBeGreaterThan(0.9 * (single.high - single.low))
})

test('mentions concentrated on few questions say less than as many that are spread', () => {
  const spread = otherQuestionsInterval(asked(6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
  const gathered = otherQuestionsInterval(asked(6, 6, 4, 0, 0, 0, 0, 0, 0, 0, 0))
  expect(gathered.high - gathered.low).toBeGreaterThan(1.5 * (spread.high - spread.low))
  // A rare brand that only some questions fit: far more room above the rate than below it.
  expect(gathered.high - 1 / 6).toBeGreaterThan(1.5 * (1 / 6 - gathered.low))
})

/** The same posterior from beta-binomial probabilities, over a grid so fine that no care is needed. */
const byBruteForce = (answers: number, mentions: readonly number[], shares: readonly number[]): number[] => {
  const [rates, correlations] = [1200, 80]
  const mass = Array.from({ length: rates }, () => 0)
  for (let c = 0; c < correlations; c += 1) {
    const correlation = Math.sin(((c + 0.5) / correlations) * (Math.PI / 2)) ** 2
    for (let r = 0; r < rates; r += 1) {
      const rate = (r + 0.5) / rates
      const [a, b] = [(rate * (1 - correlation)) / correlation, ((1 - rate) * (1 - correlation)) / correlation]
      let likelihood = (correlation * (1 - correlation)) ** (0.4 - 0.5) * (rate * (1 - rate)) ** (0.75 - 1)
      for (const named of mentions) {
        for (let k = 0; k < answers; k += 1) {
          likelihood *= (k < named ? a + k : b + k - named) / (a + b + k)
        }
      }
      mass[r] = (mass[r] ?? 0) + likelihood
    }
  }
  const total = mass.reduce((sum, each) => sum + each, 0)
  return shares.map((share) => {
    let below = 0
    const at = mass.findIndex((each) => {
      below += each
      return below >= share * total
    })
    return (at + 0.5) / rates
  })
}

test.each([
  [6, [3, 1, 4, 0, 2]],
  [18, [0, 0, 2, 18, 1]],
  [3, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [12, [12, 11, 12, 12, 6, 12]],
])('%i answers to each question, %j named: as by brute force', (answers, mentions) => {
  const { low, high } = otherQuestionsInterval(asked(answers, ...mentions))
  const [lowest = 0, highest = 1] = byBruteForce(answers, mentions, [0.025, 0.975])
  expect(Math.abs(low - lowest)).toBeLessThan(0.006)
  expect(Math.abs(high - highest)).toBeLessThan(0.006)
})

test('many answers to many questions: a peak narrower than a step of the first grid is not missed', () => {
  for (const of of [100, 109, 118, 127, 136, 145]) {
    const { low, high } = otherQuestionsInterval(asked(200, ...Array.from({ length: 60 }, () => of)))
    expect(low).toBeLessThan(of / 200)
    expect(high).toBeGreaterThan(of / 200)
    // 12,000 answers that do not cluster: z times sqrt(0.25 / 12000) is 0.009.
    expect(high - low).toBeGreaterThan(0.014)
    expect(high - low).toBeLessThan(0.03)
  }
})
