import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** Sealed provider keys are unreadable after this time, whatever became of their report (specification 5.10), in ms. */
export const SEALED_FOR_MS = 24 * 3_600_000

/** A report's provider keys under a key of its own, and that key, wrapped; both in base64url. */
export interface SealedKeys {
  readonly sealed: string
  readonly wrapped: string
}

/** Keeps a report's sealed keys, the wrapped key in a row apart. */
export async function keepSealed(
  trx: Store,
  slug: string,
  { sealed, wrapped }: SealedKeys,
  now: number,
): Promise<void> {
  await trx.insertInto('sealed_keys').values({ report_slug: slug, sealed, created_at: now }).execute()
  await trx.insertInto('wrapped_keys').values({ report_slug: slug, wrapped, created_at: now }).execute()
}

/** A report's sealed keys and when they were sealed, epoch ms; undefined once they are shredded. */
export async function readSealed(
  db: Store,
  slug: string,
): Promise<(SealedKeys & { readonly sealedAt: number }) | undefined> {
  const row = await db
    .selectFrom('sealed_keys')
    .innerJoin('wrapped_keys', 'wrapped_keys.report_slug', 'sealed_keys.report_slug')
    .select(['sealed', 'wrapped', 'sealed_keys.created_at'])
    .where('sealed_keys.report_slug', '=', slug)
    .executeTakeFirst()
  return row && { sealed: row.sealed, wrapped: row.wrapped, sealedAt: row.created_at }
}

/** The slugs of the reports whose provider keys are sealed in the store. */
export async function sealedReports(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('sealed_keys').select('report_slug').orderBy('report_slug').execute()
  return rows.map((row) => row.report_slug)
}

/**
 * Writes over a report's sealed keys, with random text of the same length so that it lands in the same place, and deletes
 * them. Returns whether there were any: then `emptyLog` is due once the transaction is committed.
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

/** Longer than six keys of the longest form are when they are sealed. */
function randomText(): string {
  return randomBytes(4_096).toString('base64url')
}

/**
 * Shreds whatever was sealed a day ago or earlier, and empties the log of what earlier shreds had to leave in it; returns
 * the slugs of those reports. To be called at a start and every minute.
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
 * Empties SQLite's write-ahead log, which still holds what was overwritten in the pages themselves. Where another process
 * reads an older state just then it stays, and the next sweep tries again. PostgreSQL keeps what was overwritten until it
 * vacuums, and its log for as long as the server is told to: there the sealing alone protects.
 */
export async function emptyLog(db: Store): Promise<void> {
  if (isPostgres(db)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
