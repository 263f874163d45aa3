import { brandAnchor, engineSlug, rankingUrl } from '../../pipeline/contract/addresses.ts'
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

/** The path of a brand's badge for a category's latest month; `brand` as the month's addresses have it. */
export function badgePath(slug: string, brand: string): string {
  return `${rankingPath(slug)}badges/${encodeURIComponent(brand)}.svg`
}

/** The path of a question's answers in a month; questions from 0. */
export function questionPath(slug: string, month: string, question: number): string {
  return `${rankingPath(slug, month)}q${question + 1}/`
}

/** The path of one answer; question and run from 0. */
export function answerPath(
  slug: string,
  month: string,
  { question, engine, run }: { readonly question: number; readonly engine: EngineName; readonly run: number },
): string {
  return `${questionPath(slug, month, question)}#${answerAnchor({ engine, run })}`
}

/** The anchor of an answer on its question's page. */
export function answerAnchor({ engine, run }: { readonly engine: EngineName; readonly run: number }): string {
  return `${engineSlug(engine)}-${run + 1}`
}

/** The path of a month's brands one by one, or of one of them, or of what one engine says of it. */
export function brandsPath(slug: string, month: string, brand?: string, engine?: EngineName): string {
  const anchor = brand === undefined ? '' : `#${encodeURIComponent(brandAnchor(brand, engine))}`
  return `${rankingPath(slug, month)}brands/${anchor}`
}
