import type { RankedBrand, Ranking } from '../../pipeline/contract/ranking.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'

/** What is kept of every published month, for lists, brand pages, figures over months and feeds. */
export interface MonthSummary
  extends Pick<
    Ranking,
    | 'slug'
    | 'category'
    | 'country'
    | 'language'
    | 'month'
    | 'version'
    | 'checkedAt'
    | 'asked'
    | 'simulated'
    | 'engines'
    | 'answersCounted'
    | 'comparedWith'
  > {
  readonly questions: number
  /** Equal if the same questions were asked. */
  readonly questionsDigest: string
  /** The models that served each engine's counted answers, sorted. */
  readonly models: readonly { readonly engine: EngineName; readonly models: readonly string[] }[]
  /** The version of the counting rules. */
  readonly detector: string
  /** In the ranking's order, without the figures of each engine. */
  readonly brands: readonly Omit<RankedBrand, 'engines'>[]
}

/** How much of the data shown is simulated. */
export type Simulated = 'not' | 'partly' | 'wholly'

/** What a page may need of the whole site. */
export interface SiteView {
  /** The public address without a trailing slash. */
  readonly url: string
  /** The licence of the data, as the operator sets it: an SPDX name or a sentence. */
  readonly dataLicense: string
  readonly simulated: Simulated
  /** The public key of bundles' signatures; undefined without one. */
  readonly signingKey: string | undefined
  /** Each category's latest month, sorted by category name. */
  readonly latest: readonly MonthSummary[]
  /** Every month of every category, oldest first within a category. */
  readonly months: readonly MonthSummary[]
  readonly brands: readonly BrandView[]
  /** The slug of each brand's page, by `brandKey`. */
  readonly brandSlugs: ReadonlyMap<string, string>
}

/** How a month can be checked: the size of its bundle, and when the hash of its questions was published, ISO 8601. */
export interface MonthCheck {
  readonly bundleBytes?: number
  readonly hashPublished?: string
}

/** What the pages of one month of one category are made of. */
export interface MonthView {
  readonly ranking: Ranking
  /** The category's months up to this one, oldest first; this one is the last. */
  readonly history: readonly MonthSummary[]
  readonly check: MonthCheck
}

/** A brand over the categories and months that name it, by name and website; newest month first within a category. */
export interface BrandView {
  readonly slug: string
  readonly name: string
  /** Its website, if others go by the same name; these are its namesakes. */
  readonly domain?: string
  readonly namesakes: readonly { readonly slug: string; readonly domain: string }[]
  readonly months: readonly { readonly summary: MonthSummary; readonly brand: MonthSummary['brands'][number] }[]
}

/** The months, the one published last first. */
export function latestFirst(months: readonly MonthSummary[]): MonthSummary[] {
  return months.toSorted((a, b) => (a.checkedAt < b.checkedAt ? 1 : -1))
}

/** The key under which a brand's page is looked up: a month of a category, and the brand's name there. */
export function brandKey({ slug, month }: Pick<MonthSummary, 'slug' | 'month'>, name: string): string {
  return `${slug}/${month}/${name}`
}

/** What the page of a brand shows. Throws on a page that isn't of a brand. */
export function brandOf({ brand }: { readonly brand?: BrandView }): BrandView {
  if (brand === undefined) throw new TypeError('only the pages of a brand have one')
  return brand
}

/** What the page of a month shows. Throws on a page that isn't of a month. */
export function monthOf({ month }: { readonly month?: MonthView }): MonthView {
  if (month === undefined) throw new TypeError('only the pages of a month have one')
  return month
}
