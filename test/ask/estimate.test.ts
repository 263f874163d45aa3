import { expect, test } from 'vitest'
import { estimateCalls } from '../../pipeline/ask/estimate.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'

const engine = (name: EngineName, width: number, spacingMs = 0) => ({
  name,
  estimate: { typicalUsd: 0.01, worstUsd: 0.05, typicalMs: 2_000 },
  width,
  spacingMs,
})

test('engines run in parallel: costs add up, the slowest sets the time', () => {
  const estimate = estimateCalls([engine('OPENAI', 4), engine('GROK', 2)], (name) => (name === 'GROK' ? 11 : 20))
  expect(estimate).toEqual({
    calls: 31,
    usd: expect.closeTo(0.31),
    worstUsd: expect.closeTo(1.55),
    seconds: 11,
    engines: [
      { engine: 'OPENAI', calls: 20, usd: expect.closeTo(0.2), seconds: 10 },
      { engine: 'GROK', calls: 11, usd: expect.closeTo(0.11), seconds: 11 },
    ],
  })
})

test('the spacing between starts can take longer than the calls', () => {
  expect(estimateCalls([engine('PERPLEXITY', 100, 1_200)], () => 10).seconds).toBe(12)
  expect(estimateCalls([], () => 10)).toMatchObject({ calls: 0, usd: 0, worstUsd: 0, seconds: 0 })
})
