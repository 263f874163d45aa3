import { z } from 'zod'
import { failureCount } from './failures.ts'
import { ENGINES, MONTH, SLUG } from './words.ts'

export { ENGINES }

export const engineName = z.enum(ENGINES)
export type EngineName = z.infer<typeof engineName>

/** A calendar month, `YYYY-MM`. */
export const month = z.string().regex(MONTH)

/** A category's name in addresses. */
export const slug = z.string().regex(SLUG)

/** A page that an engine cited; `domain` is registrable, null where the page has none (an IP address, an unresolved redirect). */
export const citation = z.object({ url: z.string(), title: z.string().optional(), domain: z.string().nullable() })
export type Citation = z.infer<typeof citation>

/** A 95 % interval of a rate, both ends in 0..1; 0 to 1 where the data can't say. */
export const interval = z.object({ low: z.number(), high: z.number() })
export type Interval = z.infer<typeof interval>

/** One brand counted in one answer: UTF-16 offsets into the answer's `text`, and the rule that fired. */
export const evidence = z.object({ brand: z.string(), start: z.int(), end: z.int(), rule: z.string() })
export type Evidence = z.infer<typeof evidence>

/** Whether every rate has the answer in its denominator: it neither failed nor came to nothing that could be scored. */
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
  /** Why cells were skipped, or that every call failed. */
  reason: z.string().optional(),
  /** The failed cells by kind, their counts adding up to `failed`; absent where none failed. */
  failures: z.array(failureCount).optional(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

/** Where the names come from that were counted: a model read every counted answer, or the layout of some or all of them spoke. */
export const namesBy = z.enum(['model', 'rules'])

/**
 * A name that a reader saw in an answer, as it is spelled there. `choice` is put up as something the buyer could choose,
 * `passing` is all else; `domain` is the name's own and registrable, where the reader was sure of it.
 */
export const readName = z.object({
  name: z.string(),
  role: z.enum(['choice', 'passing']),
  domain: z.string().nullable(),
})
export type ReadName = Readonly<z.infer<typeof readName>>

/** A person's ruling on the names of a category. */
export const ruling = z.discriminatedUnion('kind', [
  /** `name` is no brand of its own: it counts as the brand `into`. */
  z.object({ kind: z.literal('merge'), name: z.string(), into: z.string() }),
  /** `name` is a brand of its own, never taken for another's spelling. */
  z.object({ kind: z.literal('split'), name: z.string() }),
  /** `spelling` counts as the brand `name`. */
  z.object({ kind: z.literal('alias'), name: z.string(), spelling: z.string() }),
  /** `name` is never counted. */
  z.object({ kind: z.literal('ignore'), name: z.string() }),
])
export type Ruling = z.infer<typeof ruling>

/**
 * How far two readers agree in a sample of answers, over pairs of an answer and a brand that at least one of them read
 * there as a choice: how many pairs, how many that both have, and F1, which is 2 x both / (both + pairs), 0 to 1. `product`, in a report,
 * is the same of its product in whatever role.
 */
export const agreement = z.object({
  ...{ answers: z.int(), pairs: z.int(), both: z.int(), f1: z.number() },
  product: z.object({ pairs: z.int(), both: z.int() }).optional(),
})
export type Agreement = z.infer<typeof agreement>

/** How a survey was counted: the version of the counting rules, who read the answers, and what a person ruled on the names. */
export const method = z.object({
  detector: z.string(),
  namesBy,
  /** The model that read the answers, and the version of its prompt; null where none did. */
  reader: z.object({ model: z.string(), prompt: z.string() }).nullable(),
  /**
   * Names that the reader gave and that stand nowhere in the prose of their answer: none of them counts. Absent where an
   * earlier version of the program counted, which had no reader.
   */
  unverified: z.int().optional(),
  /** Null where no second reader read any. */
  agreement: agreement.nullable(),
  /** Counted answers that the reader did not read, so that their layout spoke; absent where it read them all, or none. */
  unread: z.int().optional(),
  /** The rulings that changed something here; absent where none did. */
  rulings: z.array(ruling).optional(),
  /** Where the answers were counted again later: when, and by which rules they were counted before. */
  recounted: z.object({ at: z.iso.datetime(), from: z.string() }).optional(),
})
export type Method = z.infer<typeof method>
