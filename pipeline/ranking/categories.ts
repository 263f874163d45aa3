import { isUtf8 } from 'node:buffer'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { marketFields } from '../contract/market/fields.ts'
import { type MarketFields, marketOf, rankingSlug } from '../contract/market/market.ts'
import { slug } from '../contract/terms.ts'
import { repetitions, shapeFaults, syntaxFaults } from './category-faults.ts'

const text = z
  .string()
  .trim()
  // No store can hold half a surrogate pair.
  .regex(/^([^\p{Cc}\p{Cs}]|[\t\n\r])*$/u)

// It is strict, because if a misspelt `questions` were ignored, other questions would be written and kept for good.
const file = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        slug,
        category: text.min(1).max(120),
        ...marketFields,
        questions: z.array(text.min(3).max(300)).min(1).max(100).optional(),
      }),
    )
    .min(1),
})

/** A category of the operator's file in a market; without questions, they are written once and kept. */
export interface CategorySpec extends MarketFields {
  /** The name of its ranking, see `rankingSlug`. */
  readonly slug: string
  readonly category: string
  readonly questions?: readonly string[] | undefined
}

/** That a month keeps the questions it was begun with, if the file now has others; undefined if it has the same or none. */
export function keptQuestions(
  { slug, questions }: CategorySpec,
  month: string,
  begun: readonly string[],
): string | undefined {
  return questions === undefined || questions.join('\n') === begun.join('\n')
    ? undefined
    : `${slug}: ${month} was begun with other questions than the file has now, and keeps them.`
}

/** The categories of the file, or a sentence for each fault: its place, what was found, and what is allowed. */
export function parseCategories(bytes: Uint8Array): CategorySpec[] | { readonly faults: readonly string[] } {
  // In UTF-16, each Latin letter and line break has a NUL byte.
  if (bytes.includes(0)) return { faults: ['It is UTF-16, or not text; save it as UTF-8.'] }
  const yaml = new TextDecoder().decode(bytes)
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const refusal = (faults: readonly { readonly at: number; readonly clause: string }[]) => ({
    faults: faults
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, clause }) => {
        const { line, col } = lines.linePos(at)
        return `Line ${line}, column ${col}: ${clause}.`
      }),
  })
  if (!isUtf8(bytes))
    return refusal([{ at: yaml.indexOf('\uFFFD'), clause: 'this is not UTF-8; save the file as UTF-8' }])
  const broken = syntaxFaults(document)
  if (broken.length > 0) return refusal(broken)
  const parsed = file.safeParse(document.toJS())
  const faults = [...shapeFaults(document, parsed.error?.issues ?? []), ...repetitions(document)]
  return parsed.success && faults.length === 0 ? parsed.data.categories.map(toSpec) : refusal(faults)
}

function toSpec(entry: z.infer<typeof file>['categories'][number]): CategorySpec {
  return { ...entry, slug: rankingSlug(entry.slug, marketOf(entry)) }
}
