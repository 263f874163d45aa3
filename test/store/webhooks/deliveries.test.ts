import { expect, test } from 'vitest'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { claimDue, markSent, NEVER, postpone } from '../../../pipeline/store/upkeep/outbox.ts'
import {
  listDeliveries,
  RESENDABLE_MS,
  resendDelivery,
  sweepDeliveries,
} from '../../../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../../../pipeline/store/webhooks/events.ts'
import { freshStore } from '../../support/store/store.ts'
import { newWebhook, published } from '../../support/webhooks.ts'

const TABLE = 'webhook_deliveries'

const kept = async (db: Store) =>
  (await listDeliveries(db)).map(({ event, state }) => [event.type === 'ranking.published' && event.data.slug, state])

test('what was delivered or given up can be sent again for 30 days and is then deleted; what waits stays', async () => {
  const { db } = await freshStore()
  await newWebhook(db, { url: 'https://hooks.example/' })
  for (const slug of ['delivered', 'later', 'failed', 'waiting', 'claimed', 'again'])
    await queueEvents(db, [published(slug)], 'everybody', 0)
  const ids = new Map(
    (await listDeliveries(db)).map(({ id, event }) => [event.type === 'ranking.published' && event.data.slug, id]),
  )
  const id = (slug: string) => ids.get(slug) ?? ''
  await markSent(db, TABLE, id('delivered'), 5)
  await markSent(db, TABLE, id('again'), 5)
  await markSent(db, TABLE, id('later'), 6)
  await postpone(db, TABLE, id('failed'), NEVER)
  await claimDue(db, TABLE, id('claimed'), 0, 9)

  await sweepDeliveries(db, RESENDABLE_MS)
  expect(await kept(db)).toHaveLength(6)
  expect(await resendDelivery(db, id('again'), RESENDABLE_MS)).toBe(true)
  await sweepDeliveries(db, RESENDABLE_MS + 1)
  expect((await kept(db)).map(([slug]) => slug).toSorted()).toEqual([
    'again',
    'claimed',
    'delivered',
    'later',
    'waiting',
  ])
  await sweepDeliveries(db, RESENDABLE_MS + 6)
  expect((await kept(db)).toSorted()).toEqual([
    ['again', 'waiting'],
    ['claimed', 'waiting'],
    ['later', 'delivered'],
    ['waiting', 'waiting'],
  ])
  expect(await resendDelivery(db, id('delivered'), RESENDABLE_MS)).toBe(false)
})
