import { z } from 'zod'
import { failureCount } from './failures.ts'
import { ENGINES, MONTH, SLUG, STANCES } from './words.ts'

export { ENGINES }

export const engineName = z.enum(ENGINES)
export type EngineName = z.infer<typeof engineName>

/** A calendar month, `YYYY-MM`. */
export const month = z.string().regex(MONTH)

/** A category's name in URLs. */
export const slug = z.string().regex(SLUG)

/** A page that an engine cited, with its registrable domain; null for an IP address or an unresolved redirect. */
export const citation = z.object({ url: z.string(), title: z.string().optional(), domain: z.string().nullable() })
export type Citation = z.infer<typeof citation>

/**
 * The queries that an engine sent to the web for one answer, in its own words and at most 20 of them; empty if it says that
 * it didn't search, null if it doesn't say.
 */
export const searches = z.array(z.string()).nullable()

/**
 * A query that engines sent to the web for a question, in its first spelling (case and spacing are ignored): the `answers`
 * with it `of` those counted whose engine says what it searched for.
 */
export const searchedFor = z.object({
  query: z.string(),
  answers: z.int(),
  of: z.int(),
  engines: z.array(engineName),
})
export type SearchedFor = z.infer<typeof searchedFor>

/** A 95 % interval of a rate, within 0..1; 0 to 1 if the data don't determine one. */
export const interval = z.object({ low: z.number(), high: z.number() })
export type Interval = z.infer<typeof interval>

/** What an answer says of a choice, according to its reader. */
export const stance = z.enum(STANCES)
export type Stance = z.infer<typeof stance>

/** A part of an answer's text: UTF-16 offsets, end exclusive. */
export const span = z.object({ start: z.int(), end: z.int() })
export type Span = Readonly<z.infer<typeof span>>

/** A brand counted in an answer: where, by which rule and, if the reader gave them, the stance and its quote. */
export const evidence = z.object({
  brand: z.string(),
  ...span.shape,
  rule: z.string(),
  stance: stance.optional(),
  quote: span.optional(),
})
export type Evidence = z.infer<typeof evidence>

/** Whether an answer is in the denominator of every rate. */
export function isCounted({ failed, noAnswer }: { readonly failed: boolean; readonly noAnswer: boolean }): boolean {
  return !failed && !noAnswer
}

/** One engine's row of a survey's ledger; planned = counted + noAnswer + failed + skipped. */
export const ledgerRow = z.object({
  engine: engineName,
  planned: z.int(),
  counted: z.int(),
  noAnswer: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Why cells were skipped, or why every call failed. */
  reason: z.string().optional(),
  /** The failed cells by kind, adding up to `failed`; absent if none failed. */
  failures: z.array(failureCount).optional(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

/** Whether a model read every counted answer, or rules found names in the layout of at least some. */
export const namesBy = z.enum(['model', 'rules'])

/**
 * A name as spelled in the answer where a reader found it, a `choice` if the buyer could choose it, with its own
 * registrable `domain` if the reader was sure of it. Only a choice has a stance, and only one with a stance a quote,
 * which is what the reader says that the answer says of it.
 */
export const readName = z.object({
  name: z.string(),
  role: z.enum(['choice', 'passing']),
  domain: z.string().nullable(),
  stance: stance.optional(),
  quote: z.string().optional(),
})
export type ReadName = Readonly<z.infer<typeof readName>>

/** A person's ruling on the names of a category. */
export const ruling = z.discriminatedUnion('kind', [
  /** `name` counts as the brand `into`. */
  z.object({ kind: z.literal('merge'), name: z.string(), into: z.string() }),
  /** `name` is a separate brand, never merged with another. */
  z.object({ kind: z.literal('split'), name: z.string() }),
  /** `spelling` counts as the brand `name`. */
  z.object({ kind: z.literal('alias'), name: z.string(), spelling: z.string() }),
  /** `name` is never counted. */
  z.object({ kind: z.literal('ignore'), name: z.string() }),
])
export type Ruling = z.infer<typeof ruling>

/**
 * How far two readers agree on a sample of answers, over the answer x brand pairs that at least one read as a choice
 * (`pairs`) or both did (`both`): `f1` = 2 x both / (both + pairs). `product` is the same for a report's product in any
 * role, and `stances` has the pairs for which both gave a stance, and those with the same one.
 */
export const agreement = z.object({
  ...{ answers: z.int(), pairs: z.int(), both: z.int(), f1: z.number() },
  product: z.object({ pairs: z.int(), both: z.int() }).optional(),
  stances: z.object({ pairs: z.int(), same: z.int() }).optional(),
})
export type Agreement = z.infer<typeof agreement>

/** How a survey was counted: the version of the rules, the reader, and the rulings on names. */
export const method = z.object({
  detector: z.string(),
  namesBy,
  reader: z.object({ model: z.string(), prompt: z.string() }).nullable(),
  /** Names from the reader that aren't in the answer's prose and don't count; absent in counts by earlier releases. */
  unverified: z.int().optional(),
  quotes: z.object({ given: z.int(), kept: z.int() }).optional(),
  agreement: agreement.nullable(),
  /** Counted answers that were counted by layout because the reader didn't read them; absent if it read all or none. */
  unread: z.int().optional(),
  /**
   * Questions that ask for the same thing, as lists of their numbers from 0: the intervals for other questions and the rank
   * ranges count each list as one. Absent if no two do, and in counts by earlier releases.
   */
  sameIntent: z.array(z.array(z.int())).optional(),
  /** The rulings that changed something here; absent if none did. */
  rulings: z.array(ruling).optional(),
  recounted: z.object({ at: z.iso.datetime(), from: z.string() }).optional(),
})
export type Method = z.infer<typeof method>
