import type { FrozenReport, ReportAnswer, ReportSource } from '../contract/report.ts'
import type { Citation, EngineName } from '../contract/terms.ts'
import { ENGINES, isCounted } from '../contract/terms.ts'

/** A third-party page; `url` is null if only its domain is known, as behind an engine's redirect. */
interface CitedPage {
  readonly url: string | null
  readonly title: string
  /** Counted answers that cite it and name a rival but not the product, out of `Gaps.answers`. */
  readonly answers: number
}

/** A third party's domain, with its pages that were cited for a rival and never for the product. */
interface Channel {
  readonly domain: string
  readonly kind: ReportSource['kind']
  /** Answers that cite one of its pages, counted likewise. */
  readonly answers: number
  readonly engines: readonly EngineName[]
  /** The rivals named in those answers, the one named in most first. */
  readonly rivals: readonly string[]
  readonly pages: readonly CitedPage[]
}

export interface Gaps {
  /** Counted answers that name a rival but not the product. */
  readonly answers: number
  readonly channels: readonly Channel[]
}

/** The kinds that belong to one of the parties. */
const PARTIES: readonly ReportSource['kind'][] = ['own', 'rival']

/**
 * The third-party domains and pages cited in answers that name a rival, the most cited first; a page cited in any answer
 * that names the product is not a gap.
 */
export function citationGaps(report: Pick<FrozenReport, 'questions' | 'sources'>): Gaps {
  const counted = report.questions.flatMap((question) => question.answers).filter(isCounted)
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
  const channels = [...Map.groupBy(gaps, ({ domain }) => domain)]
    .map(([domain, all]) => toChannel(domain, kinds.get(domain) ?? 'other', all))
    .sort((a, b) => b.answers - a.answers || compare(a.domain, b.domain))
  return { answers: without.length, channels }
}

interface Sighting {
  readonly key: string
  readonly domain: string
  readonly url: string | null
  readonly title: string
  readonly answer: ReportAnswer
}

/** A cited page, by its address if that is on the citation's domain, or else by the domain. */
function toPage({ url, domain, title = '' }: Citation, answer: ReportAnswer): Sighting | undefined {
  if (domain === null) return undefined
  const host = URL.parse(url)?.hostname ?? ''
  const known = host === domain || host.endsWith(`.${domain}`)
  return { key: known ? url : domain, domain, url: known ? url : null, title: known ? title.trim() : '', answer }
}

function bareAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '')
}

function toChannel(domain: string, kind: ReportSource['kind'], sightings: readonly Sighting[]): Channel {
  const answers = [...new Set(sightings.map((sighting) => sighting.answer))]
  const rivals = Map.groupBy(
    answers.flatMap((answer) => answer.brands.map((brand) => brand.name)),
    (name) => name,
  )
  return {
    domain,
    kind,
    answers: answers.length,
    engines: ENGINES.filter((engine) => answers.some((answer) => answer.engine === engine)),
    rivals: [...rivals].sort(([a, m], [b, n]) => n.length - m.length || compare(a, b)).map(([name]) => name),
    pages: [...Map.groupBy(sightings, ({ key }) => key).values()]
      .map(toCitedPage)
      .sort((a, b) => b.answers - a.answers || compare(a.url ?? '', b.url ?? '')),
  }
}

/** The page of these sightings. */
function toCitedPage(sightings: readonly Sighting[]): CitedPage {
  const [{ url, domain } = { url: null, domain: '' }] = sightings
  const title = sightings.find((each) => each.title !== '')?.title ?? bareAddress(url ?? domain)
  return { url, title, answers: new Set(sightings.map(({ answer }) => answer)).size }
}

/** Compares by code units, which is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
