import type { FrozenReport, ReportAnswer, ReportSource } from '../contract/report.ts'
import { type Citation, ENGINES, isCounted } from '../contract/terms.ts'

const PARTIES: readonly ReportSource['kind'][] = ['own', 'rival']

/**
 * The third-party domains and pages cited for rivals and never for the product, the most cited first, over the counted
 * answers that name a rival but not the product (`answers` of them). The `url` of a page is null if only its domain is
 * known, as behind an engine's redirect.
 */
export function citationGaps(report: Pick<FrozenReport, 'questions' | 'sources'>) {
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
    .sort((a, b) => b.answers - a.answers || (a.domain < b.domain ? -1 : 1))
  return { answers: without.length, channels }
}

interface CitedPage {
  readonly key: string
  readonly domain: string
  readonly url: string | null
  readonly title: string
  readonly answer: ReportAnswer
}

/** A cited page, by its address if that is on the citation's domain, or else by the domain. */
function toPage({ url, domain, title = '' }: Citation, answer: ReportAnswer): CitedPage | undefined {
  if (domain === null) return undefined
  const host = URL.parse(url)?.hostname ?? ''
  const known = host === domain || host.endsWith(`.${domain}`)
  return { key: known ? url : domain, domain, url: known ? url : null, title: known ? title.trim() : '', answer }
}

function toChannel(domain: string, kind: ReportSource['kind'], cited: readonly CitedPage[]) {
  const answers = [...new Set(cited.map((page) => page.answer))]
  return {
    domain,
    kind,
    answers: answers.length,
    engines: ENGINES.filter((engine) => answers.some((answer) => answer.engine === engine)),
    rivals: brandsNamed(answers).map(({ name }) => name),
    pages: [...Map.groupBy(cited, ({ key }) => key).values()]
      .map(toCountedPage)
      .sort((a, b) => b.answers - a.answers || ((a.url ?? '') < (b.url ?? '') ? -1 : 1)),
  }
}

/** The brands named in answers, each with the number of those answers, the most often named first. */
export function brandsNamed(answers: readonly Pick<ReportAnswer, 'brands'>[]): { name: string; answers: number }[] {
  const names = answers.flatMap(({ brands }) => brands.map(({ name }) => name))
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, answers: all.length }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1))
}

function toCountedPage(cited: readonly CitedPage[]) {
  const [{ url, domain } = { url: null, domain: '' }] = cited
  const title = cited.find((each) => each.title !== '')?.title ?? (url ?? domain).replace(/^https?:\/\/(www\.)?/, '')
  return { url, title, answers: new Set(cited.map(({ answer }) => answer)).size }
}
