import { badgesOf } from './brands.ts'
import { sitemapFiles } from './sitemap.ts'
import type { BrandView, MonthView, SiteView } from './src/views.ts'

/** A page to render: its address under the site, as a file or ending in a slash, and what it shows. */
export interface PlannedPage {
  readonly address: string
  readonly locals: App.Locals
}

/** A month's data and figures to take away; ranking.json is not a page, see build.ts. */
const FILES = ['brands.csv', 'figure.svg', 'figure.png', 'card.png']

// Each of these has its file under src/pages.

/** The pages that exist once. */
export function pagesOfSite(site: SiteView): PlannedPage[] {
  const texts = ['robots.txt', ...sitemapFiles(site), 'feed.xml', 'llms.txt']
  return ['', 'rankings/', 'method/', '404.html', ...texts].map((address) => ({ address, locals: { site } }))
}

/** The pages of a category, made of its latest month; the month's own page is there too, under the category's address. */
export function pagesOfCategory(site: SiteView, latest: MonthView): PlannedPage[] {
  const folder = `rankings/${latest.ranking.slug}/`
  const locals = { site, month: latest }
  return [
    ...['feed.xml', 'embed/'].map((page) => ({ address: `${folder}${page}`, locals })),
    ...badgesOf(latest.history).map((badge) => ({
      address: `${folder}badges/${badge.slug}.svg`,
      locals: { ...locals, badge },
    })),
  ]
}

/** The page of a brand over all categories and months. */
export function pageOfBrand(site: SiteView, brand: BrandView): PlannedPage {
  return { address: `brands/${brand.slug}/`, locals: { site, brand } }
}

/** The pages of a month, the first of which is the ranking itself. */
export function pagesOfMonth(site: SiteView, month: MonthView): PlannedPage[] {
  const { slug, month: name, prompts, searches } = month.ranking
  const files = searches === undefined ? FILES : [...FILES, 'searches.csv']
  const folder = `rankings/${slug}/${name}/`
  return [
    ...['', 'brands/', ...files].map((page) => ({ address: `${folder}${page}`, locals: { site, month } })),
    ...prompts.map((_, question) => ({
      address: `${folder}q${question + 1}/`,
      locals: { site, month, question },
    })),
  ]
}
