// Without zod, which takes longer to load than the help of a command to print.

/** The six answer engines, in the order in which every table of the product lists them. */
export const ENGINES = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'] as const

/** A report's plans, the smallest first. */
export const PLAN_NAMES = ['QUICK', 'FULL', 'DEEP'] as const

/** A calendar month, `YYYY-MM`. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** A category's name in addresses: lower-case words with hyphens, up to 80 characters. */
export const SLUG = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/

/** A report's name in addresses. */
export const REPORT_SLUG = /^[A-Za-z0-9_-]{1,128}$/

/** The bounds of a report's texts, in characters; the specification leaves them open. */
export const TEXT_LIMITS = { category: 200, description: 1_000, brand: 120, seedPrompt: 300 } as const

/** What a plan allows where nothing else is said (contract.md, section 2). */
export const DEFAULT_LIMITS = { projects: 5, reportsPerMonth: 40, perDay: 10, concurrent: 2 } as const
