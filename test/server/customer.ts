import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import { createAccount } from '../../pipeline/store/accounts/accounts.ts'
import { grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../pipeline/store/accounts/keys.ts'
import { activatePlan, type PlanLimits } from '../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { NOON } from './fresh-app.ts'

export const BODY = {
  domain: 'acme.example',
  category: 'CRM software',
  description: 'A CRM that a small team sets up in an afternoon.',
  funding: 'credits',
}

/** A body on own keys; they are none of any vendor. */
export const BYOK = { ...BODY, funding: 'byok', providerKeys: { OPENAI: 'sk-marker-0123456789' } }

/** An account with a key and, where they are asked for, credits and an active Agent plan with limits of its own. */
export async function customer(
  db: Store,
  has: { email?: string; verified?: boolean; credits?: number; plan?: Partial<PlanLimits> } = {},
) {
  const account = await createAccount(
    db,
    { email: has.email ?? 'ada@agency.example', verified: has.verified ?? true },
    NOON,
  )
  if (account === 'taken') throw new Error('the test made this account already')
  if (has.credits !== undefined) await grantCredits(db, account.id, has.credits, NOON)
  if (has.plan !== undefined) await activatePlan(db, account.id, { limits: { ...DEFAULT_LIMITS, ...has.plan } }, NOON)
  const created = await createKey(db, account.id, null, NOON)
  if (created === 'tooMany') throw new Error('the test made too many keys')
  return { account, keyId: created.id, key: created.key, headers: bearer(created.key) }
}

export function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` }
}

/** The request of a start. */
export function start(
  { headers }: { headers: Record<string, string> },
  body: unknown,
  idempotencyKey?: string,
): { method: string; headers: Record<string, string>; body: string } {
  const key = idempotencyKey === undefined ? undefined : { 'idempotency-key': idempotencyKey }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
