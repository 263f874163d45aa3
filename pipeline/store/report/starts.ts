import type { Store } from '../driver/open.ts'
import { countRows, hasRows } from '../driver/queries.ts'

/** Identifies a start: repeating it with the same account, idempotency key and bound fields is the same start. */
export interface StartKey {
  readonly accountId: string
  readonly key: string
  readonly boundHash: string
}

/** The slug of the report that this start created earlier, or undefined. */
export async function findStart(trx: Store, { accountId, key, boundHash }: StartKey): Promise<string | undefined> {
  const row = await trx
    .selectFrom('starts')
    .select('report_slug')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .where('bound_hash', '=', boundHash)
    .executeTakeFirst()
  return row?.report_slug
}

/** Whether the account has used the key before. */
export async function isKeyUsed(trx: Store, { accountId, key }: Omit<StartKey, 'boundHash'>): Promise<boolean> {
  return hasRows(trx.selectFrom('starts').where('account_id', '=', accountId).where('idempotency_key', '=', key))
}

/** Records the start; throws if it is already there. */
export async function insertStart(trx: Store, start: StartKey & { readonly slug: string }, now: number): Promise<void> {
  await trx
    .insertInto('starts')
    .values({
      account_id: start.accountId,
      idempotency_key: start.key,
      bound_hash: start.boundHash,
      report_slug: start.slug,
      created_at: now,
    })
    .execute()
}

/** How many reports the key has started since a time (epoch ms). */
export async function startsSince(trx: Store, keyId: string, since: number): Promise<number> {
  return countRows(trx.selectFrom('key_starts').where('key_id', '=', keyId).where('at', '>=', since))
}

/** Records that a key started a report. */
export async function insertKeyStart(trx: Store, keyId: string, slug: string, now: number): Promise<void> {
  await trx.insertInto('key_starts').values({ report_slug: slug, key_id: keyId, at: now }).execute()
}
