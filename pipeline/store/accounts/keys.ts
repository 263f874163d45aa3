import { createHash } from 'node:crypto'
import { cached } from '../driver/cache.ts'
import { randomBase62, randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import { inTransaction } from '../driver/transaction.ts'
import { touchAccount } from './accounts.ts'

/** The most active keys of an account (interface specification, section 8). */
export const MAX_KEYS = 10

/** A key as it is listed; times are epoch ms. */
export interface ListedKey {
  readonly id: string
  readonly label: string | null
  readonly lastFour: string
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** 30 characters of base62 are 178 random bits. */
const SECRET_LENGTH = 30
const KEY = new RegExp(`^svc_[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/**
 * Creates an API key and returns it, once: the store keeps only its fingerprint and last four characters. `tooMany` if
 * the account has ten active keys.
 */
export async function createKey(
  db: Store,
  accountId: string,
  label: string | null,
  now: number,
): Promise<{ id: string; key: string } | 'tooMany'> {
  const id = randomId()
  const key = `svc_${randomBase62(SECRET_LENGTH)}`
  return inTransaction(db, async (trx) => {
    await touchAccount(trx, accountId, now)
    const active = trx.selectFrom('api_keys').where('account_id', '=', accountId).where('revoked_at', 'is', null)
    if ((await countRows(active)) >= MAX_KEYS) return 'tooMany'
    await trx
      .insertInto('api_keys')
      .values({
        id,
        account_id: accountId,
        fingerprint: fingerprint(key),
        last_four: key.slice(-4),
        label,
        created_at: now,
      })
      .execute()
    return { id, key }
  })
}

/** The active key and its account; undefined for a malformed, unknown or revoked one. */
export async function findKey(db: Store, key: string): Promise<{ keyId: string; accountId: string } | undefined> {
  if (!KEY.test(key)) return undefined
  return activeKey(db, key)
}

const activeKey = cached(5_000, async (db, key: string) =>
  db
    .selectFrom('api_keys')
    .select(['id as keyId', 'account_id as accountId'])
    .where('fingerprint', '=', fingerprint(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst(),
)

/** All of the account's keys, including revoked ones, oldest first. */
export async function listKeys(db: Store, accountId: string): Promise<ListedKey[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'label', 'last_four as lastFour', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Revokes a key; false if no active key has this id. */
export async function revokeKey(db: Store, id: string, now: number): Promise<boolean> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return revoked.numUpdatedRows === 1n
}

/** A plain hash is enough: with 178 random bits, the key can't be guessed from it. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
