import { rankingUrl } from '../pipeline/contract/addresses.ts'
import { escapeHtml } from '../templates/escape.ts'
import type { MonthSummary, SiteView } from './src/views.ts'

/** The most addresses that one file may have, see https://www.sitemaps.org/protocol.html. */
const MAX_ENTRIES = 50_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Entry {
  readonly url: string
  readonly changed: string | undefined
}

/** The names of the sitemap's files: one, or an index and its parts. */
export function sitemapFiles(site: SiteView): string[] {
  const parts = Math.ceil(entries(site).reduce((count) => count + 1, 0) / MAX_ENTRIES)
  return ['sitemap.xml', ...Array.from({ length: parts > 1 ? parts : 0 }, (_, index) => partName(index + 1))]
}

/** The sitemap, or an index of its parts if there are several, or the part of that number. */
export function sitemapXml(site: SiteView, part?: number): string {
  if (part !== undefined) return listOf('urlset', 'url', entries(site).drop((part - 1) * MAX_ENTRIES))
  const [, ...parts] = sitemapFiles(site)
  const changed = newest(site.months)
  return parts.length === 0
    ? listOf('urlset', 'url', entries(site))
    : listOf('sitemapindex', 'sitemap', Iterator.from(parts.map((name) => ({ url: `${site.url}/${name}`, changed }))))
}

function partName(part: number): string {
  return `sitemap-${part}.xml`
}

/** The pages that search engines should find, by canonical address; simulated rankings are left out. */
function* entries({ url, latest, months, brands, simulated }: SiteView): Generator<Entry, undefined> {
  if (simulated !== 'wholly')
    for (const page of ['', 'rankings/']) yield { url: `${url}/${page}`, changed: newest(latest) }
  yield { url: `${url}/method/`, changed: undefined }
  const last = new Set(latest)
  for (const month of months) {
    if (month.simulated) continue
    const own = rankingUrl(url, month.slug, month.month)
    const { checkedAt } = month
    yield { url: last.has(month) ? rankingUrl(url, month.slug) : own, changed: checkedAt }
    yield { url: `${own}brands/`, changed: checkedAt }
    for (let question = 1; question <= month.questions; question++)
      yield { url: `${own}q${question}/`, changed: checkedAt }
  }
  for (const { slug, months: naming } of brands) {
    const real = naming.flatMap(({ summary }) => (summary.simulated ? [] : [summary]))
    if (real.length > 0) yield { url: `${url}/brands/${encodeURIComponent(slug)}/`, changed: newest(real) }
  }
}

function newest(months: readonly MonthSummary[]): string | undefined {
  return months
    .map(({ checkedAt }) => checkedAt)
    .sort()
    .at(-1)
}

function listOf(root: string, element: string, listed: IteratorObject<Entry>): string {
  const lines = listed.take(MAX_ENTRIES).map(({ url, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return `<${element}><loc>${escapeHtml(url)}</loc>${lastmod}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${[...lines].join('')}</${root}>\n`
}
