import type { ReportAnswer, ReportSource } from '../contract/report.ts'
import type { Citation } from '../contract/terms.ts'
import { ENGINES } from '../contract/terms.ts'
import { productDomain } from '../mentions/own-label.ts'
import { kindOfDomain } from './source-kinds.ts'

/** A cited domain with the counted answers that cite it. */
export interface CitedDomain {
  readonly domain: string
  readonly pages: readonly Citation[]
  readonly answers: readonly ReportAnswer[]
}

/** The domains that the answers cite; a page counts at each citation, an answer once for its domain. */
export function citedDomains(answers: readonly ReportAnswer[]): CitedDomain[] {
  const cited = answers.flatMap((answer) =>
    answer.citations.flatMap((page) => (page.domain === null ? [] : [{ domain: page.domain, page, answer }])),
  )
  return [...Map.groupBy(cited, ({ domain }) => domain)].map(([domain, all]) => ({
    domain,
    pages: all.map(({ page }) => page),
    answers: [...new Set(all.map(({ answer }) => answer))],
  }))
}

/** The sources of a report, those that most answers cite first. `rivals` are the domains of the brands named instead. */
export function rankSources(
  answers: readonly ReportAnswer[],
  product: { readonly domain: string },
  rivals: ReadonlySet<string>,
): ReportSource[] {
  return citedDomains(answers)
    .map(({ domain, pages, answers: citing }): ReportSource => {
      const own = pages.some((page) => isOwnPage(page, product.domain))
      return {
        domain,
        citations: pages.length,
        answers: citing.length,
        own,
        engines: ENGINES.filter((engine) => citing.some((answer) => answer.engine === engine)),
        kind: own ? 'own' : rivals.has(domain) ? 'rival' : kindOfDomain(domain, pages),
      }
    })
    .sort((a, b) => b.answers - a.answers || b.citations - a.citations || (a.domain < b.domain ? -1 : 1))
}

/** Whether a page is the product's own; of a redirect only the domain is known. */
function isOwnPage({ url, domain }: Citation, productHost: string): boolean {
  const site = productDomain(productHost)
  const host = URL.parse(url)?.hostname ?? ''
  return domain === site || host === site || host.endsWith(`.${site}`)
}
