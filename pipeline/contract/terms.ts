import { z } from 'zod'

/** The six answer engines, in the order in which every table of the product lists them. */
export const ENGINES = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'] as const

export const engineName = z.enum(ENGINES)
export type EngineName = z.infer<typeof engineName>

/** A calendar month, `YYYY-MM`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** A category's name in addresses. */
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** A page that an engine cited; `domain` is registrable, null where the page has none (an IP address, an unresolved redirect). */
export const citation = z.object({ url: z.string(), title: z.string().optional(), domain: z.string().nullable() })
export type Citation = z.infer<typeof citation>

/** A 95 % interval of a rate, both ends in 0..1. */
export const interval = z.object({ low: z.number(), high: z.number() })
export type Interval = z.infer<typeof interval>

/** One brand counted in one answer: UTF-16 offsets into the answer's `text`, and the rule that fired. */
export const evidence = z.object({ brand: z.string(), start: z.int(), end: z.int(), rule: z.string() })
export type Evidence = z.infer<typeof evidence>

/** One engine's row of a survey's ledger; planned = counted + noAnswer + failed + skipped. */
export const ledgerRow = z.object({
  engine: engineName,
  planned: z.int(),
  counted: z.int(),
  noAnswer: z.int(),
  failed: z.int(),
  skipped: z.int(),
  reason: z.string().optional(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

/** Who proposed the names that were counted: the scribe's model, or rules alone. */
export const namesBy = z.enum(['model', 'rules'])
export type NamesBy = z.infer<typeof namesBy>

/** How a survey was counted: the version of the counting rules, and who proposed the names. */
export const method = z.object({ detector: z.string(), namesBy })
