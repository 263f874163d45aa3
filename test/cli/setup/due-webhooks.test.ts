import { expect, test } from 'vitest'
import { deliverDue } from '../../../cli/setup/due-webhooks.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { queueEvents } from '../../../pipeline/store/webhooks/events.ts'
import { handClock } from '../../support/clock.ts'
import { startReceiver } from '../../support/receiver.ts'
import { freshStore } from '../../support/store/store.ts'
import { newWebhook, published, SERVICE_SECRET } from '../../support/webhooks.ts'

test('a slow receiver holds up a command for a minute, and what is left waits', async () => {
  const { db } = await freshStore()
  const receiver = await startReceiver('hang')
  await newWebhook(db, receiver)
  await queueEvents(db, [published('a'), published('b'), published('c')], 'everybody', 0)
  const config = readConfig({ SVC_SECRET: SERVICE_SECRET.toString('base64'), SVC_WEBHOOK_PRIVATE: '1' })
  const said: string[] = []
  const clock = handClock()
  const delivering = deliverDue(config, db, (sentence) => void said.push(sentence), clock)
  await clock.asleep()
  clock.advance(59_999)
  await receiver.reached(1)
  receiver.release()
  await receiver.reached(2)
  clock.advance(1)
  receiver.release()
  await delivering
  expect(said).toEqual([expect.stringContaining('what is still due waits for the next run')])
  const rows = await db.selectFrom('webhook_deliveries').select('outcome').orderBy('outcome').execute()
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['HTTP_200', 'HTTP_200', null])
  expect(receiver.received).toHaveLength(2)
})
