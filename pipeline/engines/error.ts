/**
 * The one taxonomy of what can go wrong with a call. CONNECTION_REFUSED: nothing was sent. NETWORK: the connection broke
 * off. REDIRECTED: the vendor pointed elsewhere, and nothing went there. UNREADABLE: a reply of HTTP 200 that is no reply
 * of this vendor. TOO_LONG: one of more bytes than are read.
 */
export type EngineErrorKind =
  | 'KEY_REJECTED'
  | 'PROVIDER_REFUSED'
  | 'QUOTA'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'SERVER'
  | 'CONNECTION_REFUSED'
  | 'NETWORK'
  | 'TIMEOUT'
  | 'BAD_REQUEST'
  | 'REDIRECTED'
  | 'UNREADABLE'
  | 'TOO_LONG'

/** A failed call: its kind, the HTTP status if there was one, and the vendor's hint in ms. It has no room for a key, a header or a body. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(kind: EngineErrorKind, details: { status?: number | undefined; retryAfterMs?: number | undefined } = {}) {
    super(`the engine's call failed: ${kind}`)
    this.name = 'EngineError'
    this.kind = kind
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
  }
}

/** What an HTTP status means at most vendors, where nothing in the body says more. */
export function kindOfStatus(status: number): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  if (status === 402) return 'QUOTA'
  if (status === 403 || status === 404) return 'PROVIDER_REFUSED'
  if (status === 408) return 'TIMEOUT'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503) return 'OVERLOADED'
  return status >= 500 ? 'SERVER' : 'BAD_REQUEST'
}
