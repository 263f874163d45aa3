import type { APIRoute } from 'astro'
import { escapeHtml } from '../../../templates/escape.ts'
import { brandPath, pagePath, publicUrl, questionPath, rankingPath } from '../paths.ts'
import type { BrandView } from '../views.ts'

/** The pages to find, each under its canonical address (https://www.sitemaps.org); simulated rankings are not among them. */
export const GET: APIRoute = ({ locals: { site } }) => {
  const months = site.months.filter((month) => !month.simulated)
  const latest = new Set(site.latest)
  const pages = [
    ...['', 'rankings/', 'method/'].map((page) => ({ path: pagePath(page), changed: undefined })),
    ...months.flatMap((month) => {
      const { slug, questions, checkedAt: changed } = month
      return [
        { path: rankingPath(slug, latest.has(month) ? undefined : month.month), changed },
        ...Array.from({ length: questions }, (_, question) => ({
          path: questionPath(slug, month.month, question),
          changed,
        })),
      ]
    }),
    ...lastNamed(site.brands),
  ]
  // More than 50,000 addresses are too many for one file: the last are the brands named longest ago.
  const urls = pages.slice(0, 50_000).map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return `<url><loc>${escapeHtml(publicUrl(path))}</loc>${lastmod}</url>\n`
  })
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
}

/** The brands' pages, those named last first. */
function lastNamed(brands: readonly BrandView[]): { path: string; changed: string }[] {
  return brands
    .flatMap(({ slug, months }) => {
      const asked = months.flatMap(({ summary }) => (summary.simulated ? [] : [summary.checkedAt])).sort()
      const changed = asked.at(-1)
      return changed === undefined ? [] : [{ path: brandPath(slug), changed }]
    })
    .sort((a, b) => (a.changed === b.changed ? (a.path < b.path ? -1 : 1) : a.changed < b.changed ? 1 : -1))
}
