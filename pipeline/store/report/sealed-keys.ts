import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** Sealed provider keys are deleted after this time, in ms, even if their report hasn't ended (specification 5.10). */
export const SEALED_FOR_MS = 24 * 3_600_000

/** A report's provider keys, encrypted with a key of its own, and that key wrapped; both in base64url. */
export interface SealedKeys {
  readonly sealed: string
  readonly wrapped: string
}

/** Stores a report's sealed keys, the wrapped key in a row of its own. */
export async function keepSealed(
  trx: Store,
  slug: string,
  { sealed, wrapped }: SealedKeys,
  now: number,
): Promise<void> {
  await trx.insertInto('sealed_keys').values({ report_slug: slug, sealed, created_at: now }).execute()
  await trx.insertInto('wrapped_keys').values({ report_slug: slug, wrapped, created_at: now }).execute()
}

/** A report's sealed keys and when they were sealed (epoch ms); undefined once they are shredded. */
export async function readSealed(
  db: Store,
  slug: string,
): Promise<(SealedKeys & { readonly sealedAt: number }) | undefined> {
  return db
    .selectFrom('sealed_keys')
    .innerJoin('wrapped_keys', 'wrapped_keys.report_slug', 'sealed_keys.report_slug')
    .select(['sealed', 'wrapped', 'sealed_keys.created_at as sealedAt'])
    .where('sealed_keys.report_slug', '=', slug)
    .executeTakeFirst()
}

/** The slugs of the reports with sealed provider keys. */
export async function sealedReports(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('sealed_keys').select('report_slug').orderBy('report_slug').execute()
  return rows.map((row) => row.report_slug)
}

/**
 * Overwrites a report's sealed keys with random text of the same length, so that it lands in the same place, and deletes
 * them. Returns whether there were any; then call `emptyLog` after the commit.
 */
export async function shredSealed(trx: Store, slug: string): Promise<boolean> {
  const wrapped = await trx
    .updateTable('wrapped_keys')
    .set((eb) => ({ wrapped: eb.fn('substr', [eb.val(randomText()), eb.lit(1), eb.fn('length', ['wrapped'])]) }))
    .where('report_slug', '=', slug)
    .executeTakeFirst()
  const sealed = await trx
    .updateTable('sealed_keys')
    .set((eb) => ({ sealed: eb.fn('substr', [eb.val(randomText()), eb.lit(1), eb.fn('length', ['sealed'])]) }))
    .where('report_slug', '=', slug)
    .executeTakeFirst()
  await trx.deleteFrom('wrapped_keys').where('report_slug', '=', slug).execute()
  await trx.deleteFrom('sealed_keys').where('report_slug', '=', slug).execute()
  return wrapped.numUpdatedRows + sealed.numUpdatedRows > 0n
}

/** Longer than six of the longest keys are when sealed. */
function randomText(): string {
  return randomBytes(4_096).toString('base64url')
}

/**
 * Shreds keys sealed a day ago or earlier and empties the log of what earlier shreds left; returns their reports' slugs.
 * Call it at start and every minute.
 */
export async function sweepSealed(db: Store, now: number): Promise<string[]> {
  const expired = now - SEALED_FOR_MS
  const rows = await db
    .selectFrom('sealed_keys')
    .select('report_slug')
    .where('created_at', '<=', expired)
    .union(db.selectFrom('wrapped_keys').select('report_slug').where('created_at', '<=', expired))
    .execute()
  for (const { report_slug: slug } of rows) await db.transaction().execute((trx) => shredSealed(trx, slug))
  await emptyLog(db)
  return rows.map((row) => row.report_slug)
}

/**
 * Empties SQLite's write-ahead log, which still holds overwritten keys; a concurrent reader leaves that to the next sweep.
 * On PostgreSQL, old rows and the log stay, and only the encryption protects them.
 */
export async function emptyLog(db: Store): Promise<void> {
  if (isPostgres(db)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
