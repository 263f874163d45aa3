import { expect, test } from 'vitest'
import { removeWebhook } from '../../pipeline/store/webhooks/webhooks.ts'
import { createPost } from '../../pipeline/webhooks/post.ts'
import { startReceiver } from '../support/receiver.ts'
import { newWebhook } from '../support/webhooks.ts'
import { desk } from './desk.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('what was sent and not marked when its process was killed is sent again under the same id', async () => {
  const { db, clock, tell, deliverer, deliver, listed } = await desk()
  const receiver = await startReceiver(200)
  await newWebhook(db, receiver)
  await tell('crm-software')
  const post = createPost({ allowPrivate: true })
  const killed = deliverer({
    post: async (...request) => {
      await post(...request)
      return new Promise(() => {})
    },
  })
  await killed.begin()
  await receiver.reached(1)
  await deliver()
  expect(receiver.received).toHaveLength(1)
  clock.advance(2 * MINUTE)
  await deliver()
  const ids = receiver.received.map(({ headers }) => headers['svc-event-id'])
  expect(ids).toEqual(Array(2).fill((await listed())[0]?.id))
})

test('several processes deliver each event once', async () => {
  const { db, tell, deliver } = await desk()
  const receiver = await startReceiver(200)
  await newWebhook(db, receiver)
  const slugs = Array.from({ length: 20 }, (_, at) => `c${at}`)
  await tell(...slugs)
  await Promise.all([deliver(), deliver(), deliver()])
  await deliver()
  const got = receiver.received.map(({ body }) => JSON.parse(body.toString()).data.slug)
  expect(got.sort()).toEqual(slugs.sort())
})

test('a receiver that hangs holds up no other, and is not asked a second time meanwhile', async () => {
  const { db, tell, deliverer } = await desk()
  const slow = await startReceiver('hang')
  const quick = await startReceiver(200)
  await newWebhook(db, slow)
  await newWebhook(db, quick)
  const each = deliverer()
  await tell('a', 'b')
  await each.begin()
  await slow.reached(1)
  await quick.reached(2)
  await tell('c')
  await each.begin()
  await quick.reached(3)
  expect(slow.received).toHaveLength(1)
  slow.release()
  await slow.reached(2)
  slow.release()
  await slow.reached(3)
  slow.release()
  await each.ended()
})

test('a failure ends only the turn of that receiver: the others get all of theirs', async () => {
  const { db, tell, deliver, clock } = await desk()
  const broken = await startReceiver(500)
  const sound = await startReceiver(200)
  await newWebhook(db, broken)
  await newWebhook(db, sound)
  await tell('a', 'b', 'c')
  await deliver()
  expect([broken.received.length, sound.received.length]).toEqual([1, 3])
  clock.advance(HOUR)
  await deliver()
  expect(broken.received).toHaveLength(2)
})

test('a receiver that stays dead while many events wait is logged once a minute', async () => {
  const { db, clock, tell, deliverer, faults } = await desk()
  const dead = await startReceiver(503)
  const { id } = await newWebhook(db, dead)
  await tell(...Array.from({ length: 6 }, (_, at) => `c${at}`))
  const each = deliverer()
  for (const tries of [3, 3]) {
    for (let at = 0; at < tries; at += 1) {
      await each.begin()
      await each.ended()
    }
    clock.advance(MINUTE)
  }
  expect(dead.received).toHaveLength(6)
  expect(faults).toEqual(
    Array(2).fill([expect.any(String), expect.objectContaining({ code: 'HTTP_503' }), { webhook: id }]),
  )
})

test('once stopped, it begins with nothing more', async () => {
  const { db, tell, deliverer } = await desk()
  const receiver = await startReceiver('hang', 200)
  await newWebhook(db, receiver)
  await tell('a', 'b')
  const stop = new AbortController()
  const each = deliverer({ stop: stop.signal })
  await each.begin()
  await receiver.reached(1)
  stop.abort()
  receiver.release()
  await each.ended()
  await each.begin()
  await each.ended()
  expect(receiver.received).toHaveLength(1)
})

test('with another service’s secret nothing is sent', async () => {
  const { db, tell, deliver, listed } = await desk()
  const receiver = await startReceiver(200)
  await newWebhook(db, receiver)
  await tell('a')
  await deliver({ secret: Buffer.alloc(32, 6) })
  expect(receiver.received).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'waiting', outcome: 'SECRET_CHANGED' }])
})

test('a webhook that is removed gets nothing more', async () => {
  const { db, tell, deliver, listed } = await desk()
  const receiver = await startReceiver(200)
  const { id } = await newWebhook(db, receiver)
  await tell('a')
  expect(await removeWebhook(db, id)).toBe(true)
  expect(await removeWebhook(db, id)).toBe(false)
  expect(await listed()).toEqual([])
  await deliver()
  expect(receiver.received).toEqual([])
})
