import type { FrozenReport, ReportAnswer, ReportSource } from '../contract/report.ts'
import type { Citation, EngineName } from '../contract/terms.ts'
import { ENGINES } from '../contract/terms.ts'

/** What was cited for a rival and never for the product. */
interface Cited {
  readonly domain: string
  readonly kind: ReportSource['kind']
  /** Counted answers that cite it and name a rival and not the product; each is out of `Gaps.answers`. */
  readonly answers: number
  readonly engines: readonly EngineName[]
  /** The rivals named in those answers, the one named in most first. */
  readonly rivals: readonly string[]
}

/** A third-party page; `url` is null where only its domain is known, as behind an engine's redirect. */
export interface CitedPage extends Cited {
  readonly url: string | null
  readonly title: string
}

/** A third party's domain with its pages. */
export interface Channel extends Cited {
  readonly pages: readonly CitedPage[]
}

export interface Gaps {
  /** Counted answers that name a rival and not the product. */
  readonly answers: number
  readonly pages: readonly CitedPage[]
  readonly channels: readonly Channel[]
}

/** The kinds that belong to one of the parties. */
const PARTIES: readonly ReportSource['kind'][] = ['own', 'rival']

/**
 * The third-party pages that answers cite for a rival and none cites for the product, and the domains that they are on,
 * each list with what most answers cite first. A page is cited for whoever is named in the answer; one that any counted
 * answer cites beside the product's name is no gap.
 */
export function citationGaps(report: Pick<FrozenReport, 'questions' | 'sources'>): Gaps {
  const counted = report.questions
    .flatMap((question) => question.answers)
    .filter((answer) => !answer.failed && !answer.noAnswer)
  const without = counted.filter((answer) => !answer.productNamed && answer.brands.some((brand) => !brand.product))
  const kinds = new Map(report.sources.map((source) => [source.domain, source.kind]))
  const cited = without.flatMap((answer) => answer.citations.flatMap((citation) => toPage(citation, answer) ?? []))
  const forProduct = new Set(
    counted
      .filter((answer) => answer.productNamed)
      .flatMap((answer) => answer.citations.map((citation) => toPage(citation, answer)?.key)),
  )
  const gaps = cited.filter(
    ({ key, domain }) => !forProduct.has(key) && !PARTIES.includes(kinds.get(domain) ?? 'other'),
  )

  const pages = [...Map.groupBy(gaps, ({ key }) => key).values()]
    .flatMap((all) => {
      const [first] = all
      if (first === undefined) return []
      const title = all.find((each) => each.title !== '')?.title ?? bareAddress(first.url ?? first.domain)
      return [{ ...summarise(first.domain, kinds, all), url: first.url, title }]
    })
    .sort((a, b) => byAnswers(a, b) || compare(a.url ?? '', b.url ?? ''))
  const channels = [...Map.groupBy(gaps, ({ domain }) => domain)]
    .map(([domain, all]) => ({
      ...summarise(domain, kinds, all),
      pages: pages.filter((page) => page.domain === domain),
    }))
    .sort(byAnswers)
  return { answers: without.length, pages, channels }
}

interface Sighting {
  readonly key: string
  readonly domain: string
  readonly url: string | null
  readonly title: string
  readonly answer: ReportAnswer
}

/** A page is known by its address, where that address is on the domain that the citation counts for. */
function toPage({ url, domain, title = '' }: Citation, answer: ReportAnswer): Sighting | undefined {
  if (domain === null) return undefined
  const host = URL.parse(url)?.hostname ?? ''
  const known = host === domain || host.endsWith(`.${domain}`)
  return { key: known ? url : domain, domain, url: known ? url : null, title: known ? title.trim() : '', answer }
}

function bareAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '')
}

function summarise(
  domain: string,
  kinds: ReadonlyMap<string, ReportSource['kind']>,
  sightings: readonly Sighting[],
): Cited {
  const answers = [...new Set(sightings.map((sighting) => sighting.answer))]
  const rivals = Map.groupBy(
    answers.flatMap((answer) => answer.brands.map((brand) => brand.name)),
    (name) => name,
  )
  return {
    domain,
    kind: kinds.get(domain) ?? 'other',
    answers: answers.length,
    engines: ENGINES.filter((engine) => answers.some((answer) => answer.engine === engine)),
    rivals: [...rivals].sort(([a, m], [b, n]) => n.length - m.length || compare(a, b)).map(([name]) => name),
  }
}

function byAnswers(a: Cited, b: Cited): number {
  return b.answers - a.answers || compare(a.domain, b.domain)
}

/** By code units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
