import type { H3Event } from 'h3'
import { nanoid } from 'nanoid'
import type { Quota } from './rate-limit.ts'

/** The older base under which the same operations are served: `/api/v1/...`. */
export const LEGACY_PREFIX = '/api'

/** Since when the older base is deprecated, as RFC 9745 writes it: 2026-01-01. */
const SINCE = '@1767225600'

/** Whether a path is one of the API's, under the older base too. */
export function isApiPath(pathname: string): boolean {
  return /^(\/api)?\/v1(\/|$)/.test(pathname)
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Link',
}

/**
 * Puts the headers that every response has on the event, in place of all that were there. A page of any browser origin may read
 * the response where the operation is for everyone; errors too.
 */
export function setCommonHeaders(event: H3Event, baseUrl: () => string): void {
  const { res, context, url } = event
  for (const name of [...res.headers.keys()]) res.headers.delete(name)
  set(event, { 'x-request-id': idOf(event), 'x-content-type-options': 'nosniff', ...legacyHeaders(url, baseUrl) })
  if (context.matchedRoute?.meta?.anyOrigin === true) set(event, ANY_ORIGIN)
  setQuota(event, context.quota)
}

/** Says what is left to the caller, or nothing of it. */
export function setQuota(event: H3Event, quota: Quota | undefined): void {
  event.context.quota = quota
  if (quota === undefined)
    for (const name of ['limit', 'remaining', 'reset']) event.res.headers.delete(`ratelimit-${name}`)
  else
    set(event, {
      'ratelimit-limit': String(quota.limit),
      'ratelimit-remaining': String(quota.remaining),
      'ratelimit-reset': String(quota.resetSeconds),
    })
}

/** Sets these headers of the response. */
export function set(event: H3Event, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) event.res.headers.set(name, value)
}

/** The id of the event's request. */
export function idOf(event: H3Event): string {
  event.context.requestId ??= requestId(event.req.headers.get('x-request-id'))
  return event.context.requestId
}

/** The id of a request: the caller's own where it is sane, else a new one of 144 random bits. */
export function requestId(sent: string | null | undefined): string {
  return sent && /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : nanoid(24)
}

/**
 * Says on an answer under the older base that it is deprecated, and where the same endpoint is on the current host
 * (RFC 8288 and RFC 5829). It never redirects: across origins that would drop the Authorization header.
 */
export function legacyHeaders({ pathname, search }: URL, baseUrl: () => string): Record<string, string> {
  if (!pathname.startsWith(`${LEGACY_PREFIX}/`) || !isApiPath(pathname)) return {}
  const successor = baseUrl() + pathname.slice(LEGACY_PREFIX.length) + search
  return { deprecation: SINCE, link: `<${linkable(successor)}>; rel="successor-version"` }
}

/** As sent, but for what would end the address or the header early. */
function linkable(address: string): string {
  return address.replaceAll(/[^!#-;=?-Z_a-z~[\]]/g, (character) => encodeURIComponent(character))
}
