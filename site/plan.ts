import type { BrandView, MonthView, SiteView } from './src/views.ts'

/** A page to render: its address under the site, as a file or ending in a slash, and what it shows. */
export interface PlannedPage {
  readonly address: string
  readonly locals: {
    readonly site: SiteView
    readonly month?: MonthView
    readonly question?: number
    readonly brand?: BrandView
  }
}

// Each of these has its file under src/pages.

/** The pages that there is one of. */
export function pagesOfSite(site: SiteView): PlannedPage[] {
  return ['', 'method/', '404.html', 'robots.txt', 'sitemap.xml'].map((address) => ({ address, locals: { site } }))
}

/** The pages of a category, made of its latest month; the month's own page is there too, under the category's address. */
export function pagesOfCategory(_site: SiteView, _latest: MonthView): PlannedPage[] {
  return []
}

/** The pages of a month, the first of which is the ranking itself. */
export function pagesOfMonth(site: SiteView, month: MonthView): PlannedPage[] {
  const { slug, month: name, prompts } = month.ranking
  const folder = `rankings/${slug}/${name}/`
  return [
    ...['', 'brands/'].map((page) => ({ address: `${folder}${page}`, locals: { site, month } })),
    ...prompts.map((_, question) => ({
      address: `${folder}q${question + 1}/`,
      locals: { site, month, question },
    })),
  ]
}
