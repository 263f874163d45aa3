import type { QuestionHash } from '../pipeline/store/ranking/question-hashes.ts'

/** Where the hashes of a month's questions are on the site. */
export function hashesPath(month: string): string {
  return `questions/${month}.json`
}

/** The hashes of a month's questions, each with when it was published. */
export function hashesJson(month: string, hashes: readonly QuestionHash[]): string {
  const shown = hashes.map(({ slug, sha256, publishedAt }) => ({
    slug,
    sha256,
    publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
  }))
  return `${JSON.stringify({ month, sha256Of: HASHED, questions: shown }, null, 2)}\n`
}

const HASHED = '{"slug":…,"month":…,"questions":[…]}, in UTF-8 and without blanks'
