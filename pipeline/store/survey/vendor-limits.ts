import type { Store } from '../driver/open.ts'

const KEPT_MS = 24 * 3_600_000

/** One process's share of a limit. */
export interface LimitShare {
  /** Increases with every heartbeat. */
  readonly beat: number
  readonly underWay: number
  /** Whether its calls are waiting to start, and when one was last allowed. */
  readonly waiting: boolean
  readonly servedAt: number
}

/** The limit of one provider key, shared by all processes. Times are ms on their shared clock. */
export interface VendorLimit {
  /** When it was last written. */
  readonly at: number
  /** No call starts before this. */
  readonly pausedUntil: number
  /** When the next call may start, and the rate in calls per second. */
  readonly nextAt: number
  readonly rate: number
  /** Whether a 429 has ever slowed the rate, and when one last did. */
  readonly learned: boolean
  readonly slowedAt: number
  /** By holder. */
  readonly shares: Readonly<Record<string, LimitShare>>
}

/** A stored limit; its version changes with every write. */
export interface StoredLimit {
  readonly limit: VendorLimit
  readonly version: number
}

/** The limit of this name, or undefined. */
export async function readLimit(db: Store, name: string): Promise<StoredLimit | undefined> {
  const row = await db
    .selectFrom('vendor_limits')
    .select(['state', 'version'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { limit: JSON.parse(row.state), version: row.version }
}

/** Replaces the limit that was read; false, and nothing written, if another process changed it since. */
export async function writeLimit(
  db: Store,
  name: string,
  read: StoredLimit | undefined,
  limit: VendorLimit,
  now: number,
): Promise<boolean> {
  const before = read?.version ?? 0
  const values = { version: before + 1, state: JSON.stringify(limit), used_at: now }
  const written = await db
    .insertInto('vendor_limits')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values).where('vendor_limits.version', '=', before))
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows === 1n
}

/** Deletes limits unused for a day: those of callers' own keys and of replaced keys. */
export async function sweepLimits(db: Store, now: number): Promise<void> {
  await db
    .deleteFrom('vendor_limits')
    .where('used_at', '<', now - KEPT_MS)
    .execute()
}
