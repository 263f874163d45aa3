import { brandSlugs } from '../pipeline/contract/addresses.ts'
import { foldKey } from '../pipeline/mentions/fold.ts'
import { type BrandView, brandKey, type MonthSummary } from './src/views.ts'

type Named = BrandView['months'][number]

/** The pages of all brands, and the slug of each by `brandKey`. */
export interface BrandPages {
  readonly views: readonly BrandView[]
  readonly slugs: ReadonlyMap<string, string>
}

/**
 * The brands of these months, each with its page, shared by names that differ in case, accents or signs, while a name
 * of several websites has one for each. Brands get addresses in the order in which they were first named, so that none
 * changes.
 */
export function brandPages(months: readonly MonthSummary[]): BrandPages {
  const named = [...Map.groupBy(months, ({ slug }) => slug).values()].flatMap((category) =>
    category.toReversed().flatMap((summary) => summary.brands.map((brand) => ({ summary, brand }))),
  )
  const names = [...Map.groupBy(named, ({ brand }) => keyOf(brand.name)).values()]
  const websites = names.flatMap(byWebsite).sort((a, b) => compare(a.since, b.since) || compare(a.title, b.title))
  const slugs = brandSlugs(websites.map(({ title }) => title))
  const slugOf = ({ title }: Website) => slugs.get(title) ?? ''
  const namesakes = Map.groupBy(websites, ({ name }) => name)
  const views = websites.map((website) => ({
    slug: slugOf(website),
    name: website.name,
    ...(website.domain && { domain: website.domain }),
    namesakes: (namesakes.get(website.name) ?? []).flatMap((other) =>
      other === website || other.domain === undefined ? [] : [{ slug: slugOf(other), domain: other.domain }],
    ),
    months: website.months,
  }))
  return {
    views,
    slugs: new Map(
      views.flatMap(({ slug, months }) => months.map(({ summary, brand }) => [brandKey(summary, brand.name), slug])),
    ),
  }
}

/** A badge of a category's latest month, for a brand of any month; without a count for one that is no longer named. */
interface BadgeView {
  readonly slug: string
  readonly name: string
  readonly mentions?: number
}

/** The badges of a category's months, with the counts of the last; none is ever removed, as other sites may use it. */
export function badgesOf(months: readonly MonthSummary[]): BadgeView[] {
  const latest = new Map(months.at(-1)?.brands.map((brand) => [keyOf(brand.name), brand]))
  const badges = new Map<string, BadgeView>()
  for (const { brands } of months.toReversed())
    for (const [name, slug] of brandSlugs(brands.map((brand) => brand.name))) {
      const brand = latest.get(keyOf(name))
      if (!badges.has(slug)) badges.set(slug, { slug, name, ...(brand && { mentions: brand.mentions }) })
    }
  return [...badges.values()]
}

/** The pages that were the same before and are made of the same months. */
export function unchangedPages({ views }: BrandPages, before: BrandPages): Set<BrandView> {
  const known = new Map(before.views.map((view) => [view.slug, view]))
  const face = ({ name, domain, namesakes }: BrandView) => JSON.stringify([name, domain, namesakes])
  return new Set(
    views.filter((view) => {
      const old = known.get(view.slug)
      return (
        old !== undefined &&
        old.months.length === view.months.length &&
        old.months.every(({ brand }, index) => brand === view.months[index]?.brand) &&
        face(old) === face(view)
      )
    }),
  )
}

/** The categories one of whose brands had another address before. */
export function relinkedCategories({ slugs }: BrandPages, before: BrandPages): Set<string> {
  return new Set(
    [...slugs].flatMap(([key, slug]) => (before.slugs.get(key) === slug ? [] : [key.slice(0, key.indexOf('/'))])),
  )
}

interface Website {
  readonly name: string
  /** The domain, if the name has several. */
  readonly domain: string | undefined
  /** What its address is made from, unique among all. */
  readonly title: string
  readonly since: string
  readonly months: readonly Named[]
}

/** The websites behind one name; a month that names none goes to that of its category, or else to the first. */
function byWebsite(named: readonly Named[]): Website[] {
  const oldest = named.toSorted(
    (a, b) => compare(a.summary.month, b.summary.month) || compare(a.summary.slug, b.summary.slug),
  )
  const [newest] = named
  const [first] = oldest
  if (newest === undefined || first === undefined) return []
  const domains = new Set(oldest.flatMap(({ brand }) => brand.domain ?? []))
  const [keeper] = domains
  const inCategory = new Map(
    named.flatMap(({ summary, brand }) => (brand.domain ? [[summary.slug, brand.domain]] : [])),
  )
  const groups = Map.groupBy(named, ({ summary, brand }) => brand.domain ?? inCategory.get(summary.slug) ?? keeper)
  return [...groups].map(([domain, months]) => ({
    name: newest.brand.name,
    domain: domains.size > 1 ? domain : undefined,
    // The first website keeps the address that it had before there was another. No name has a line break.
    title: domain === keeper ? first.brand.name : `${first.brand.name}\n${domain}`,
    since: months.map(({ summary }) => summary.month).sort()[0] ?? '',
    months,
  }))
}

/** The same for names that differ in case, accents or signs. */
function keyOf(name: string): string {
  return foldKey(name) || name
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
