import { startsSince } from '../store/key-starts.ts'
import type { Store } from '../store/open.ts'

/** Reports that a key may start in one hour of the clock; replays and refusals are none. */
export const STARTS_PER_HOUR = 10

const HOUR_MS = 3_600_000

/** The ms until the hour is over where the key has used its starts in it up, or undefined where it may start one more. */
export async function keyLimitWait(trx: Store, keyId: string, now: number): Promise<number | undefined> {
  const hour = now - (now % HOUR_MS)
  const starts = await startsSince(trx, keyId, hour)
  return starts < STARTS_PER_HOUR ? undefined : hour + HOUR_MS - now
}
