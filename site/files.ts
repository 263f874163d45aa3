import { join } from 'node:path'
import { marketBeside } from '../pipeline/contract/market/market-words.ts'
import type { Ranking } from '../pipeline/contract/ranking.ts'
import { monthAsked } from '../pipeline/contract/wording.ts'
import { rankingCsv, searchesCsv } from '../pipeline/export/ranking-csv.ts'
import { drawBadge } from '../templates/figures/badge.ts'
import { drawBrands } from '../templates/figures/brand-drawing.ts'
import { createFigures } from '../templates/figures/figures.ts'
import { pngOf } from '../templates/figures/png.ts'
import { badgesOf } from './brands.ts'
import { atomFeed } from './feed.ts'
import { llmsTxt } from './llms.ts'
import { sitemaps } from './sitemap.ts'
import { pictureOf } from './src/quote.ts'
import type { MonthView, SiteView } from './src/views.ts'
import type { SiteFile } from './write.ts'

const FIGURE_WIDTH = 1440
/** The preview picture for shared links to a month (https://ogp.me), 1200 x 630 pixels. */
const CARD = { width: 1200, height: 378 }

const { svg } = createFigures(join(import.meta.dirname, '../templates'))

/** The files that exist once. */
export function filesOfSite(site: SiteView): SiteFile[] {
  return [
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n` },
    ...sitemaps(site),
    atomFeed(site, { title: 'Answer engine rankings', path: 'feed.xml', page: 'rankings/', months: site.months }),
    { path: 'llms.txt', content: llmsTxt(site) },
  ]
}

/** The files of a category, made of its latest month: a feed, and a badge for each brand. */
export function filesOfCategory(site: SiteView, { ranking, history }: MonthView): SiteFile[] {
  const { slug, category, answersCounted: answers, simulated } = ranking
  const page = `rankings/${slug}/`
  const title = `Answer engine rankings: ${category}${marketBeside(ranking)}`
  const month = `${monthAsked(ranking)}${marketBeside(ranking)}`
  return [
    atomFeed(site, { title, path: `${page}feed.xml`, page, months: history }),
    ...badgesOf(history).map((badge) => ({
      path: `${page}badges/${badge.slug}.svg`,
      content: svg(drawBadge({ ...badge, answers, month, simulated })),
    })),
  ]
}

/** A month's data and figures to take away; ranking.json is written as the store has it, see build.ts. */
export async function filesOfMonth(ranking: Ranking): Promise<SiteFile[]> {
  const folder = `rankings/${ranking.slug}/${ranking.month}/`
  const picture = pictureOf(ranking)
  const figure = drawBrands(picture)
  const card = drawBrands({ ...picture, height: CARD.height })
  return [
    { path: `${folder}brands.csv`, content: rankingCsv(ranking) },
    ...(ranking.searches ? [{ path: `${folder}searches.csv`, content: searchesCsv(ranking) }] : []),
    { path: `${folder}figure.svg`, content: svg(figure) },
    { path: `${folder}figure.png`, content: await pngOf(figure, FIGURE_WIDTH) },
    { path: `${folder}card.png`, content: await pngOf(card, CARD.width) },
  ]
}
