import { getDomain, parse } from 'tldts'
import type { Citation } from '../contract/terms.ts'

/** The host of Gemini's short-lived grounding redirects, whose titles give the page's own host. */
const GEMINI_REDIRECT = 'vertexaisearch.cloud.google.com'
const TRACKING = /^(utm_[^=]*|srsltid|gclid|fbclid)(=|$)/i
/** RFC 2606; missing from the public suffix list. */
const RESERVED_SUFFIXES = new Set(['example', 'test', 'invalid'])

/**
 * The registrable domain, in ASCII, of a host or an http(s) URL: `example.co.uk` for `www.shop.example.co.uk`,
 * `github.io` for `acme.github.io`. Null for an IP address, a name without a dot, and anything that isn't a host.
 */
export function registrableDomain(host: string): string | null {
  const name = hostname(host)
  return name === null ? null : getDomain(name)
}

/**
 * A cited page with its URL normalised for comparison: without credentials, fragment and tracking parameters, and with
 * Google's `/url?q=` unwrapped. Null if `url` isn't an http(s) URL.
 */
export function toCitation(url: string, title?: string | null): Citation | null {
  const address = unwrap(url)
  if (address === null) return null
  const named = title?.trim() ?? ''
  const domain = address.hostname === GEMINI_REDIRECT ? domainInTitle(named) : registrableDomain(address.hostname)
  return named === '' ? { url: address.href, domain } : { url: address.href, title: named, domain }
}

/**
 * The citations of one answer: these pages without duplicates, in order of first appearance and with each page's first
 * title. Gemini's redirect URLs differ on every call, so those are compared by domain.
 */
export function toCitations(
  pages: readonly { readonly url: string; readonly title?: string | null | undefined }[],
): Citation[] {
  const kept = new Map<string, Citation>()
  for (const citation of pages.flatMap(({ url, title }) => toCitation(url, title) ?? [])) {
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
  // URLSearchParams would re-encode the remaining parameters.
  const query = address.search.slice(1).split('&')
  address.search = query.filter((parameter) => parameter !== '' && !TRACKING.test(parameter)).join('&')
  return address
}

/** The domain in a title that is a host under an existing suffix, unlike `Node.js`. */
function domainInTitle(title: string): string | null {
  const name = hostname(title)
  if (name === null) return null
  const { domain, isIcann, publicSuffix } = parse(name)
  return isIcann || RESERVED_SUFFIXES.has(publicSuffix ?? '') ? domain : null
}

/** The host in lower case and punycode; null for an e-mail address. */
function hostname(host: string): string | null {
  const text = host.trim()
  if (text.includes('@')) return null
  return URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)?.hostname ?? null
}

function isRedirect(url: string): boolean {
  return URL.parse(url)?.hostname === GEMINI_REDIRECT
}
