import { type ProviderKeys, sealKeys } from '../../pipeline/report/seal.ts'
import { keepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { newAccount, newReport } from './accounts.ts'
import { freshStore } from './store/store.ts'

export const SECRET = Buffer.alloc(32, 7)
export const SEALED_AT = Date.UTC(2026, 10, 20, 23, 30)
export const DAY = 24 * 3_600_000
export const MARKER = 'mX4vQ9tLw2RzK7bNcYp3HsD8'
export const KEYS: ProviderKeys = { OPENAI: MARKER, AI_OVERVIEW: `login:${MARKER}` }

/** A store with two reports, the first one's keys sealed. */
export async function sealed(keys = KEYS, sealedAt = SEALED_AT) {
  const { db, database } = await freshStore()
  const { id: accountId } = await newAccount(db)
  for (const slug of ['one', 'two']) await newReport(db, { slug, accountId })
  const kept = sealKeys(SECRET, { slug: 'one', sealedAt }, keys)
  await keepSealed(db, 'one', kept, sealedAt)
  return { db, database, kept }
}
