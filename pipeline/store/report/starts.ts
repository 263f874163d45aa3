import type { Store } from '../driver/open.ts'

/** What makes two starts one: the account, its idempotency key, and a hash of the fields that the key is bound to. */
export interface StartKey {
  readonly accountId: string
  readonly key: string
  readonly boundHash: string
}

/** The slug of the report that this start began earlier, or undefined. */
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

/** Whether the account has used the key before, for whatever start. */
export async function isKeyUsed(trx: Store, { accountId, key }: Omit<StartKey, 'boundHash'>): Promise<boolean> {
  const row = await trx
    .selectFrom('starts')
    .select('report_slug')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers the start; the same one twice is a fault. */
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

/** How many reports a key has started since a time, in epoch ms. */
export async function startsSince(trx: Store, keyId: string, since: number): Promise<number> {
  const { starts } = await trx
    .selectFrom('key_starts')
    .select((eb) => eb.fn.countAll<number>().as('starts'))
    .where('key_id', '=', keyId)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return starts
}

/** Notes that a key started a report, in the transaction of the start. */
export async function insertKeyStart(trx: Store, keyId: string, slug: string, now: number): Promise<void> {
  await trx.insertInto('key_starts').values({ report_slug: slug, key_id: keyId, at: now }).execute()
}
