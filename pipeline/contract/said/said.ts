import { z } from 'zod'
import { engineName, stance } from '../terms.ts'

/** A sentence on a brand from an answer, with its markup, and what that answer says of the brand. */
export const quote = z.object({ stance, engine: engineName, question: z.int(), run: z.int(), text: z.string() })
export type Quote = Readonly<z.infer<typeof quote>>

/**
 * What answers say of a brand, according to their reader: the `answers` that name it and have a stance, how many have each
 * stance, and a few of their sentences.
 */
export const said = z.object({
  answers: z.int(),
  recommended: z.int(),
  mentioned: z.int(),
  advisedAgainst: z.int(),
  quotes: z.array(quote),
})
export type Said = z.infer<typeof said>
