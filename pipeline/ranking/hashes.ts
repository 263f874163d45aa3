import type { RunProgress } from '../ask/progress.ts'
import type { Lease } from '../store/driver/leases.ts'
import { markHashesPublished, questionHashes } from '../store/ranking/question-hashes.ts'
import type { PreparedCategory } from './prepare.ts'
import type { MonthJob } from './run.ts'

/**
 * Publishes the hashes of the categories' questions that aren't published yet, together with the month's earlier ones, and
 * records when. Throws LeaseLost.
 */
export async function publishHashes(
  { db, month, showHashes }: MonthJob,
  lease: Lease,
  prepared: readonly PreparedCategory[],
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
