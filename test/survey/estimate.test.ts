import { expect, test } from 'vitest'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { readingCall } from '../../pipeline/scribe/readings.ts'
import { worstUsd } from '../../pipeline/scribe/scribe.ts'
import { estimateSurveys } from '../../pipeline/survey/estimate.ts'

const estimate = (answers: number, vendors: ('OPENAI' | 'GEMINI')[], questions = 0) =>
  estimateSurveys([{ calls: () => 0, unread: answers, questions }], [], { vendors, secondShare: 0.1 })

const engine = (name: EngineName, width: number, spacingMs = 0) => ({
  name,
  estimate: { typicalUsd: 0.01, worstUsd: 0.05, typicalMs: 2_000 },
  width,
  spacingMs,
})
const estimateCalls = (engines: readonly ReturnType<typeof engine>[], calls: (name: EngineName) => number) =>
  estimateSurveys([{ calls, unread: 0, questions: 0 }], engines, { vendors: [], secondShare: 0 })

test('engines run in parallel: costs add up, the slowest sets the time', () => {
  const asking = estimateCalls([engine('OPENAI', 4), engine('GROK', 2)], (name) => (name === 'GROK' ? 11 : 20))
  expect(asking).toEqual({
    calls: 31,
    usd: expect.closeTo(0.31),
    worstUsd: expect.closeTo(1.55),
    seconds: 11,
    engines: [
      { engine: 'OPENAI', calls: 20, usd: expect.closeTo(0.2), seconds: 10 },
      { engine: 'GROK', calls: 11, usd: expect.closeTo(0.11), seconds: 11 },
    ],
    scribes: [],
  })
})

test('the spacing between starts can take longer than the calls', () => {
  expect(estimateCalls([engine('PERPLEXITY', 100, 1_200)], () => 10).seconds).toBe(12)
})

test('the first scribe reads every answer, the second one a tenth, at least twenty', () => {
  expect(estimate(700, ['OPENAI', 'GEMINI']).scribes.map(({ calls }) => calls)).toEqual([100, 10])
  expect(estimate(21, ['OPENAI', 'GEMINI']).scribes.map(({ calls }) => calls)).toEqual([3, 3])
  expect(estimate(21, [])).toEqual({ calls: 0, usd: 0, worstUsd: 0, seconds: 0, engines: [], scribes: [] })
})

test('writing questions takes one more call of the first', () => {
  const [without, with_] = [estimate(7, ['OPENAI', 'GEMINI']), estimate(7, ['OPENAI', 'GEMINI'], 10)]
  expect(with_.scribes.map(({ calls }) => calls)).toEqual([2, 1])
  expect(with_.usd).toBeGreaterThan(without.usd)
  expect(with_.worstUsd).toBeGreaterThan(without.worstUsd)
})

test('the announced maximum covers an answer of the longest text, read twice', () => {
  const longest = ['x'.repeat(23_900), 'x'.repeat(23_900), 'x'.repeat(17_736)]
  const once = longest.reduce((sum, text) => sum + worstUsd('OPENAI', readingCall('CRM software', [text]).call), 0)
  const wide = worstUsd('OPENAI', readingCall('CRM software', ['中'.repeat(21_845)]).call)
  const announced = estimate(1, ['OPENAI']).worstUsd
  expect(announced).toBeGreaterThan(2 * once)
  expect(announced).toBeGreaterThan(2 * wide)
  expect(announced).toBeLessThan(2.5 * once)
})
