import type { EngineName } from '../contract/terms.ts'
import type { CallEstimate } from './engine.ts'

/** Tokens of one request; `input` excludes tokens read from (`cached`) or written to (`cacheWrite`) a cache. */
export interface Tokens {
  readonly input: number
  readonly cached: number
  readonly cacheWrite?: number
  readonly output: number
}

interface Price {
  readonly input: number
  /** Defaults to `input` if the vendor lists no cache price. */
  readonly cached?: number
  readonly output: number
  /** The price once a promotion is over; it begins with this day in UTC, which is hours before the vendor's. */
  readonly later?: Price & { readonly from: string }
}

/** Prices that are doubled at an announced day (Google's price page, 2026-11). */
const FLASH: Price = { input: 0.75, output: 3.75, later: { from: '2027-01-01', input: 1.5, output: 7.5 } }
const GEMINI_4: Price = { input: 2, output: 10, later: { from: '2026-12-01', input: 4, output: 20 } }

interface Load {
  readonly input: number
  readonly output: number
  readonly searches: number
}

/**
 * USD per million tokens on 2026-11-20, from the vendors' price pages and release notes and genai-prices (2026-09-23).
 * Some vendors charge more for prompts above 100,000 tokens, which no call here reaches.
 */
const MODELS: Record<EngineName, Readonly<Record<string, Price>>> = {
  OPENAI: {
    'gpt-6-astra': { input: 10, cached: 1, output: 50 },
    'gpt-6.1-sol': { input: 2, cached: 0.2, output: 10 },
    'gpt-6-sol': { input: 2, cached: 0.2, output: 10 },
    'gpt-6-luna': { input: 0.1, cached: 0.01, output: 0.5 },
    'gpt-5.6-sol': { input: 4, output: 20 },
    'gpt-5.6-terra': { input: 2, output: 12 },
    'gpt-5.6-luna': { input: 0.2, output: 1.2 },
    'gpt-5.5': { input: 5, output: 30 },
    'gpt-5.4': { input: 2.5, output: 15 },
    'gpt-5.4-mini': { input: 0.75, output: 4.5 },
    'gpt-5.4-nano': { input: 0.2, output: 1.25 },
  },
  ANTHROPIC: {
    'claude-haiku-5-5': { input: 0.1, cached: 0.01, output: 0.5 },
    'claude-sonnet-5-5': { input: 2, cached: 0.1, output: 10 },
    'claude-sonnet-5': { input: 2, output: 10 },
    'claude-opus-5-5': { input: 4, output: 20 },
    'claude-opus-5': { input: 5, output: 25 },
    'claude-fable-5-1': { input: 10, output: 50 },
    'claude-fable-5-2': { input: 10, output: 50 },
    'claude-haiku-4-5': { input: 1, output: 5 },
  },
  PERPLEXITY: { 'perplexity/sonar': { input: 0.25, cached: 0.0625, output: 2.5 } },
  GEMINI: {
    'gemini-4-argon': GEMINI_4,
    'gemini-4-carbon': GEMINI_4,
    'gemini-4-hydrogen': { input: 1.5, output: 7.5 },
    'gemini-3.8-flash': FLASH,
    'gemini-3.7-flash': FLASH,
    'gemini-3.6-flash': FLASH,
    'gemini-3.5-flash': { input: 1.5, output: 9 },
    'gemini-3.5-flash-lite': { input: 0.3, output: 2.5 },
    'gemini-3.1-pro-preview': { input: 2, output: 12 },
    'gemini-3.1-flash-lite': { input: 0.25, output: 1.5 },
    'gemini-2.5-pro': { input: 1.25, output: 10 },
    'gemini-2.5-flash': { input: 0.3, output: 2.5 },
    'gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  },
  GROK: {
    'grok-4.7': { input: 2, cached: 0.5, output: 6 },
    'grok-4.6': { input: 2, cached: 0.5, output: 6 },
    'grok-4.5': { input: 2, cached: 0.5, output: 6 },
    'grok-4.3': { input: 1.25, output: 2.5 },
  },
  AI_OVERVIEW: { 'google-ai-overview': { input: 0, output: 0 } },
}

/** USD per search on the same date; for AI_OVERVIEW one page of ten results with its overview. */
const SEARCH: Record<EngineName, number> = {
  OPENAI: 0.01,
  ANTHROPIC: 0.01,
  PERPLEXITY: 0.0025,
  GEMINI: 0.014,
  GROK: 0.005,
  AI_OVERVIEW: 0.004,
}
/** Gemini 2.5 charges per grounded prompt, not per query. */
const GEMINI_25_GROUNDED_PROMPT = 0.035

/** A typical answer with search, set so that the default models' estimates match the costs observed. */
const TYPICAL: Record<EngineName, Load & { readonly ms: number }> = {
  OPENAI: { input: 12_000, output: 800, searches: 2, ms: 25_000 },
  ANTHROPIC: { input: 12_000, output: 800, searches: 2, ms: 20_000 },
  PERPLEXITY: { input: 6_000, output: 600, searches: 1, ms: 8_000 },
  GEMINI: { input: 2_000, output: 1_000, searches: 2, ms: 12_000 },
  GROK: { input: 5_000, output: 900, searches: 1, ms: 12_000 },
  AI_OVERVIEW: { input: 0, output: 0, searches: 1, ms: 12_000 },
}

/**
 * The most that one request can use: the limits it sets and, for what it can't limit (input, and searches except at
 * OPENAI and ANTHROPIC), about three times the largest value observed.
 */
const WORST: Record<EngineName, Load> = {
  OPENAI: { input: 100_000, output: 4_000, searches: 3 },
  ANTHROPIC: { input: 100_000, output: 4_096, searches: 3 },
  PERPLEXITY: { input: 100_000, output: 2_000, searches: 10 },
  GEMINI: { input: 100_000, output: 4_096, searches: 10 },
  GROK: { input: 100_000, output: 4_000, searches: 10 },
  AI_OVERVIEW: { input: 0, output: 0, searches: 1 },
}

/** Writing a token to a vendor's cache costs 25 % more than plain input. */
const CACHE_WRITE = 1.25

/** Whether this model has a price; any other is charged at its vendor's highest prices. */
export function isPriced(engine: EngineName, model: string): boolean {
  return knownPrice(engine, model) !== undefined
}

/** The cost in USD of the tokens of one request at this time (epoch ms); counts that aren't positive numbers count as 0. */
export function tokenCost(engine: EngineName, model: string, tokens: Tokens, at = Date.now()): number {
  const price = priceOf(engine, model, at)
  return (
    (count(tokens.input) * price.input +
      count(tokens.cached) * (price.cached ?? price.input) +
      count(tokens.cacheWrite) * price.input * CACHE_WRITE +
      count(tokens.output) * price.output) /
    1e6
  )
}

/** The cost of one request's searches in USD; for GEMINI `searches` is the number of queries. */
export function searchCost(engine: EngineName, model: string, searches: number): number {
  if (engine === 'GEMINI' && model.startsWith('gemini-2.5')) {
    return count(searches) > 0 ? GEMINI_25_GROUNDED_PROMPT : 0
  }
  return count(searches) * SEARCH[engine]
}

/** What one request to this model usually costs at this time (epoch ms) and how long it takes, and the most it can cost. */
export function callEstimate(engine: EngineName, model: string, at = Date.now()): CallEstimate {
  const typical = TYPICAL[engine]
  const worst = WORST[engine]
  const typicalUsd =
    tokenCost(engine, model, { ...typical, cached: 0 }, at) + searchCost(engine, model, typical.searches)
  // Vendors decide what they cache, so in the worst case all input is written to the cache.
  const written = { input: 0, cached: 0, cacheWrite: worst.input, output: worst.output }
  const worstUsd = tokenCost(engine, model, written, at) + searchCost(engine, model, worst.searches)
  return { typicalUsd, worstUsd, typicalMs: typical.ms }
}

function priceOf(engine: EngineName, model: string, at: number): Price {
  const known = knownPrice(engine, model)
  if (known !== undefined) return priceAt(known, at)
  const all = Object.values(MODELS[engine]).map((price) => priceAt(price, at))
  return {
    input: Math.max(...all.map((price) => price.input)),
    output: Math.max(...all.map((price) => price.output)),
  }
}

function priceAt(price: Price, at: number): Price {
  return price.later !== undefined && at >= Date.parse(price.later.from) ? price.later : price
}

/** A dated snapshot (`gpt-6-luna-2026-09-01`, `claude-haiku-4-5-20251001`) has the price of its family. */
function knownPrice(engine: EngineName, model: string): Price | undefined {
  const family = model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const table = MODELS[engine]
  return Object.hasOwn(table, family) ? table[family] : undefined
}

function count(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0
}
