/** The older base under which the same operations are served: `/api/v1/...`. */
export const LEGACY_PREFIX = '/api'

/** Since when the older base is deprecated, as RFC 9745 writes it: 2026-01-01. */
const SINCE = '@1767225600'

/** Whether a path is one of the API's, under the older base too. */
export function isApiPath(pathname: string): boolean {
  return /^(\/api)?\/v1(\/|$)/.test(pathname)
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
