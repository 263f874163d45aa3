import type { Market } from '../../contract/market/market.ts'
import type { Store } from '../driver/open.ts'
import type { Tables } from '../driver/schema.ts'
import { inTransaction } from '../driver/transaction.ts'

/** Who wrote a category's questions; templates make up for what the scribe didn't write. */
export type QuestionsBy = NonNullable<Tables['categories']['questions_by']>

export interface Category extends Market {
  /** The name of its ranking in this market, see `rankingSlug`. */
  readonly slug: string
  readonly category: string
  readonly simulated: boolean
  /** Asked in every later month; empty until they are first written. */
  readonly questions: readonly string[]
  /** Null if it was never recorded. */
  readonly questionsBy: QuestionsBy | null
}

/** The stored category, or undefined if it was never run. */
export async function findCategory(db: Store, slug: string): Promise<Category | undefined> {
  const row = await db
    .selectFrom('categories')
    .select(['slug', 'category', 'country', 'language', 'simulated', 'questions_by as questionsBy'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const questions = await db
    .selectFrom('category_questions')
    .select('text')
    .where('slug', '=', slug)
    .orderBy('question')
    .execute()
  return { ...row, simulated: row.simulated === 1, questions: questions.map(({ text }) => text) }
}

/** The slug under which the store has a category of this name, market and kind; undefined without one. */
export async function slugOfCategory(
  db: Store,
  { category, country, language, simulated }: Pick<Category, 'category' | 'country' | 'language' | 'simulated'>,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('categories')
    .select(['slug', 'category'])
    .where('country', '=', country)
    .where('language', '=', language)
    .where('simulated', '=', simulated ? 1 : 0)
    .orderBy('slug')
    .execute()
  return rows.find((row) => foldedCategory(row.category) === foldedCategory(category))?.slug
}

/** Stores the category's name and questions in place of earlier ones; its market stays, as do months already begun. */
export async function keepCategory(db: Store, category: Category, now: number): Promise<void> {
  const { slug, country, language, simulated, questions, questionsBy } = category
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('categories')
      .values({
        slug,
        category: category.category,
        country,
        language,
        simulated: simulated ? 1 : 0,
        created_at: now,
        questions_by: questionsBy,
      })
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet({ category: category.category, questions_by: questionsBy }),
      )
      .execute()
    await trx.deleteFrom('category_questions').where('slug', '=', slug).execute()
    const rows = questions.map((text, question) => ({ slug, question, text }))
    if (rows.length > 0) await trx.insertInto('category_questions').values(rows).execute()
  })
}

/** A category's name for comparison, without case and extra spaces. */
export function foldedCategory(category: string): string {
  return category.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
