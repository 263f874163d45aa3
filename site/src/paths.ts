import { brandAnchor, brandSlugs, engineSlug, rankingUrl } from '../../pipeline/contract/addresses.ts'
import type { RankedBrand, Ranking } from '../../pipeline/contract/ranking.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'

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

/** The path of a brand over all categories and months; `slug` as SiteView has it. */
export function brandPath(slug: string): string {
  return `${root}/brands/${encodeURIComponent(slug)}/`
}

type Month = Pick<Ranking, 'slug' | 'month'>
type NamingMonth = Month & { readonly brands: readonly Pick<RankedBrand, 'name'>[] }

/** The slugs of each month's brands. */
const brandsInMonths = new WeakMap<NamingMonth['brands'], ReadonlyMap<string, string>>()

/** A brand of a month in addresses. */
export function slugOf({ brands }: NamingMonth, brand: string): string {
  const slugs = brandsInMonths.get(brands) ?? brandSlugs(brands.map(({ name }) => name))
  brandsInMonths.set(brands, slugs)
  return slugs.get(brand) ?? ''
}

/** The path of a month's page: for the latest month that of its category. */
export function monthPath({ slug, months }: Pick<Ranking, 'slug' | 'months'>, month: string): string {
  return month === months[0] ? rankingPath(slug) : rankingPath(slug, month)
}

/** The path of a brand's badge for a category's latest month. */
export function badgePath(month: NamingMonth, brand: string): string {
  return `${rankingPath(month.slug)}badges/${encodeURIComponent(slugOf(month, brand))}.svg`
}

/** The path of a question's answers in a month; questions from 0. */
export function questionPath({ slug, month }: Month, question: number): string {
  return `${rankingPath(slug, month)}q${question + 1}/`
}

/** The path of one answer; question and run from 0. */
export function answerPath(
  month: Month,
  { question, ...answer }: { readonly question: number; readonly engine: EngineName; readonly run: number },
): string {
  return `${questionPath(month, question)}#${answerAnchor(answer)}`
}

/** The anchor of an answer on its question's page. */
export function answerAnchor({ engine, run }: { readonly engine: EngineName; readonly run: number }): string {
  return `${engineSlug(engine)}-${run + 1}`
}

/** The path of a month's brands one by one. */
export function brandsPath({ slug, month }: Month): string {
  return `${rankingPath(slug, month)}brands/`
}

/** The path of the answers of a month that name a brand, or of those of one engine. */
export function namingPath(month: NamingMonth, brand: string, engine?: EngineName): string {
  return `${brandsPath(month)}#${encodeURIComponent(brandAnchor(slugOf(month, brand), engine))}`
}
