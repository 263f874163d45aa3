import { expect, test } from 'vitest'
import { WEBHOOK_BODIES, type WebhookEvent } from '../../pipeline/contract/webhook.ts'
import { listDeliveries, resendDelivery } from '../../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../../pipeline/store/webhooks/events.ts'
import { createPost } from '../../pipeline/webhooks/post.ts'
import { newAccount } from '../support/accounts.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { newWebhook, published } from '../support/webhooks.ts'
import { desk } from './desk.ts'

const MINUTE = 60_000

/** Checks a signature as a receiver would, by another implementation than ours. */
async function isSigned({ headers, body }: Received, signing: string, at: number): Promise<boolean> {
  const [, time, hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['svc-signature'])) ?? []
  if (Number(time) !== Math.floor(at / 1_000)) return false
  const bytes = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(signing), hmac, false, ['verify'])
  const signed = new Uint8Array([...bytes.encode(`${time}.`), ...body])
  return crypto.subtle.verify(
    'HMAC',
    key,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    signed,
  )
}

test('an event arrives once, signed over its exact bytes, with its id, and is listed as delivered', async () => {
  const { db, clock, tell, deliver, listed } = await desk()
  const receiver = await startReceiver(200)
  const { id, signing } = await newWebhook(db, receiver)
  await tell('crm-software')
  clock.advance(1_999)
  await deliver()
  await deliver()
  expect(receiver.received).toHaveLength(1)
  const [got] = receiver.received
  if (got === undefined) throw new Error('nothing arrived')
  const [delivery] = await listed()
  const event = JSON.parse(got.body.toString())
  expect(event).toEqual({
    id: delivery?.id,
    type: 'ranking.published',
    createdAt: '2026-11-20T00:00:00.000Z',
    data: { ...published().data, url: 'https://site.example/rankings/crm-software/2026-10/' },
  })
  expect(WEBHOOK_BODIES['ranking.published'].parse(event)).toEqual(event)
  expect(got.method).toBe('POST')
  expect(got.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(got.body.length),
    'svc-event-id': delivery?.id,
    'user-agent': 'svc-webhooks',
    // A connection that is kept would go to an address that nobody checks again.
    connection: 'close',
  })
  expect(await isSigned(got, signing, clock.now())).toBe(true)
  expect(await isSigned({ ...got, body: Buffer.concat([got.body, Buffer.from('\n')]) }, signing, clock.now())).toBe(
    false,
  )
  expect(delivery).toMatchObject({ webhook: id, state: 'delivered', outcome: 'HTTP_200', deliveredAt: clock.now() })
})

test('only an account’s key reads a report’s status, so that only an account is given its address', async () => {
  const { db, clock, deliver } = await desk()
  const receiver = await startReceiver(200)
  const account = await newAccount(db)
  await newWebhook(db, { ...receiver, accountId: account.id })
  await newWebhook(db, receiver)
  const completedAt = '2026-11-20T00:00:00.000Z'
  const product = { brand: 'Acme', domain: 'acme.example', category: 'CRM software' }
  const event: WebhookEvent = {
    type: 'report.completed',
    data: {
      ...product,
      slug: 'r1',
      simulated: true,
      plan: 'QUICK',
      status: 'COMPLETE',
      completedAt,
      overallScore: 41.7,
    },
  }
  await queueEvents(db, [event], 'operator', clock.now())
  await queueEvents(db, [event], { accountId: account.id }, clock.now())
  await deliver()
  const told = receiver.received.map(({ body }) => JSON.parse(body.toString()))
  for (const each of told) expect(WEBHOOK_BODIES['report.completed'].parse(each)).toEqual(each)
  expect(told.map(({ data }) => data.url)).toEqual(Array(2).fill('https://site.example/r/r1'))
  expect(told.map(({ data }) => data.statusUrl).sort()).toEqual(['https://api.example/v1/reports/r1/status', null])
})

test('a receiver that fails once gets the event again after a minute: same id, same bytes, a new signature', async () => {
  const { db, clock, tell, deliver, listed, faults } = await desk()
  const receiver = await startReceiver(500, 200)
  const { id, signing } = await newWebhook(db, receiver)
  await tell('crm-software')
  await deliver()
  expect(await listed()).toMatchObject([
    { state: 'waiting', attempts: 1, outcome: 'HTTP_500', nextAt: clock.now() + MINUTE },
  ])
  expect(faults).toEqual([[expect.any(String), expect.objectContaining({ code: 'HTTP_500' }), { webhook: id }]])
  expect(JSON.stringify(faults)).not.toContain(receiver.url)
  clock.advance(MINUTE - 1)
  await deliver()
  expect(receiver.received).toHaveLength(1)
  clock.advance(1)
  await deliver()
  const [first, second] = receiver.received
  if (first === undefined || second === undefined) throw new Error('it was not sent twice')
  expect(second.body.equals(first.body)).toBe(true)
  expect(await isSigned(first, signing, clock.now() - MINUTE)).toBe(true)
  expect(await isSigned(second, signing, clock.now())).toBe(true)
  expect(await listed()).toMatchObject([{ state: 'delivered', attempts: 1, outcome: 'HTTP_200' }])
})

test.each([
  ['hang', 'TIMEOUT'],
  ['reset', 'CONNECTION_LOST'],
  ['cut', 'CONNECTION_LOST'],
  [404, 'HTTP_404'],
  [204, 'HTTP_204'],
  ['endless', 'HTTP_200'],
] as const)('a receiver that answers with %s: %s', async (answer, outcome) => {
  const { db, tell, deliver, listed } = await desk()
  const receiver = await startReceiver(answer)
  await newWebhook(db, receiver)
  await tell('crm-software')
  await deliver({ post: createPost({ allowPrivate: true, timeoutMs: answer === 'hang' ? 50 : 10_000 }) })
  const state = outcome.startsWith('HTTP_2') ? 'delivered' : 'waiting'
  expect(await listed()).toMatchObject([{ state, outcome }])
  expect(receiver.received).toHaveLength(1)
})

test.each([301, 302, 307, 308])('a redirect (%i) is a failure and is not followed', async (status) => {
  const { db, tell, deliver, listed } = await desk()
  const elsewhere = await startReceiver(200)
  const receiver = await startReceiver({ status, location: elsewhere.url })
  await newWebhook(db, receiver)
  await tell('crm-software')
  await deliver()
  expect(await listed()).toMatchObject([{ state: 'waiting', outcome: 'REDIRECT' }])
  expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0])
})

test('a receiver that is gone is tried with growing delays for a day, then listed as failed, and can be sent it again', async () => {
  const { db, clock, tell, deliver, listed } = await desk()
  const gone = await startReceiver(200)
  const { id } = await newWebhook(db, gone)
  await gone.close()
  await tell('crm-software')
  const start = clock.now()
  const tried: number[] = []
  for (let minutes = 0; minutes <= 30 * 60; minutes += 1) {
    const before = (await listed())[0]?.attempts
    await deliver()
    if ((await listed())[0]?.attempts !== before) tried.push((clock.now() - start) / MINUTE)
    clock.advance(MINUTE)
  }
  expect(tried).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 871, 1_231])
  const [failed] = await listDeliveries(db, { failed: true })
  expect(failed).toMatchObject({ webhook: id, state: 'failed', outcome: 'CONNECTION_REFUSED', nextAt: null })

  const receiver = await startReceiver(503, 200)
  await db.updateTable('webhooks').set({ url: receiver.url }).execute()
  expect(await resendDelivery(db, failed?.id ?? '', clock.now())).toBe(true)
  expect(await listDeliveries(db, { failed: true })).toEqual([])
  await deliver()
  // It has another day.
  expect(await listed()).toMatchObject([{ state: 'waiting', attempts: 1, nextAt: clock.now() + MINUTE }])
  clock.advance(MINUTE)
  await deliver()
  expect(receiver.received.map(({ headers }) => headers['svc-event-id'])).toEqual([failed?.id, failed?.id])
  expect(await listed()).toMatchObject([{ state: 'delivered' }])
  expect(await resendDelivery(db, 'nothing', clock.now())).toBe(false)
}, 120_000)
