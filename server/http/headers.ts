import type { H3Event } from 'h3'
import { nanoid } from 'nanoid'
import { FastResponse } from 'srvx'

/** A response without the headers that every response has. */
export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** The older base, which serves the same operations: `/api/v1/...`. */
export const LEGACY_PREFIX = '/api'

/** When the older base was deprecated, 2026-01-01, as RFC 9745 writes it. */
const DEPRECATED_SINCE = '@1767225600'

/** Whether a path belongs to the API, on either base. */
export function isApiPath(pathname: string): boolean {
  return /^(\/api)?\/v1(\/|$)/.test(pathname)
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Link',
}

/**
 * The response with the headers that every response has, which let any web page read a route registered with
 * `anyOrigin`, errors included. They stay a plain object, because h3's own response would make it a `Headers`, which
 * takes longer than this function.
 */
export function withCommonHeaders(event: H3Event, response: PlainResponse, baseUrl: () => string): Response {
  const { status, headers, body } = response
  const { matchedRoute, quota } = event.context
  return new FastResponse(body, {
    status,
    headers: {
      'x-request-id': idOf(event),
      'x-content-type-options': 'nosniff',
      ...legacyHeaders(event.url, baseUrl),
      ...(matchedRoute?.meta?.anyOrigin === true && ANY_ORIGIN),
      ...(quota && {
        'ratelimit-limit': String(quota.limit),
        'ratelimit-remaining': String(quota.remaining),
        'ratelimit-reset': String(quota.resetSeconds),
      }),
      // HEAD needs it, for h3 drops the body first.
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  })
}

/** The id of the event's request. */
export function idOf(event: H3Event): string {
  event.context.requestId ??= requestId(event.req.headers.get('x-request-id'))
  return event.context.requestId
}

/** The id that the caller sent, if it is well-formed, or a new one of 144 random bits. */
export function requestId(sent: string | null | undefined): string {
  return sent && /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : nanoid(24)
}

/**
 * Headers for responses on the older base, which say that it is deprecated and link to the same path on the current host
 * (RFC 8288, RFC 5829). There is no redirect, as clients drop the Authorization header when one crosses origins.
 */
export function legacyHeaders({ pathname, search }: URL, baseUrl: () => string): Record<string, string> {
  if (!pathname.startsWith(`${LEGACY_PREFIX}/`) || !isApiPath(pathname)) return {}
  const successor = baseUrl() + pathname.slice(LEGACY_PREFIX.length) + search
  return { deprecation: DEPRECATED_SINCE, link: `<${escapeForLink(successor)}>; rel="successor-version"` }
}

/** Escapes the characters that would end the address or the header early. */
function escapeForLink(address: string): string {
  return address.replaceAll(/[^!#-;=?-Z_a-z~[\]]/g, (character) => encodeURIComponent(character))
}
