import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'

const root = import.meta.env.BASE_URL.replace(/\/+$/, '')

/** The address of a page of this site from the root of its host; `page` is empty or ends in a slash or a file's name. */
export function pagePath(page: string): string {
  return `${root}/${page}`
}

/** The page of a category's latest month, or of the month that is named. */
export function rankingPath(slug: string, month?: string): string {
  return rankingUrl(root, slug, month)
}

/** The anchor of one answer on its month's page; numbers from 0, as in the API. */
export function answerId(answer: { question: number; engine: EngineName; run: number }): string {
  return `q${answer.question}-${answer.engine}-r${answer.run}`
}
