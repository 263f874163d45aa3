import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { hardRankings } from '../site/hard-rankings.ts'
import { hostileRankings } from '../site/hostile.ts'
import { publishRankings } from '../site/published.ts'
import { type Served, SITE_URL } from './browser.ts'

export const MONTH = '/rankings/crm-software/2026-11/'
export const LARGE = '/rankings/large-category/2026-11/'
const ARABIC = '/rankings/arabic-category/2026-11/'
const EMPTY = '/rankings/empty-category/2026-11/'

const ofMonths = (months: readonly string[]) =>
  months.flatMap((month) => ['', 'brands/', 'q1/'].map((page) => `${month}${page}`))

/** A page of every kind. */
export const KINDS = [
  ...['/', '/rankings/', '/brands/acme/', '/rankings/six-months/', '/rankings/crm-software/embed/'],
  ...ofMonths([MONTH]),
  ...['/method/', '/404.html'],
]

/** A page of every kind, and every hard case. */
export const PAGES = [
  ...KINDS,
  ...ofMonths([ARABIC, EMPTY]),
  ...['/rankings/crm-software/', '/rankings/pretend-tools/', '/rankings/one-engine/', '/rankings/hebrew-category/'],
]

/** Of 600 answers and sixty brands: axe would take a minute, and has seen their parts on the others. */
export const LARGE_PAGES = ofMonths([LARGE])

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'"
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript',
}

/** A site in a fresh folder, as a server gives it. */
export interface ServedSite extends Served {
  remove(): Promise<void>
}

/** Builds a site with every kind of page and every hard case. */
export async function openSite(): Promise<ServedSite> {
  const { siteDir, remove } = await publishRankings(SITE_URL, [...hostileRankings(), ...hardRankings()])
  const read = async (pathname: string) => {
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const body = await readFile(join(siteDir, file)).catch(() => undefined)
    return body && { body, contentType: TYPES[extname(file)] ?? 'text/plain' }
  }
  return { policy: POLICY, read, remove }
}
