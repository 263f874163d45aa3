import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { DEFAULTS } from '../../pipeline/engines/defaults.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { callEstimate, isPriced, searchCost, tokenCost } from '../../pipeline/engines/prices.ts'

const million = { input: 0, cached: 0, output: 0 }

describe('tokenCost', () => {
  test('adds up four kinds of tokens at their own prices', () => {
    const cost = (tokens: object) => tokenCost('OPENAI', 'gpt-6-luna', { ...million, ...tokens })
    expect(cost({ input: 1e6 })).toBeCloseTo(0.1, 12)
    expect(cost({ cached: 1e6 })).toBeCloseTo(0.01, 12)
    expect(cost({ cacheWrite: 1e6 })).toBeCloseTo(0.125, 12)
    expect(cost({ output: 1e6 })).toBeCloseTo(0.5, 12)
    expect(cost({ input: 1e6, cached: 1e6, output: 1e6 })).toBeCloseTo(0.61, 12)
  })

  test('charges cached input in full if it has no price of its own', () => {
    expect(tokenCost('GROK', 'grok-4.3', { ...million, cached: 1e6 })).toBeCloseTo(1.25, 12)
  })

  test('gives a dated snapshot the price of its family', () => {
    expect(tokenCost('ANTHROPIC', 'claude-haiku-4-5-20251001', { ...million, input: 1e6 })).toBeCloseTo(1, 12)
    expect(tokenCost('OPENAI', 'gpt-6-luna-2026-09-01', { ...million, input: 1e6 })).toBeCloseTo(0.1, 12)
  })

  test.each(['gemini-9', '', 'constructor', 'gpt-6-luna'])(
    "charges the unknown model %s at its vendor's highest prices",
    (model) => {
      expect(isPriced('GEMINI', model)).toBe(false)
      const tokens = { input: 1e6, cached: 1e6, output: 1e6 }
      expect(tokenCost('GEMINI', model, tokens, Date.UTC(2026, 10, 30))).toBeCloseTo(2 + 2 + 12, 12)
      expect(tokenCost('GEMINI', model, tokens, Date.UTC(2026, 11, 1))).toBeCloseTo(4 + 4 + 20, 12)
    },
  )

  test.each([
    ['gemini-3.8-flash', '2027-01-01', 0.75 + 3.75, 1.5 + 7.5],
    ['gemini-4-argon', '2026-12-01', 2 + 10, 4 + 20],
    ['gemini-4-carbon', '2026-12-01', 2 + 10, 4 + 20],
  ])('%s costs more from %s on', (model, from, before, after) => {
    const cost = (at: number) => tokenCost('GEMINI', model, { ...million, input: 1e6, output: 1e6 }, at)
    expect(cost(Date.parse(from) - 1)).toBeCloseTo(before, 12)
    expect(cost(Date.parse(from))).toBeCloseTo(after, 12)
    const worst = (at: number) => callEstimate('GEMINI', model, at).worstUsd
    expect(worst(Date.parse(from))).toBeGreaterThan(worst(Date.parse(from) - 1))
  })

  test('an engine that was made before a price rises reserves the new one from that day on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 31, 23) })
    onTestFinished(() => void vi.useRealTimers())
    const engine = await createEngine('GEMINI', { ...DEFAULTS.GEMINI, apiKey: 'test-0123456789' })
    const { worstUsd } = engine.estimate
    vi.setSystemTime(Date.UTC(2027, 0, 1))
    expect(engine.estimate.worstUsd).toBeGreaterThan(worstUsd)
    expect(engine.estimate).toEqual(callEstimate('GEMINI', DEFAULTS.GEMINI.model))
  })

  test.each([Number.NaN, -5, Number.POSITIVE_INFINITY])('counts %s tokens or searches as 0', (count) => {
    expect(tokenCost('OPENAI', 'gpt-6-luna', { input: count, cached: count, cacheWrite: count, output: count })).toBe(0)
    expect(searchCost('OPENAI', 'gpt-6-luna', count)).toBe(0)
    expect(searchCost('GEMINI', 'gemini-2.5-pro', count)).toBe(0)
  })
})

test.each([
  ['OPENAI', 'gpt-6-luna', 0.03],
  ['ANTHROPIC', 'claude-haiku-5-5', 0.03],
  ['GEMINI', 'gemini-3.8-flash', 0.042],
  ['GEMINI', 'gemini-2.5-flash', 0.035],
  ['PERPLEXITY', 'perplexity/sonar', 0.0075],
  ['GROK', 'grok-4.3', 0.015],
] as const)('three searches of %s %s cost %f USD', (engine, model, usd) => {
  expect(searchCost(engine, model, 3)).toBeCloseTo(usd, 12)
  expect(searchCost(engine, model, 0)).toBe(0)
})

describe('callEstimate', () => {
  // One searched answer of each default model is seen to cost from the first to the second.
  test.each([
    ['OPENAI', 0.011, 0.03],
    ['ANTHROPIC', 0.011, 0.035],
    ['GEMINI', 0.015, 0.05],
    ['PERPLEXITY', 0.004, 0.008],
    ['GROK', 0.008, 0.02],
    ['AI_OVERVIEW', 0.002, 0.004],
  ] as const)('%s usually costs between %f and %f USD', (engine, low, high) => {
    const { typicalUsd } = callEstimate(engine, DEFAULTS[engine].model)
    expect(typicalUsd).toBeGreaterThanOrEqual(low)
    expect(typicalUsd).toBeLessThanOrEqual(high)
  })

  test.each(ENGINES)('%s: the default model has a price, and its worst case is not below its typical one', (engine) => {
    const { model } = DEFAULTS[engine]
    const { typicalUsd, worstUsd, typicalMs } = callEstimate(engine, model)
    expect(isPriced(engine, model)).toBe(true)
    expect(worstUsd).toBeGreaterThanOrEqual(typicalUsd)
    expect(typicalMs).toBeGreaterThan(0)
  })

  test('the worst case has all input written to the cache, all output and all searches', () => {
    expect(callEstimate('OPENAI', 'gpt-6-luna').worstUsd).toBeCloseTo(0.1 * 0.125 + 0.004 * 0.5 + 3 * 0.01, 12)
  })
})
