import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../pipeline/store/accounts/accounts.ts'
import { creditBalance, releaseHold } from '../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { listDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../../pipeline/store/webhooks/events.ts'
import { addWebhook } from '../../pipeline/store/webhooks/webhooks.ts'
import { newAccount } from '../support/accounts.ts'
import { freshStore } from '../support/store/store.ts'
import { published } from '../support/webhooks.ts'

/** Resolves when this many of the database's connections wait for a lock. */
async function waiting(db: Store, connections: number): Promise<void> {
  const query = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await query.execute(db)).rows[0]?.count !== connections);
}

test('a credit that two release at once is given back once', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const hold = { id: 'hold', account_id: accountId, kind: 'hold', amount: 0, report_slug: 'r1', at: 0 } as const
  await db.insertInto('credit_entries').values(hold).execute()
  const first = await db.startTransaction().execute()
  expect(await releaseHold(first, 'hold', 1)).toBe(true)
  const second = releaseHold(db, 'hold', 1)
  await waiting(db, 1)
  await first.commit().execute()
  expect(await second).toBe(false)
  expect(await creditBalance(db, accountId)).toEqual({ balance: 1, held: 0 })
})

test('an account with several webhooks can be deleted while events are queued for all', async () => {
  const { db } = await freshStore()
  const ada = await newAccount(db)
  // They are stored in another order than that of their ids, with the operator's between them.
  for (const [id, accountId] of [
    ['3', ada.id],
    ['1', ada.id],
    ['2', null],
  ] as const)
    await addWebhook(
      db,
      { id, accountId, url: 'https://hooks.example/', fingerprint: '', events: ['ranking.published'] },
      0,
    )

  const held = await db.startTransaction().execute()
  await held.selectFrom('webhooks').select('id').where('id', '=', '2').forUpdate().execute()
  // They have transactions of their own, which aren't repeated after a deadlock.
  const queued = db.transaction().execute((trx) => queueEvents(trx, [published()], 'everybody', 1))
  await waiting(db, 1)
  const deleted = db.transaction().execute((trx) => deleteAccount(trx, ada.email, 2))
  await waiting(db, 2)
  await held.commit().execute()

  const settled = await Promise.allSettled([queued, deleted])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await listDeliveries(db)).map(({ webhook }) => webhook)).toEqual(['2'])
})
