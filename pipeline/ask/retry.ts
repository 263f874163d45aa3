import type { EngineError } from '../engines/error.ts'
import type { CallOutcome } from './pace.ts'

/** A cell's attempts in this invocation. */
interface Tries {
  /** Attempts that didn't end in a 429. */
  asked: number
  rateLimits: number
  rateLimitedMs: number
  /** Whether it was asked again after an empty reply or at a reading's request. */
  askedAgain: boolean
}

export const newTries = (): Tries => ({ asked: 0, rateLimits: 0, rateLimitedMs: 0, askedAgain: false })

/** What to do after a failed call; `stop` is for the whole engine, as no call of it can succeed. */
export type Next =
  | { readonly kind: 'again'; readonly delayMs: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'stop'; readonly reason: string }

const MAX_TRIES = 3
const MAX_RATE_LIMITS = 8
const MAX_RATE_LIMITED_MS = 10 * 60_000
const MAX_HINT_MS = 60_000
const MAX_BACKOFF_MS = 30_000

/** The reasons for skipping an engine, as shown to users. */
export const SKIP_REASONS = {
  noKey: 'no key was given',
  KEY_REJECTED: 'provider rejected the key',
  PROVIDER_REFUSED: 'provider refused the account, the country or the model',
  QUOTA: "provider's quota or credit is used up",
} as const

/**
 * Decides what follows a failed call and counts it in `tries`: a 429 is retried up to 8 times or 10 minutes, a temporary
 * error up to 3 attempts in all. `random` returns 0..1.
 */
export function afterError(error: EngineError, tries: Tries, random: () => number): Next {
  switch (error.kind) {
    case 'KEY_REJECTED':
    case 'PROVIDER_REFUSED':
    case 'QUOTA':
      return { kind: 'stop', reason: SKIP_REASONS[error.kind] }
    case 'BAD_REQUEST':
    case 'REDIRECTED':
    case 'TOO_LONG':
      return { kind: 'failed' }
    case 'RATE_LIMITED': {
      const delayMs = delay(error, tries.rateLimits, random)
      tries.rateLimits += 1
      tries.rateLimitedMs += delayMs
      const over = tries.rateLimits > MAX_RATE_LIMITS || tries.rateLimitedMs > MAX_RATE_LIMITED_MS
      return over ? { kind: 'failed' } : { kind: 'again', delayMs }
    }
    case 'OVERLOADED':
    case 'SERVER':
    case 'CONNECTION_REFUSED':
    case 'NETWORK':
    case 'TIMEOUT':
    case 'UNREADABLE':
      tries.asked += 1
      if (tries.asked >= MAX_TRIES) return { kind: 'failed' }
      return { kind: 'again', delayMs: delay(error, tries.asked - 1, random) }
  }
}

/** A failed call's outcome for its limit; a 429 pauses all calls, even if this one isn't retried. */
export function outcomeOf(error: EngineError, next: Next): CallOutcome {
  if (next.kind === 'stop') return 'stopped'
  if (error.kind !== 'RATE_LIMITED') return 'failed'
  return { limitedMs: next.kind === 'again' ? next.delayMs : hint(error) }
}

/** Whether the vendor may bill a failed call, because it was sent and its reply was lost or unusable. */
export function mayBeBilled({ kind }: EngineError): boolean {
  return kind === 'TIMEOUT' || kind === 'NETWORK' || kind === 'UNREADABLE' || kind === 'TOO_LONG'
}

/** Whether a reading's request for another attempt is granted; counts it in `tries`. */
export function mayAskAgain(tries: Tries): boolean {
  tries.asked += 1
  const may = !tries.askedAgain && tries.asked < MAX_TRIES
  tries.askedAgain = true
  return may
}

/**
 * The longer of the server's hint (at most 60 s) and our own backoff: 1 s x 2^n, at most 30 s, with full jitter
 * (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 */
function delay(error: EngineError, earlier: number, random: () => number): number {
  const backoff = random() * Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** earlier)
  return Math.round(Math.max(backoff, hint(error)))
}

function hint({ retryAfterMs = 0 }: EngineError): number {
  return Math.min(retryAfterMs, MAX_HINT_MS)
}
