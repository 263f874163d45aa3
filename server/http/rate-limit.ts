import type { CountInWindow } from '../../pipeline/store/accounts/windows.ts'

const MINUTE = 60_000

/** What is left to a caller after a request was counted. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window resets, from 1 to the length of the window. */
  readonly resetSeconds: number
  /** True when the request that was counted is over the limit. */
  readonly exceeded: boolean
}

/** Counts requests by name in windows of one minute that are aligned to the clock; returns the function that counts one. */
export function createRateLimit(
  limit: number,
  now: () => number,
  countIn: CountInWindow,
): (name: string) => Promise<Quota> {
  return async (name) => {
    const time = now()
    const startsAt = time - (time % MINUTE)
    const count = await countIn(name, startsAt)
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil((startsAt + MINUTE - time) / 1000),
      exceeded: count > limit,
    }
  }
}
