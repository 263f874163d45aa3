// This file does without zod, which takes longer to load than a command's help takes to print.

/** The six answer engines, in the order of every table. */
export const ENGINES = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'] as const

/** The names by which readers know the engines. */
export const ENGINE_LABELS: Readonly<Record<(typeof ENGINES)[number], string>> = {
  OPENAI: 'ChatGPT (OpenAI)',
  ANTHROPIC: 'Claude',
  PERPLEXITY: 'Perplexity',
  GEMINI: 'Gemini',
  GROK: 'Grok',
  AI_OVERVIEW: 'Google AI Overview',
}

/** How the variables of each engine's vendor begin. */
export const VARIABLE_PREFIXES: Readonly<Record<(typeof ENGINES)[number], string>> = {
  OPENAI: 'OPENAI',
  ANTHROPIC: 'ANTHROPIC',
  PERPLEXITY: 'PERPLEXITY',
  GEMINI: 'GEMINI',
  GROK: 'XAI',
  AI_OVERVIEW: 'DATAFORSEO',
}

/** The variable that holds an engine's key. */
export function keyVariable(engine: (typeof ENGINES)[number]): string {
  return `${VARIABLE_PREFIXES[engine]}_API_KEY`
}

/** The variable that holds an engine's base URL. */
export function baseUrlVariable(engine: (typeof ENGINES)[number]): string {
  return `${VARIABLE_PREFIXES[engine]}_BASE_URL`
}

/** The vendors of the scribe; unless one is chosen, it is the first with a key. */
export const SCRIBE_VENDORS = ['OPENAI', 'ANTHROPIC', 'GEMINI'] as const
export type ScribeVendor = (typeof SCRIBE_VENDORS)[number]

/** The default share of the answers that a second reader reads. */
export const SECOND_SHARE = 0.1

/** What an answer can say of a choice, in the order in which pages show it. */
export const STANCES = ['recommended', 'mentioned', 'advisedAgainst'] as const

/** The plans of a report, smallest first. */
export const PLAN_NAMES = ['QUICK', 'FULL', 'DEEP'] as const

/** The types of webhooks' events. */
export const WEBHOOK_EVENTS = ['report.completed', 'report.failed', 'ranking.published', 'ranking.moved'] as const

/** How often a tracked product is asked about: in each calendar month or each ISO week, UTC. */
export const CADENCES = ['monthly', 'weekly'] as const
export type Cadence = (typeof CADENCES)[number]

/** A calendar month, `YYYY-MM`. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** A category's name in URLs: lower-case words with hyphens, up to 80 characters. */
export const SLUG = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/

/** A report's name in URLs. */
export const REPORT_SLUG = /^[A-Za-z0-9_-]{1,128}$/

/** The maximum lengths of a start's texts, in characters. */
export const TEXT_LIMITS = { category: 200, description: 1_000, brand: 120, seedPrompt: 300 } as const

/** The default limits of an Agent plan (contract.md, section 2). */
export const DEFAULT_LIMITS = { projects: 5, reportsPerMonth: 40, perDay: 10, concurrent: 2 } as const
