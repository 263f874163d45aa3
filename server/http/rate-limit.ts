import { getRequestIP, type H3Event } from 'h3'
import type { CountInWindow } from '../../pipeline/store/accounts/windows.ts'
import { addressBlock, type Caller, clientAddress } from './caller.ts'

const MINUTE = 60_000

/** What a caller has left in the window. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window resets, at least 1. */
  readonly resetSeconds: number
  /** Whether the counted request is over the limit. */
  readonly exceeded: boolean
}

/** Requests per minute under /v1 for a key, and for a client address without a valid key. */
const LIMIT = 60

/** Returns a function that counts a request in the clock's current minute, by its key or, without a valid one, by its address. */
export function createRateLimit({
  countIn,
  now,
  trustedProxies,
}: {
  readonly countIn: CountInWindow
  readonly now: () => number
  readonly trustedProxies: number
}): (event: H3Event, caller: Caller | undefined) => Promise<{ by: 'key' | 'address'; quota: Quota }> {
  return async (event, caller) => {
    const time = now()
    const startsAt = time - (time % MINUTE)
    const forwardedFor = event.req.headers.get('x-forwarded-for')
    const name =
      caller === undefined
        ? `address/${addressBlock(clientAddress(getRequestIP(event) ?? '', forwardedFor, trustedProxies))}`
        : `key/${caller.keyId}`
    const count = await countIn(name, startsAt)
    const quota = {
      limit: LIMIT,
      remaining: Math.max(0, LIMIT - count),
      resetSeconds: Math.ceil((startsAt + MINUTE - time) / 1000),
      exceeded: count > LIMIT,
    }
    return { by: caller === undefined ? 'address' : 'key', quota }
  }
}
