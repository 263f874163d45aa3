import type { QuestionHash } from '../pipeline/store/ranking/question-hashes.ts'
import type { SiteFile } from './write.ts'

/** The file of the hashes of a month's questions, each with when it was published. */
export function hashesFile(month: string, hashes: readonly QuestionHash[]): SiteFile {
  const shown = hashes.map(({ slug, sha256, publishedAt }) => ({
    slug,
    sha256,
    publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
  }))
  const json = JSON.stringify({ month, sha256Of: HASHED, questions: shown }, null, 2)
  return { path: `questions/${month}.json`, content: `${json}\n` }
}

const HASHED = '{"slug":…,"month":…,"questions":[…]}, in UTF-8 and without blanks'
