import type { StartRequest } from '../../pipeline/contract/start.ts'
import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import { type StartOptions, type StartOutcome, startReport } from '../../pipeline/report/start.ts'
import { grantCredits, returnCredit } from '../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../pipeline/store/accounts/keys.ts'
import { activatePlan, type PlanLimits } from '../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { endReport } from '../../pipeline/store/report/reports.ts'
import { newAccount } from '../support/accounts.ts'
import { type FixedClock, fixedClock } from '../support/clock.ts'
import { openTestQueue } from '../support/store/queue.ts'
import { freshStore } from '../support/store/store.ts'

export const SECRET = Buffer.alloc(32, 7)
export const KEY = 'an-idempotency-key-0001'

/** A start on a credit. */
export const START: StartRequest = {
  domain: 'acme.example',
  category: 'CRM software',
  description: 'A CRM that a small team sets up in an afternoon.',
  funding: 'credits',
}

/** A start on own keys, which are none of any vendor. */
export const OWN_KEYS: StartRequest = {
  ...START,
  funding: 'byok',
  providerKeys: { OPENAI: 'sk-none-0123456789', PERPLEXITY: 'pplx-none-0123456789' },
}

/** A fresh store with one verified account; `start` is a start by it, on its first key unless another is named. */
export async function starter(has: { credits?: number; plan?: Partial<PlanLimits> } = {}) {
  const { db, database } = await freshStore()
  const clock: FixedClock = fixedClock()
  const account = await newAccount(db, 'ada@agency.example', clock.now())
  if (has.credits !== undefined) await grantCredits(db, account.id, has.credits, clock.now())
  if (has.plan !== undefined)
    await activatePlan(db, account.id, { limits: { ...DEFAULT_LIMITS, ...has.plan } }, clock.now())
  const newKey = async (accountId = account.id): Promise<string> => {
    const created = await createKey(db, accountId, null, clock.now())
    if (created === 'tooMany') throw new Error('the test made too many keys')
    return created.id
  }
  const keyId = await newKey()
  const options: StartOptions = {
    db,
    queue: await openTestQueue(db),
    now: clock.now,
    secret: SECRET,
    byokOn: true,
    hasScribe: true,
    simulate: false,
    siteUrl: () => 'https://site.example',
  }
  const start = (
    request: StartRequest,
    key?: string,
    other: Partial<StartOptions & { keyId: string; accountId: string }> = {},
  ): Promise<StartOutcome> =>
    startReport({ ...options, ...other }, { accountId: account.id, keyId, ...other }, request, key)
  return { db, database, clock, account, keyId, newKey, options, start }
}

/** How many rows the starts have written to every table that they write to, and how many credits they spent. */
export async function written(db: Store) {
  const rows = async (
    table: 'reports' | 'starts' | 'jobs' | 'sealed_keys' | 'wrapped_keys' | 'outbox' | 'key_starts',
  ) =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  const spends = await db.selectFrom('credit_entries').select('id').where('kind', '=', 'spend').execute()
  return {
    reports: await rows('reports'),
    starts: await rows('starts'),
    keyStarts: await rows('key_starts'),
    jobs: await rows('jobs'),
    sealed: await rows('sealed_keys'),
    wrapped: await rows('wrapped_keys'),
    mails: await rows('outbox'),
    spends: spends.length,
  }
}

export const NOTHING = {
  reports: 0,
  starts: 0,
  keyStarts: 0,
  jobs: 0,
  sealed: 0,
  wrapped: 0,
  mails: 0,
  spends: 0,
}

/** The slug of a start that was accepted. */
export function slugOf(outcome: StartOutcome): string {
  if ('refusal' in outcome) throw new Error(`refused: ${outcome.refusal}`)
  return outcome.slug
}

/** Whether a start began a report, repeated one, or was refused, and why. */
export function endOf(outcome: StartOutcome): string {
  if ('refusal' in outcome) return outcome.refusal
  return outcome.reused ? 'replayed' : 'started'
}

/** Fails a report, as its worker would, and gives its credit back. */
export async function fail(db: Store, accountId: string, slug: string, now: number, started = true): Promise<void> {
  if (started) await db.updateTable('reports').set({ started_at: now }).where('slug', '=', slug).execute()
  await endReport(db, slug, { error: 'It failed.', body: null }, now)
  await returnCredit(db, { accountId, slug, started }, now)
}
