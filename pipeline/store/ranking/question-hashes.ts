import { createHash } from 'node:crypto'
import type { Store } from '../driver/open.ts'

/** The hash of a month's questions; times are epoch ms, and it was never published if that is null. */
export interface QuestionHash {
  readonly slug: string
  readonly sha256: string
  readonly fixedAt: number
  readonly publishedAt: number | null
}

/** The SHA-256, in hex, of the JSON `{"slug":…,"month":…,"questions":[…]}` without blanks. */
export function questionsHash(slug: string, month: string, questions: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify({ slug, month, questions })).digest('hex')
}

/** Stores the hash of the questions that a month begins with. */
export async function keepQuestionHash(
  trx: Store,
  slug: string,
  month: string,
  questions: readonly string[],
  now: number,
): Promise<void> {
  const sha256 = questionsHash(slug, month, questions)
  await trx.insertInto('question_hashes').values({ slug, month, sha256, fixed_at: now, published_at: null }).execute()
}

/** The hashes of a month, by slug. */
export async function questionHashes(db: Store, month: string): Promise<QuestionHash[]> {
  return db
    .selectFrom('question_hashes')
    .select(['slug', 'sha256', 'fixed_at as fixedAt', 'published_at as publishedAt'])
    .where('month', '=', month)
    .orderBy('slug')
    .execute()
}
