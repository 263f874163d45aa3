import { rankingUrl } from '../../pipeline/contract/addresses.ts'

const root = import.meta.env.BASE_URL.replace(/\/+$/, '')

/** The path of a page of this site; `page` is empty, or ends in a slash or a file name. */
export function pagePath(page: string): string {
  return `${root}/${page}`
}

/** The path of a category's page for a month, by default the latest. */
export function rankingPath(slug: string, month?: string): string {
  return rankingUrl(root, slug, month)
}
