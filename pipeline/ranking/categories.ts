import { parse } from 'yaml'
import { z } from 'zod'
import { slug } from '../contract/terms.ts'

const text = z
  .string()
  .trim()
  .regex(/^(\P{Cc}|[\t\n\r])*$/u, 'it holds a control character')

// Strict: a misspelt `questions` would be left aside without a word, and others asked for ever after.
const file = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        slug,
        category: text.min(1).max(120),
        questions: z.array(text.min(3).max(300)).min(1).max(100).optional(),
      }),
    )
    .min(1),
})

/** A category as the operator's file names it; without questions they are written once and then kept. */
export type CategorySpec = z.infer<typeof file>['categories'][number]

/** The categories of the file, or one sentence that says what to mend. */
export function parseCategories(yaml: string): CategorySpec[] | { refusal: string } {
  let document: unknown
  try {
    document = parse(yaml)
  } catch (fault) {
    const line = fault instanceof Error ? /at line (\d+)/.exec(fault.message)?.[1] : undefined
    return { refusal: `The categories file is not YAML${line === undefined ? '' : ` (line ${line})`}; mend it.` }
  }
  const parsed = file.safeParse(document)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? 'categories' : issue.path.join('.')
    return { refusal: `The categories file is wrong at ${where}: ${issue?.message ?? 'unknown shape'}.` }
  }
  const { categories } = parsed.data
  const twice = categories.find((each, at) => categories.findIndex((other) => other.slug === each.slug) !== at)
  if (twice !== undefined) return { refusal: `The categories file names the slug ${twice.slug} twice; keep one.` }
  for (const { slug: name, questions = [] } of categories)
    if (new Set(questions.map((question) => question.toLowerCase())).size !== questions.length)
      return { refusal: `The category ${name} has the same question twice; keep one.` }
  return categories
}
