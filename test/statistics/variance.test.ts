import { expect, test } from 'vitest'
import { spread } from '../../pipeline/statistics/variance.ts'

const answers = (question: number, engine: string, ...scores: number[]) =>
  scores.map((score, run) => ({ question, engine, run, score }))

test('by hand: two questions, one engine, 2 of 2 and 0 of 2', () => {
  // Distances from the mean of 0.5 are +1 and -1 in total: 2 / (2 - 1) x (1 + 1); within both questions nothing varies.
  expect(spread([...answers(0, 'GROK', 1, 1), ...answers(1, 'GROK', 0, 0)])).toEqual({
    total: 2,
    answers: 4,
    intents: 2,
    acrossQuestions: 4,
    acrossRuns: 0,
    acrossDays: 0,
  })
})

test('by hand: engines that differ are no variance across questions', () => {
  const both = [0, 1].flatMap((question) => [...answers(question, 'GROK', 1, 1), ...answers(question, 'GEMINI', 0, 0)])
  expect(spread(both).acrossQuestions).toBe(0)
  const uneven = [...both, ...answers(2, 'GROK', 1, 1)]
  expect(spread(uneven).acrossQuestions).toBe(0)
})

test('by hand: 1 of 2 has the unbiased variance n y (n - y) / (n (n - 1)) = 1 of its total', () => {
  expect(spread(answers(0, 'GROK', 1, 0)).acrossRuns).toBeCloseTo(1, 12)
  expect(spread(answers(0, 'GROK', 1, 0, 0)).acrossRuns).toBeCloseTo(1, 12)
})

test('by hand: what moves together in a run varies more than answers by themselves', () => {
  // Both questions name it only in run 0: distances of ±0.5 x sqrt(2), which add up to ±sqrt(2) in either run, 4 in all.
  // By themselves they vary 2; of the other 2 one degree of freedom is worth a sixth.
  const together = spread([...answers(0, 'GROK', 1, 0), ...answers(1, 'GROK', 1, 0)])
  expect(together.acrossRuns).toBeCloseTo(2 + 1 / 3, 12)
  expect(together.acrossDays).toBeCloseTo(1 / 3, 12)
  // They cancel out where each question names it in another run: what answers vary by themselves is left, 1 + 1.
  const apart = spread([...answers(0, 'GROK', 1, 0), ...answers(1, 'GROK', 0, 1)])
  expect(apart.acrossRuns).toBeCloseTo(2, 12)
  expect(apart.acrossDays).toBe(0)
})

test('by hand: a run that moves two engines is seen, one that moves them apart is not', () => {
  // Each engine by itself varies 1, as independent answers do; together they vary 4, and a sixth of the other 2 counts.
  expect(spread([...answers(0, 'GROK', 1, 0), ...answers(1, 'GEMINI', 1, 0)]).acrossDays).toBeCloseTo(1 / 3, 12)
  expect(spread([...answers(0, 'GROK', 1, 0), ...answers(1, 'GEMINI', 0, 1)]).acrossDays).toBeCloseTo(0, 12)
  // What the engines have moved by already is not counted twice: 4 by themselves, 8 by engine, 16 by run.
  const all = ['GROK', 'GEMINI'].flatMap((engine) => [0, 1].flatMap((question) => answers(question, engine, 1, 0)))
  const ofEngines = (4 * 2) / 7
  expect(spread(all).acrossDays).toBeCloseTo(ofEngines + (16 - 4 - ofEngines) / 6, 12)
})

test('single answers take the variance of all', () => {
  const alone = [...answers(0, 'GROK', 1), ...answers(1, 'GROK', 0)]
  expect(spread(alone).acrossRuns).toBeCloseTo(0.5, 12)
})

test('nothing and a single question have no variance across questions', () => {
  expect(spread([])).toEqual({ total: 0, answers: 0, intents: 0, acrossQuestions: 0, acrossRuns: 0, acrossDays: 0 })
  expect(spread(answers(0, 'GROK', 1, 0)).acrossQuestions).toBe(0)
})
