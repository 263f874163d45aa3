import type { ReportAnswer, ReportSource } from '../contract/report.ts'
import type { Citation } from '../contract/terms.ts'
import { productDomain } from '../mentions/names.ts'
import { citedDomains } from '../survey/sources.ts'
import { kindOfDomain } from './source-kinds.ts'

/** A report's sources by the number of answers that cite them. `rivals` are the domains of the brands named instead. */
export function rankSources(
  answers: readonly ReportAnswer[],
  product: { readonly domain: string },
  rivals: ReadonlySet<string>,
): ReportSource[] {
  return citedDomains(answers).map(({ domain, pages, answers: citing, engines }) => {
    const own = pages.some((page) => isOwnPage(page, product.domain))
    return {
      domain,
      citations: pages.length,
      answers: citing.length,
      own,
      engines: [...engines],
      kind: own ? 'own' : rivals.has(domain) ? 'rival' : kindOfDomain(domain, pages),
    }
  })
}

/** Whether a page belongs to the product; for a redirect only the domain is known. */
function isOwnPage({ url, domain }: Citation, productHost: string): boolean {
  const site = productDomain(productHost)
  const host = URL.parse(url)?.hostname ?? ''
  return domain === site || host === site || host.endsWith(`.${site}`)
}
