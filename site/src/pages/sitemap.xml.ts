import type { APIRoute } from 'astro'
import { pagePath, publicUrl, rankingPath } from '../paths.ts'

/** The pages to find, each under its canonical address; simulated rankings are not among them. */
export const GET: APIRoute = ({ locals: { site } }) => {
  const pages = [
    { path: pagePath('') },
    { path: pagePath('method/') },
    ...site.months
      .filter(({ simulated }) => !simulated)
      .map((month) => ({
        path: rankingPath(month.slug, site.latest.includes(month) ? undefined : month.month),
        checkedAt: month.checkedAt,
      })),
  ]
  const urls = pages.map((page) => {
    const changed = 'checkedAt' in page ? `<lastmod>${page.checkedAt}</lastmod>` : ''
    return `<url><loc>${publicUrl(page.path)}</loc>${changed}</url>\n`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
  return new Response(xml, { headers: { 'content-type': 'application/xml' } })
}
