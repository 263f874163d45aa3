import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import { touchAccount } from './accounts.ts'

/** The most automatic returns for an account's started reports in any 30 days (specification, section 3). */
const AUTOMATIC_RETURNS = 3
const RETURNS_WINDOW_MS = 30 * 24 * 3_600_000

/** Where a report's credit is; `returned` also after its hold was released. */
export type CreditState = 'none' | 'spent' | 'returned' | 'held'

/** A failed report's credit held for review; `account` is the address, `report` the slug, the time epoch ms. */
export interface HeldCredit {
  readonly id: string
  readonly account: string
  readonly report: string
  readonly heldAt: number
}

/** Adds credits to the account. */
export async function grantCredits(db: Store, accountId: string, count: number, now: number): Promise<void> {
  await db
    .insertInto('credit_entries')
    .values({ id: randomId(), account_id: accountId, kind: 'grant', amount: count, at: now })
    .execute()
}

/** The credits the account can spend, and those held for review. */
export async function creditBalance(db: Store, accountId: string): Promise<{ balance: number; held: number }> {
  const { balance } = await db
    .selectFrom('credit_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('balance'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { balance, held: await countRows(openHolds(db).where('hold.account_id', '=', accountId)) }
}

/**
 * Spends one credit on a report; false if the account has none. Call it in a transaction that has touched the account;
 * throws if the report has already spent one.
 */
export async function spendCredit(
  trx: Store,
  { accountId, slug }: { accountId: string; slug: string },
  now: number,
): Promise<boolean> {
  const spent = await trx
    .insertInto('credit_entries')
    .columns(['id', 'account_id', 'kind', 'amount', 'report_slug', 'at'])
    .expression((insert) =>
      insert
        .selectFrom((eb) =>
          eb
            .selectFrom('credit_entries')
            .select((sum) => sum.fn.sum<number>('amount').as('balance'))
            .where('account_id', '=', accountId)
            .as('funds'),
        )
        .select((eb) => [
          eb.val(randomId()).as('id'),
          eb.val(accountId).as('account_id'),
          eb.val('spend').as('kind'),
          eb.lit(-1).as('amount'),
          eb.val(slug).as('report_slug'),
          eb.val(now).as('at'),
        ])
        .where('funds.balance', '>=', 1),
    )
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

/**
 * Returns a failed report's credit in the transaction that ends the report, or `none` if no credit is to be returned.
 * Holds it for review once the account has used up its automatic returns, which only started reports count against.
 */
export async function returnCredit(
  trx: Store,
  { accountId, slug, started }: { accountId: string; slug: string; started: boolean },
  now: number,
): Promise<'returned' | 'held' | 'none'> {
  if ((await touchAccount(trx, accountId, now)) === undefined) return 'none'
  if ((await creditState(trx, slug)) !== 'spent') return 'none'
  const held = started && (await recentReturns(trx, accountId, now)) >= AUTOMATIC_RETURNS
  await trx
    .insertInto('credit_entries')
    .values({
      id: randomId(),
      account_id: accountId,
      kind: held ? 'hold' : 'return',
      amount: held ? 0 : 1,
      report_slug: slug,
      at: now,
    })
    .execute()
  return held ? 'held' : 'returned'
}

/** Where a report's credit is. */
export async function creditState(db: Store, slug: string): Promise<CreditState> {
  const rows = await db.selectFrom('credit_entries').select('kind').where('report_slug', '=', slug).execute()
  const kinds = rows.map((row) => row.kind)
  if (kinds.includes('return') || kinds.includes('release')) return 'returned'
  if (kinds.includes('hold')) return 'held'
  return kinds.includes('spend') ? 'spent' : 'none'
}

/** All credits held for review, oldest first. */
export async function heldCredits(db: Store): Promise<HeldCredit[]> {
  const rows = await openHolds(db)
    .select(['hold.id', 'accounts.email', 'hold.report_slug', 'hold.at'])
    .orderBy('hold.at')
    .orderBy('hold.id')
    .execute()
  return rows.flatMap((row) =>
    row.report_slug === null ? [] : [{ id: row.id, account: row.email, report: row.report_slug, heldAt: row.at }],
  )
}

/** Returns a held credit; false if none is held under this id. */
export async function releaseHold(db: Store, id: string, now: number): Promise<boolean> {
  const released = await db
    .insertInto('credit_entries')
    .columns(['id', 'account_id', 'kind', 'amount', 'report_slug', 'at'])
    .expression(
      openHolds(db)
        .select((eb) => [
          eb.val(randomId()).as('id'),
          'hold.account_id',
          eb.val('release').as('kind'),
          eb.lit(1).as('amount'),
          'hold.report_slug',
          eb.val(now).as('at'),
        ])
        .where('hold.id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['report_slug', 'kind']).doNothing())
    .executeTakeFirst()
  return released.numInsertedOrUpdatedRows === 1n
}

/** Unreleased holds of existing accounts. */
function openHolds(db: Store) {
  return db
    .selectFrom('credit_entries as hold')
    .innerJoin('accounts', 'accounts.id', 'hold.account_id')
    .where('hold.kind', '=', 'hold')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credit_entries as release')
            .select('release.id')
            .whereRef('release.report_slug', '=', 'hold.report_slug')
            .where('release.kind', '=', 'release'),
        ),
      ),
    )
}

/** The automatic returns for started reports in the last 30 days. */
function recentReturns(trx: Store, accountId: string, now: number): Promise<number> {
  const returns = trx
    .selectFrom('credit_entries')
    .innerJoin('reports', 'reports.slug', 'credit_entries.report_slug')
    .where('credit_entries.account_id', '=', accountId)
    .where('credit_entries.kind', '=', 'return')
    .where('credit_entries.at', '>', now - RETURNS_WINDOW_MS)
    .where('reports.started_at', 'is not', null)
  return countRows(returns)
}
