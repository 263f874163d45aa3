import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '../../../pipeline/contract/words.ts'
import { deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { listDeliveries } from '../../../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../../../pipeline/store/webhooks/events.ts'
import { listWebhooks, removeWebhook } from '../../../pipeline/store/webhooks/webhooks.ts'
import { newAccount } from '../../support/accounts.ts'
import { everyRow, freshStore } from '../../support/store/store.ts'
import { newWebhook, published } from '../../support/webhooks.ts'

const url = 'https://hooks.example/'

/** Two accounts and the operator, each with a webhook. */
async function threeOwners() {
  const { db, database } = await freshStore()
  const ada = await newAccount(db)
  const bob = await newAccount(db, 'bob@agency.example')
  return {
    ...{ db, database, ada, bob },
    ofAda: (await newWebhook(db, { url: `${url}ada`, accountId: ada.id })).id,
    ofBob: (await newWebhook(db, { url: `${url}bob`, accountId: bob.id })).id,
    ofOperator: (await newWebhook(db, { url: `${url}operator` })).id,
  }
}

async function told(db: Store): Promise<string[]> {
  return (await listDeliveries(db)).map(({ webhook }) => webhook).sort()
}

test('an owner is sent only its own events and those for everybody', async () => {
  const { db, ada, ofAda, ofBob, ofOperator } = await threeOwners()
  await queueEvents(db, [published()], { accountId: ada.id }, 1)
  expect(await told(db)).toEqual([ofAda])
  await queueEvents(db, [published()], 'operator', 2)
  expect(await told(db)).toEqual([ofAda, ofOperator].sort())
  await queueEvents(db, [published()], 'everybody', 3)
  expect(await told(db)).toEqual([ofAda, ofAda, ofBob, ofOperator, ofOperator].sort())
  expect((await listDeliveries(db)).map(({ createdAt }) => createdAt)).toEqual([3, 3, 3, 2, 1])
})

test('an account is shown only its own webhooks and deliveries', async () => {
  const { db, ada, bob, ofAda, ofBob } = await threeOwners()
  await queueEvents(db, [published()], 'everybody', 1)
  expect(await listWebhooks(db, ada.id)).toEqual([
    { id: ofAda, account: ada.email, url: `${url}ada`, events: WEBHOOK_EVENTS, createdAt: 0 },
  ])
  const ofBobs = await listDeliveries(db, { accountId: bob.id })
  expect(ofBobs.map(({ webhook }) => webhook)).toEqual([ofBob])
  expect(await listDeliveries(db, { accountId: bob.id, webhookId: ofAda })).toEqual([])
})

test('a webhook is sent only the types of events that it was added for', async () => {
  const { db } = await freshStore()
  await newWebhook(db, { url, events: ['report.failed', 'ranking.moved'] })
  await queueEvents(db, [published()], 'everybody', 1)
  expect(await told(db)).toEqual([])
})

test('what is not committed is not told', async () => {
  const { db } = await threeOwners()
  const failing = db.transaction().execute(async (trx) => {
    await queueEvents(trx, [published()], 'everybody', 1)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await told(db)).toEqual([])
})

test('a deleted account leaves no webhook and no delivery', async () => {
  const { db, ada, ofBob, ofOperator } = await threeOwners()
  await queueEvents(db, [published()], 'everybody', 1)
  await deleteAccount(db, ada.email, 2)
  expect(await told(db)).toEqual([ofBob, ofOperator].sort())
  const rows = await everyRow(db)
  expect(JSON.stringify([rows.get('webhooks'), rows.get('webhook_deliveries')])).not.toContain('hooks.example/ada')
})

test('a webhook that is removed while events are queued breaks no transaction', async () => {
  const { db, database, ofAda, ofBob, ofOperator } = await threeOwners()
  const other = await openStore(database, 0)
  const ids = [ofAda, ofBob, ofOperator]
  const events = Array.from({ length: 600 }, (_, at) => published(`c${at}`))
  const telling = Array.from({ length: 3 }, () =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ touched_at: 1 }).where('id', '=', 'nobody').execute()
      await queueEvents(trx, events, 'everybody', 1)
    }),
  )
  await Promise.all([...telling, ...ids.map((id) => removeWebhook(other, id))])
  await other.destroy()
  expect(await told(db)).toEqual([])
})
