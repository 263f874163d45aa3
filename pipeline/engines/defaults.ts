import type { EngineName } from '../contract/terms.ts'

/** How an engine is called unless a setting says otherwise. */
export interface EngineDefaults {
  readonly model: string
  readonly baseUrl: string
  /** The most calls in progress at once. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** The least time between the starts of two calls. */
  readonly spacingMs: number
}

const COMMON = { concurrency: 4, timeoutMs: 120_000, spacingMs: 0 }

/** PERPLEXITY's lowest tier allows 50 calls a minute, hence its spacing. */
export const DEFAULTS: Readonly<Record<EngineName, EngineDefaults>> = {
  OPENAI: { ...COMMON, model: 'gpt-6-luna', baseUrl: 'https://api.openai.com/v1' },
  ANTHROPIC: { ...COMMON, model: 'claude-haiku-5-5', baseUrl: 'https://api.anthropic.com', concurrency: 3 },
  PERPLEXITY: {
    ...COMMON,
    model: 'perplexity/sonar',
    baseUrl: 'https://api.perplexity.ai/v1',
    concurrency: 1,
    spacingMs: 1_200,
  },
  GEMINI: {
    ...COMMON,
    model: 'gemini-3.8-flash',
    baseUrl: 'https://generativelanguage.googleapis.com',
    timeoutMs: 90_000,
  },
  GROK: { ...COMMON, model: 'grok-4.3', baseUrl: 'https://api.x.ai/v1', timeoutMs: 150_000 },
  AI_OVERVIEW: {
    ...COMMON,
    model: 'google-ai-overview',
    baseUrl: 'https://api.dataforseo.com',
    concurrency: 5,
    timeoutMs: 90_000,
  },
}
