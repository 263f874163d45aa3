import type { EngineName } from '../contract/terms.ts'

/** How an engine is reached where no setting says otherwise. */
export interface EngineDefaults {
  readonly model: string
  readonly baseUrl: string
  /** Calls at once. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** The least time between the starts of two calls. */
  readonly spacingMs: number
}

/** PERPLEXITY's lowest tier allows 50 calls a minute, hence its spacing. */
export const DEFAULTS: Readonly<Record<EngineName, EngineDefaults>> = {
  OPENAI: {
    model: 'gpt-6-luna',
    baseUrl: 'https://api.openai.com/v1',
    concurrency: 4,
    timeoutMs: 120_000,
    spacingMs: 0,
  },
  ANTHROPIC: {
    model: 'claude-haiku-5-5',
    baseUrl: 'https://api.anthropic.com',
    concurrency: 3,
    timeoutMs: 120_000,
    spacingMs: 0,
  },
  PERPLEXITY: {
    model: 'perplexity/sonar',
    baseUrl: 'https://api.perplexity.ai/v1',
    concurrency: 1,
    timeoutMs: 120_000,
    spacingMs: 1_200,
  },
  GEMINI: {
    model: 'gemini-3.8-flash',
    baseUrl: 'https://generativelanguage.googleapis.com',
    concurrency: 4,
    timeoutMs: 90_000,
    spacingMs: 0,
  },
  GROK: { model: 'grok-4.3', baseUrl: 'https://api.x.ai/v1', concurrency: 4, timeoutMs: 150_000, spacingMs: 0 },
  AI_OVERVIEW: {
    model: 'google-ai-overview',
    baseUrl: 'https://api.dataforseo.com',
    concurrency: 5,
    timeoutMs: 90_000,
    spacingMs: 0,
  },
}
