import type { Store } from '../store/driver/open.ts'
import { startsSince } from '../store/report/starts.ts'

/** Reports that a key may start in one hour of the clock; replays and refusals are none. */
export const STARTS_PER_HOUR = 10

const HOUR_MS = 3_600_000

/** The ms until the hour is over where the key has used its starts in it up, or undefined where it may start one more. */
export async function keyLimitWait(trx: Store, keyId: string, now: number): Promise<number | undefined> {
  return (await startsLeft(trx, keyId, now)) > 0 ? undefined : HOUR_MS - (now % HOUR_MS)
}

/** How many reports the key may still start in this hour. */
export async function startsLeft(db: Store, keyId: string, now: number): Promise<number> {
  return Math.max(0, STARTS_PER_HOUR - (await startsSince(db, keyId, now - (now % HOUR_MS))))
}
