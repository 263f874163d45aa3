import type { z } from 'zod'
import type { Method } from '../contract/terms.ts'
import type { Difference } from './compare.ts'

/** The audit of one published version or complete report. */
export interface Audited {
  /** `rankings/crm-software/2026-11` or `reports/<slug>`. */
  readonly what: string
  /** The version of a ranking's month; null for a report. */
  readonly version: number | null
  readonly simulated: boolean
  /** Stored replies that were read again. */
  readonly replies: number
  /** Published and stored values that were compared. */
  readonly checked: number
  readonly differences: readonly Difference[]
  /** A sentence for each thing that could not be derived and was taken as frozen. */
  readonly notes: readonly string[]
}

/** Which text is audited. */
export type About = Pick<Audited, 'what' | 'version' | 'simulated'>

/** The audit of a text that cannot be derived at all. */
export function unreadable(about: About, derived = "another form than the contract's"): Audited {
  const difference = { what: about.what, published: 'a published text', derived }
  return { ...about, replies: 0, checked: 1, differences: [difference], notes: [] }
}

/** The audit of a text frozen by an earlier version of the program; undefined for any other. */
export function earlier(about: About, { unverified }: Method): Audited | undefined {
  if (unverified !== undefined) return undefined
  const note = `${about.what} was frozen by an earlier version of this program, which counted differently: it still reads the same, and is not derived again.`
  return { ...about, replies: 0, checked: 0, differences: [], notes: [note] }
}

/** A frozen text with all its fields, also those the contract doesn't know; undefined if it doesn't have the contract's form. */
export function parseFrozen<Document>(
  shape: z.ZodType<Document>,
  read: (text: string) => unknown,
  text: string,
): Document | undefined {
  const json = parsed(text, read)
  return isOf(shape, json) ? json : undefined
}

/** The JSON; a text that isn't JSON is returned as it is, which no reader understands. */
export function parsed(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text)
  } catch {
    return text
  }
}

function isOf<Document>(shape: z.ZodType<Document>, json: unknown): json is Document {
  return shape.safeParse(json).success
}
