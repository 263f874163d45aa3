import { getDomain, parse } from 'tldts'
import type { Citation } from '../contract/terms.ts'

/** Gemini's grounding redirects: short-lived, all on this one host; the page's own host stands in the title. */
const GEMINI_REDIRECT = 'vertexaisearch.cloud.google.com'
const TRACKING = /^(utm_[^=]*|srsltid|gclid|fbclid)(=|$)/i
/** RFC 2606; no public suffix list has them, and they are hosts all the same. */
const RESERVED_SUFFIXES = new Set(['example', 'test', 'invalid'])

/**
 * The registrable domain of a host or an http(s) address, in ASCII (`www.shop.example.co.uk` gives `example.co.uk`,
 * `acme.github.io` gives `github.io`); null for an IP address, a name without a dot, and what is no host.
 */
export function registrableDomain(host: string): string | null {
  const name = hostname(host)
  return name === null ? null : getDomain(name)
}

/**
 * A cited page in the one form in which pages are compared: http(s) only, without user-info, fragment and tracking
 * parameters, Google's `/url?q=` unwrapped. Null where `url` is no such address.
 */
export function toCitation(url: string, title?: string | null): Citation | null {
  const address = unwrap(url)
  if (address === null) return null
  const named = title?.trim() ?? ''
  const domain = address.hostname === GEMINI_REDIRECT ? domainInTitle(named) : registrableDomain(address.hostname)
  return named === '' ? { url: address.href, domain } : { url: address.href, title: named, domain }
}

/**
 * The citations of one answer without repetitions, in the order of first appearance; the first title of a page wins.
 * Gemini's redirects differ from one call to the next even for one page, so those are told apart by their domain.
 */
export function dedupeCitations(list: readonly Citation[]): Citation[] {
  const kept = new Map<string, Citation>()
  for (const citation of list) {
    const key = isRedirect(citation.url) && citation.domain !== null ? citation.domain : citation.url
    const earlier = kept.get(key)
    if (earlier === undefined) kept.set(key, citation)
    else if (earlier.title === undefined && citation.title !== undefined)
      kept.set(key, { ...earlier, title: citation.title })
  }
  return [...kept.values()]
}

function unwrap(url: string): URL | null {
  const address = toAddress(url)
  if (address === null || address.hostname !== 'www.google.com' || address.pathname !== '/url') return address
  return toAddress(address.searchParams.get('q') ?? '') ?? address
}

function toAddress(url: string): URL | null {
  const address = URL.parse(url)
  if (address === null || (address.protocol !== 'https:' && address.protocol !== 'http:')) return null
  address.username = ''
  address.password = ''
  address.hash = ''
  address.hostname = address.hostname.replace(/\.$/, '')
  // Filtered as text: URLSearchParams would write the parameters that stay in another encoding.
  const query = address.search.slice(1).split('&')
  address.search = query.filter((parameter) => parameter !== '' && !TRACKING.test(parameter)).join('&')
  return address
}

/** A title is a sentence more often than a host, so only a suffix that exists makes it one: `Node.js` is none. */
function domainInTitle(title: string): string | null {
  const name = hostname(title)
  if (name === null) return null
  const { domain, isIcann, publicSuffix } = parse(name)
  return isIcann || RESERVED_SUFFIXES.has(publicSuffix ?? '') ? domain : null
}

/** URL puts a host into one form: lower case, punycode. A string with user-info is a mail address, not a host. */
function hostname(host: string): string | null {
  const text = host.trim()
  if (text.includes('@')) return null
  return URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)?.hostname ?? null
}

function isRedirect(url: string): boolean {
  return URL.parse(url)?.hostname === GEMINI_REDIRECT
}
