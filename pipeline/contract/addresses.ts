import type { EngineName } from './terms.ts'

/** The page of a report, open to anyone who has its address; `siteUrl` has no trailing slash. */
export function reportUrl(siteUrl: string, slug: string): string {
  return `${siteUrl}/r/${slug}`
}

/** The address of a file of the kit, from that of the report's page. */
export function kitFileUrl(page: string, file: string): string {
  return `${page}/kit/${file}`
}

/** The API's status of a report; `baseUrl` has no trailing slash. */
export function statusUrl(baseUrl: string, slug: string): string {
  return `${baseUrl}/v1/reports/${slug}/status`
}

/** The page of a category's latest month, or of the given month. */
export function rankingUrl(siteUrl: string, slug: string, month?: string): string {
  return `${siteUrl}/rankings/${slug}/${month === undefined ? '' : `${month}/`}`
}

/** An engine's slug, such as `ai-overview`. */
export function engineSlug(engine: EngineName): string {
  return engine.toLowerCase().replaceAll('_', '-')
}

/** The longest slug of a brand in characters: a file's name has at most 255 bytes, and a character at most four. */
const LONGEST = 60
/** The id of each page's main part. */
const TAKEN = ['content']

/** A brand's slug: its letters and digits of any script, with hyphens; the codes of its characters without any. */
export function brandSlug(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const codes = [...name].map((sign) => sign.codePointAt(0)?.toString(16))
  return [...(words ?? ['sign', ...codes]).join('-')].slice(0, LONGEST).join('').replace(/-$/, '')
}

/** The slugs of a list of brands, no two of them the same. */
export function brandSlugs(names: readonly string[]): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>()
  const taken = new Set(TAKEN)
  for (const name of names) {
    const slug = brandSlug(name)
    let free = slug
    for (let next = 2; taken.has(free); next++) free = `${slug}-${next}`
    taken.add(free)
    slugs.set(name, free)
  }
  return slugs
}

/** The anchor of a brand, or of what one engine says of it; with two hyphens, which no slug has. */
export function brandAnchor(slug: string, of?: EngineName | 'name'): string {
  if (of === undefined) return slug
  return `${slug}--${of === 'name' ? of : engineSlug(of)}`
}
