import { findKey } from '../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'

/** Who calls, by an active API key. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
}

/**
 * The caller behind an Authorization header: undefined where it is missing or no bearer's, or the key is malformed,
 * unknown or revoked, or its account is gone. Every call looks into the store, so that a revoked key is dead at once.
 */
export async function callerOf(db: Store, authorization: string | null): Promise<Caller | undefined> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : findKey(db, key)
}
