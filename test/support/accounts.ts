import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { type Account, createAccount } from '../../pipeline/store/accounts/accounts.ts'
import { createKey } from '../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { insertReport, type NewReport } from '../../pipeline/store/report/reports.ts'

/** A verified account of a new store. */
export async function newAccount(db: Store, email = 'ada@agency.example', now = 0): Promise<Account> {
  const account = await createAccount(db, { email, verified: true }, now)
  if (account === 'taken') throw new Error('the test made this account already')
  return account
}

/** A verified account with `count` API keys, or the most that an account may have. */
export async function accountWithKeys(
  db: Store,
  email: string,
  count: number,
  now: number,
): Promise<{ id: string; keys: string[] }> {
  const { id } = await newAccount(db, email, now)
  const keys: string[] = []
  for (let made = 0; made < count; made += 1) {
    const key = await createKey(db, id, null, now)
    if (key !== 'tooMany') keys.push(key.key)
  }
  return { id, keys }
}

/** Inserts a PENDING report of the account, or a RUNNING one if `startedAt` is given. */
export async function newReport(
  db: Store,
  { startedAt, now = 0, ...report }: Pick<NewReport, 'accountId' | 'slug'> & { startedAt?: number; now?: number },
): Promise<void> {
  const texts = {
    domain: 'acme.example',
    brand: 'Acme',
    category: 'CRM software',
    description: 'A CRM.',
    ...DEFAULT_MARKET,
  }
  await insertReport(
    db,
    {
      ...texts,
      ...report,
      simulated: true,
      plan: 'QUICK',
      funding: 'CREDITS',
      aliases: [],
      engines: ['OPENAI'],
      seedPrompts: [],
      byokEngines: null,
      endMailUrl: null,
      tracked: null,
    },
    now,
  )
  if (startedAt !== undefined)
    await db
      .updateTable('reports')
      .set({ status: 'RUNNING', started_at: startedAt })
      .where('slug', '=', report.slug)
      .execute()
}
