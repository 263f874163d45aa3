import { rankingUrl } from '../../pipeline/contract/addresses.ts'

const root = import.meta.env.BASE_URL.replace(/\/+$/, '')

/** The address of a page of this site from the root of its host; `page` is empty or ends in a slash or a file's name. */
export function pagePath(page: string): string {
  return `${root}/${page}`
}

/** The page of a category's latest month, or of the month that is named. */
export function rankingPath(slug: string, month?: string): string {
  return rankingUrl(root, slug, month)
}
