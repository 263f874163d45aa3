import { createHash } from 'node:crypto'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { underLease } from '../driver/transaction.ts'

/** The hash of a month's questions; times are epoch ms, and `publishedAt` is null if it was never published. */
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
  await trx.insertInto('question_hashes').values({ slug, month, sha256, fixed_at: now }).execute()
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

/** All hashes that were published, by month. */
export async function publishedHashes(db: Store): Promise<Map<string, QuestionHash[]>> {
  const rows = await db
    .selectFrom('question_hashes')
    .select(['month', 'slug', 'sha256', 'fixed_at as fixedAt', 'published_at as publishedAt'])
    .where('published_at', 'is not', null)
    .orderBy('month')
    .orderBy('slug')
    .execute()
  return Map.groupBy(rows, ({ month }) => month)
}

/** Records that hashes of a month were published at `now` (epoch ms). Throws LeaseLost. */
export async function markHashesPublished(
  db: Store,
  lease: Lease,
  month: string,
  slugs: readonly string[],
  now: number,
): Promise<void> {
  await underLease(db, lease, now, (trx) =>
    trx
      .updateTable('question_hashes')
      .set({ published_at: now })
      .where('month', '=', month)
      .where('slug', 'in', slugs)
      .where('published_at', 'is', null)
      .execute(),
  )
}
