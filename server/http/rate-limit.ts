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

/**
 * Counts requests by key in windows of one minute that are aligned to the clock, and returns the function that counts
 * one. Only the current minute is kept.
 */
export function createRateLimit(limit: number, now: () => number): (key: string) => Quota {
  let window = Number.NaN
  const counts = new Map<string, number>()
  return (key) => {
    const time = now()
    const current = Math.floor(time / MINUTE)
    if (current !== window) {
      counts.clear()
      window = current
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil(((current + 1) * MINUTE - time) / 1000),
      exceeded: count > limit,
    }
  }
}
