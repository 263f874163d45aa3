import type { Store } from '../driver/open.ts'

const KEPT_MS = 24 * 3_600_000

/** What one process has of a vendor's limit. */
export interface LimitShare {
  /** Changes with every sign of life. */
  readonly beat: number
  readonly underWay: number
  /** Whether it has calls that may not start yet, and when one of its calls last might. */
  readonly waiting: boolean
  readonly servedAt: number
}

/** The limit of one key at its vendor, common to all processes. Times are ms of the clock that they share. */
export interface VendorLimit {
  /** When it was last written. */
  readonly at: number
  /** No call starts before this. */
  readonly pausedUntil: number
  /** When the next call may start at this rate, in calls a second. */
  readonly nextAt: number
  readonly rate: number
  /** Whether a 429 ever slowed the rate, and when one last did. */
  readonly learned: boolean
  readonly slowedAt: number
  /** By process. */
  readonly shares: Readonly<Record<string, LimitShare>>
}

/** A limit as it is in the store; its version changes with every write. */
export interface StoredLimit {
  readonly limit: VendorLimit
  readonly version: number
}

/** The limit of this name; undefined where no process has used it for a day. */
export async function readLimit(db: Store, name: string): Promise<StoredLimit | undefined> {
  const row = await db
    .selectFrom('vendor_limits')
    .select(['state', 'version'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { limit: JSON.parse(row.state), version: row.version }
}

/** Writes the limit in place of what was read; false where another process wrote it since, and then nothing is written. */
export async function writeLimit(
  db: Store,
  name: string,
  read: StoredLimit | undefined,
  limit: VendorLimit,
  now: number,
): Promise<boolean> {
  const values = { state: JSON.stringify(limit), used_at: now }
  const written =
    read === undefined
      ? await db
          .insertInto('vendor_limits')
          .values({ name, version: 1, ...values })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirst()
      : await db
          .updateTable('vendor_limits')
          .set({ version: read.version + 1, ...values })
          .where('name', '=', name)
          .where('version', '=', read.version)
          .executeTakeFirst()
  return ('numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows) === 1n
}

/** Forgets the limits that no process has used for a day: those of callers' own keys, and of keys that were replaced. */
export async function sweepLimits(db: Store, now: number): Promise<void> {
  await db
    .deleteFrom('vendor_limits')
    .where('used_at', '<', now - KEPT_MS)
    .execute()
}
