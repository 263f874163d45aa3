import { type Citation, ENGINES, type EngineName } from '../contract/terms.ts'

interface CitingAnswer {
  readonly engine: EngineName
  readonly citations: readonly Citation[]
}

/** A cited domain with a page for each citation, and the answers that cite it, each once. */
interface CitedDomain<Answer> {
  readonly domain: string
  readonly pages: readonly Citation[]
  readonly answers: readonly Answer[]
  readonly engines: readonly EngineName[]
}

/** The cited domains by the number of answers that cite them. */
export function citedDomains<Answer extends CitingAnswer>(answers: readonly Answer[]): CitedDomain<Answer>[] {
  const cited = answers.flatMap((answer) =>
    answer.citations.flatMap((page) => (page.domain === null ? [] : [{ domain: page.domain, page, answer }])),
  )
  return [...Map.groupBy(cited, ({ domain }) => domain)]
    .map(([domain, all]) => {
      const citing = [...new Set(all.map(({ answer }) => answer))]
      return {
        domain,
        pages: all.map(({ page }) => page),
        answers: citing,
        engines: ENGINES.filter((engine) => citing.some((answer) => answer.engine === engine)),
      }
    })
    .sort(
      (a, b) =>
        b.answers.length - a.answers.length || b.pages.length - a.pages.length || (a.domain < b.domain ? -1 : 1),
    )
}
