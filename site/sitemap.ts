import { rankingUrl } from '../pipeline/contract/addresses.ts'
import { escapeHtml } from '../templates/escape.ts'
import type { MonthSummary, SiteView } from './src/views.ts'
import type { SiteFile } from './write.ts'

/** The most addresses that one file may have, see https://www.sitemaps.org/protocol.html. */
const MAX_ENTRIES = 50_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Entry {
  readonly url: string
  readonly changed: string | undefined
}

/** The sitemap: one file, or an index and its parts if there are more addresses than a file may have. */
export function sitemaps(site: SiteView): SiteFile[] {
  const all = [...entries(site)]
  if (all.length <= MAX_ENTRIES) return [{ path: 'sitemap.xml', content: listOf('urlset', 'url', all) }]
  const parts = Array.from({ length: Math.ceil(all.length / MAX_ENTRIES) }, (_, index) => ({
    path: `sitemap-${index + 1}.xml`,
    content: listOf('urlset', 'url', all.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES)),
  }))
  const changed = newest(site.months)
  const listed = parts.map(({ path }) => ({ url: `${site.url}/${path}`, changed }))
  return [{ path: 'sitemap.xml', content: listOf('sitemapindex', 'sitemap', listed) }, ...parts]
}

/** The pages that search engines should find, by canonical address; simulated rankings are left out. */
function* entries({ url, latest, months, brands, simulated }: SiteView): Generator<Entry> {
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

function listOf(root: string, element: string, listed: readonly Entry[]): string {
  const lines = listed.map(({ url, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return `<${element}><loc>${escapeHtml(url)}</loc>${lastmod}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join('')}</${root}>\n`
}
