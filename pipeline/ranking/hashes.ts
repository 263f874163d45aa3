import type { RunProgress } from '../ask/progress.ts'
import { markHashesPublished, type QuestionHash, questionHashes } from '../store/ranking/question-hashes.ts'
import type { SurveyRun } from '../survey/run.ts'
import type { PreparedCategory } from './prepare.ts'

/** Publishes hashes of a month's questions; returns the time (epoch ms), or null if that failed. */
export type ShowHashes = (month: string, hashes: readonly QuestionHash[]) => Promise<number | null>

/**
 * Publishes the hashes of the categories' questions that aren't published yet, together with the month's earlier ones, and
 * records when. Throws LeaseLost.
 */
export async function publishHashes(
  { db, lease }: SurveyRun,
  month: string,
  prepared: readonly PreparedCategory[],
  showHashes: ShowHashes | undefined,
  progress: RunProgress,
): Promise<void> {
  const all = await questionHashes(db, month)
  const isNew = (slug: string) => prepared.some((each) => each.slug === slug)
  const shown = all.filter(({ slug, publishedAt }) => publishedAt !== null || isNew(slug))
  const fresh = shown.filter(({ publishedAt }) => publishedAt === null).map(({ slug }) => slug)
  if (fresh.length === 0 || showHashes === undefined) return
  progress.step('hashes', 0, 1)
  const at = await showHashes(month, shown).finally(() => progress.step('hashes', 1, 1))
  if (at !== null) await markHashesPublished(db, lease, month, fresh, at)
}
