import { domainToUnicode } from 'node:url'
import { getDomain, parse } from 'tldts'

/** The label that is a domain's own, as people read it: `acme` of `shop.acme.co.uk`. */
export function ownLabel(domain: string): string {
  const { domainWithoutSuffix } = parse(domain, { allowPrivateDomains: true })
  const label = domainWithoutSuffix || (domain.split('.')[0] ?? domain)
  return domainToUnicode(label) || label
}

/** The registrable domain under which a product's own pages are; a host's customer (`acme.github.io`) has its own. */
export function productDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}
