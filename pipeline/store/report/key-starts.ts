import type { Store } from '../driver/open.ts'

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
