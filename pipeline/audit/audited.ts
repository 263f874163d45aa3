import type { z } from 'zod'
import type { Method } from '../contract/terms.ts'
import type { Difference } from './compare.ts'

/** One published version or complete report that was derived again. */
export interface Audited {
  /** `rankings/crm-software/2026-11` or `reports/<slug>`. */
  readonly what: string
  /** The version of a ranking's month; null for a report. */
  readonly version: number | null
  readonly simulated: boolean
  /** How many stored replies were read again. */
  readonly replies: number
  /** How many published and stored values were compared. */
  readonly checked: number
  readonly differences: readonly Difference[]
  /** What could not be derived and was taken as it was frozen, a sentence each. */
  readonly notes: readonly string[]
}

/** Which text is audited. */
export type About = Pick<Audited, 'what' | 'version' | 'simulated'>

/** The audit of what cannot be derived at all. */
export function unreadable(about: About, derived = "another form than the contract's"): Audited {
  const difference = { what: about.what, published: 'a published text', derived }
  return { ...about, replies: 0, checked: 1, differences: [difference], notes: [] }
}

/** The audit of a text that an earlier version of the program froze; undefined of any other. */
export function earlier(about: About, { unverified }: Method): Audited | undefined {
  if (unverified !== undefined) return undefined
  const note = `${about.what} was frozen by an earlier version of this program, which counted otherwise: it reads as it did, and is not derived again.`
  return { ...about, replies: 0, checked: 0, differences: [], notes: [note] }
}

/** A frozen text whole, with fields that the contract doesn't know; undefined where it isn't of the contract's form. */
export function parseFrozen<Document>(
  shape: z.ZodType<Document>,
  read: (text: string) => unknown,
  text: string,
): Document | undefined {
  let json: unknown
  try {
    json = read(text)
  } catch {
    return undefined
  }
  return isOf(shape, json) ? json : undefined
}

function isOf<Document>(shape: z.ZodType<Document>, json: unknown): json is Document {
  return shape.safeParse(json).success
}
