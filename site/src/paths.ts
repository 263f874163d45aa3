import { rankingUrl } from '../../pipeline/contract/addresses.ts'

const root = new URL(globalThis.svcSite.url).pathname.replace(/\/+$/, '')

/** The path of a page of this site; `page` is empty, or ends in a slash or a file name. */
export function pagePath(page: string): string {
  return `${root}/${page}`
}

/** The path of a file that the compiler named after its content, such as `/_astro/site.B2c.css`. */
export function assetPath(compiled: string): string {
  return `${root}${compiled}`
}

/** The path of a category's page for a month, by default the latest. */
export function rankingPath(slug: string, month?: string): string {
  return rankingUrl(root, slug, month)
}

/** The public address of a path of this site. */
export function publicUrl(path: string): string {
  return new URL(path, globalThis.svcSite.url).href
}
