import type { Store } from '../store/driver/open.ts'
import { readRanking } from '../store/ranking/rankings.ts'

/** How many answers the newest version of a category's month counts by their layout alone, as nobody had read them. */
export async function countUnread(db: Store, slug: string, month: string): Promise<number> {
  const ranking = await readRanking(db, slug, month)
  if (ranking === undefined) return 0
  const { method, answersCounted } = ranking
  return method.reader === null ? answersCounted : (method.unread ?? 0)
}
