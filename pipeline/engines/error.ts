/**
 * Why a call failed: CONNECTION_REFUSED before anything was sent, NETWORK when the connection broke, REDIRECTED by a
 * redirect, which is never followed, UNREADABLE for HTTP 200 with a body of the wrong format, and TOO_LONG for a body
 * above the size limit.
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

/** A failed call. It holds no message from the vendor, because an error's body or header can repeat the key. */
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

/** The error kind of an HTTP status, for vendors whose body doesn't say more. */
export function kindOfStatus(status: number): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  if (status === 402) return 'QUOTA'
  if (status === 403 || status === 404) return 'PROVIDER_REFUSED'
  if (status === 408) return 'TIMEOUT'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503) return 'OVERLOADED'
  return status >= 500 ? 'SERVER' : 'BAD_REQUEST'
}
