import { sql } from 'kysely'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { slicesOf } from '../driver/queries.ts'
import { inTransaction } from '../driver/transaction.ts'
import { emptyLog, shredSealed } from '../report/sealed-keys.ts'
import { removeWebhook } from '../webhooks/webhooks.ts'

/** An account owns keys, credits and reports; it may start reports once its address is verified. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly verified: boolean
}

const COLUMNS = ['id', 'email', 'verified'] as const

/** Creates an account; `taken` if the address already has one. Addresses are trimmed and lower-cased. */
export async function createAccount(
  db: Store,
  { email, verified }: { email: string; verified: boolean },
  now: number,
): Promise<Account | 'taken'> {
  const row = await db
    .insertInto('accounts')
    .values({
      id: randomId(),
      email: identity(email),
      verified: verified ? 1 : 0,
      created_at: now,
      touched_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row === undefined ? 'taken' : toAccount(row)
}

/** The account of an address, or undefined. */
export async function findAccount(db: Store, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').select(COLUMNS).where('email', '=', identity(email)).executeTakeFirst()
  return row && toAccount(row)
}

/** The account of an id, or undefined. */
export async function accountById(db: Store, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** Marks the address as verified; returns its account, or undefined. */
export async function verifyAccount(db: Store, email: string): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ verified: 1 })
    .where('email', '=', identity(email))
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Every account, oldest first. */
export async function listAccounts(db: Store): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').select(COLUMNS).orderBy('created_at').orderBy('email').execute()
  return rows.map(toAccount)
}

/**
 * Locks the account and returns it; undefined if it is gone. It is the first write of every transaction that checks the
 * account's keys, credits or limits.
 */
export async function touchAccount(trx: Store, accountId: string, now: number): Promise<Account | undefined> {
  const row = await trx
    .updateTable('accounts')
    .set({ touched_at: now })
    .where('id', '=', accountId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toAccount(row)
}

/**
 * Deletes the account with its keys, plan, mail and reports, and returns the ids of its mails, which may be files too;
 * undefined if there is none. Workers on its reports lose their lease, and its credit entries, which hold no address,
 * stay.
 */
export async function deleteAccount(db: Store, email: string, now: number): Promise<{ mails: string[] } | undefined> {
  const removed = await inTransaction(db, async (trx) => {
    const account = await trx
      .updateTable('accounts')
      .set({ touched_at: now })
      .where('email', '=', identity(email))
      .returning('id')
      .executeTakeFirst()
    return account && removeAccount(trx, account.id)
  })
  if (removed?.shredded === true) await emptyLog(db)
  return removed && { mails: removed.mails }
}

async function removeAccount(trx: Store, accountId: string): Promise<{ shredded: boolean; mails: string[] }> {
  const reports = trx.selectFrom('reports').where('account_id', '=', accountId)
  await trx
    .deleteFrom('leases')
    .where('name', 'in', reports.select(sql<string>`'report/' || slug`.as('name')))
    .execute()
  const sealed = await trx
    .selectFrom('sealed_keys')
    .select('report_slug')
    .where('report_slug', 'in', reports.select('slug'))
    .execute()
  for (const { report_slug: slug } of sealed) await shredSealed(trx, slug)

  const surveyIds = (await reports.select('survey_id').execute()).flatMap(({ survey_id }) => survey_id ?? [])
  // They go in the order in which queueing events locks them; a foreign key has none, and could deadlock.
  const webhooks = trx.selectFrom('webhooks').select('id').where('account_id', '=', accountId)
  for (const { id } of await webhooks.orderBy('id').execute()) await removeWebhook(trx, id)

  // Foreign keys delete jobs, starts, keys, plan and mail; a survey can go only after its report.
  await trx.deleteFrom('reports').where('account_id', '=', accountId).execute()
  for (const ids of slicesOf(surveyIds)) await trx.deleteFrom('surveys').where('id', 'in', ids).execute()
  const mails = await trx.selectFrom('outbox').select('id').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
  return { shredded: sealed.length > 0, mails: mails.map(({ id }) => id) }
}

function identity(email: string): string {
  return email.trim().toLowerCase()
}

function toAccount(row: { id: string; email: string; verified: number }): Account {
  return { ...row, verified: row.verified === 1 }
}
