import { expect, test } from 'vitest'
import type { Engine } from '../pipeline/engines/engine.ts'
import type { Job } from '../pipeline/report/job.ts'
import { sealKeys } from '../pipeline/report/seal.ts'
import { LEASE_MS, takeLease } from '../pipeline/store/driver/leases.ts'
import type { Store } from '../pipeline/store/driver/open.ts'
import { keepSealed, readSealed, SEALED_FOR_MS } from '../pipeline/store/report/sealed-keys.ts'
import { queueMail } from '../pipeline/store/upkeep/outbox.ts'
import { listDeliveries, RESENDABLE_MS } from '../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../pipeline/store/webhooks/events.ts'
import { createDeliverer } from '../pipeline/webhooks/deliver.ts'
import { createPost } from '../pipeline/webhooks/post.ts'
import { createWorker, type WorkerOptions } from '../pipeline/worker.ts'
import { newAccount } from './support/accounts.ts'
import { fixedClock } from './support/clock.ts'
import { type JobOptions, jobScope, never, queued, queueReport, stored } from './support/job.ts'
import { startReceiver } from './support/receiver.ts'
import { testQueue } from './support/store/queue.ts'
import { freshStore } from './support/store/store.ts'
import { said, scriptedEngine } from './support/vendors/scripted-engine.ts'
import { newWebhook, published, SERVICE_SECRET } from './support/webhooks.ts'

interface Options extends JobOptions {
  readonly workers?: number
  readonly sendMail?: WorkerOptions['sendMail']
  readonly webhooks?: WorkerOptions['webhooks']
}

function worker(
  db: Store,
  { workers = 2, sendMail = async () => {}, webhooks, clock = fixedClock(), ...job }: Options,
) {
  const faults: unknown[] = []
  const log = { fault: (_event: string, fault: unknown) => void faults.push(fault) }
  return {
    faults,
    ...createWorker(jobScope(db, { ...job, clock }), { queue: testQueue(db, clock), workers, sendMail, webhooks, log }),
  }
}

const openai = () => scriptedEngine('OPENAI', () => said('Take Ridgeloom.'))

async function statuses(db: Store): Promise<string[]> {
  return (await db.selectFrom('reports').select('status').orderBy('slug').execute()).map(({ status }) => status)
}

test('runs queued reports oldest first, up to its limit at once', async () => {
  const { db } = await freshStore()
  for (const slug of ['r1', 'r2', 'r3', 'r4', 'r5']) await queueReport(db, { slug }, Number(slug.slice(1)))
  const base = openai()
  const running = new Set<string>()
  let most = 0
  const engine: Engine = {
    ...base,
    ask: async (asking, ...rest) => {
      running.add(asking.tag.split('/')[1] ?? '')
      const open = await statuses(db)
      most = Math.max(most, open.filter((status) => status === 'RUNNING').length)
      return base.ask(asking, ...rest)
    },
  }
  const { untilEmpty, faults } = worker(db, { engines: [engine] })
  await untilEmpty()
  expect(await statuses(db)).toEqual(Array(5).fill('COMPLETE'))
  // Two run side by side, of which either may ask first.
  for (const [at, slug] of [...running].entries()) expect(Math.abs(Number(slug.slice(1)) - 1 - at)).toBeLessThan(2)
  expect(running.size).toBe(5)
  expect(most).toBe(2)
  expect(faults).toEqual([])
})

test('two workers on one queue run each report once', async () => {
  const { db } = await freshStore()
  for (const slug of ['r1', 'r2', 'r3', 'r4']) await queueReport(db, { slug })
  const engine = openai()
  await Promise.all([1, 2].map(() => worker(db, { engines: [engine] }).untilEmpty()))
  expect(await statuses(db)).toEqual(Array(4).fill('COMPLETE'))
  expect(engine.asked).toHaveLength(4 * 8)
})

test('jobs that another process runs or this one cannot run block nothing', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  for (const slug of ['r1', 'r2', 'r3', 'r4']) await queueReport(db, { slug, simulated: slug === 'r2' })
  await takeLease(db, { name: 'report/r1', holder: 'other' }, clock.now())
  const { untilEmpty, faults } = worker(db, { engines: [openai()], clock, workers: 1 })
  await untilEmpty()
  expect(faults).toEqual([])
  expect(await statuses(db)).toEqual(['PENDING', 'PENDING', 'COMPLETE', 'COMPLETE'])
  expect(await queued(db)).toEqual(['r1', 'r2'])
})

test.each([
  ['of the other kind', true],
  ['that another process runs', false],
])('a long queue of reports %s holds nothing up behind it', async (_, simulated) => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const slugs = Array.from({ length: 100 }, (_, each) => `a${each}`)
  for (const slug of slugs) {
    await queueReport(db, { slug, simulated })
    if (!simulated) await takeLease(db, { name: `report/${slug}`, holder: 'other' }, clock.now())
  }
  await queueReport(db, { slug: 'mine' }, 1)
  const stop = new AbortController()
  const sleep = async (ms: number, signal: AbortSignal) => {
    await clock.sleep(ms, signal)
    await db
      .updateTable('leases')
      .set({ expires_at: clock.now() + LEASE_MS })
      .where('holder', '=', 'other')
      .execute()
    if (clock.slept.length >= 5_000 || (await stored(db, 'mine')).status === 'COMPLETE') stop.abort()
  }
  await worker(db, { engines: [openai()], clock: { ...clock, sleep }, workers: 1 }).run(stop.signal)
  expect((await stored(db, 'mine')).status).toBe('COMPLETE')
  expect(await queued(db)).toHaveLength(100)
})

test('an error in one report is logged and blocks no other', async () => {
  const { db } = await freshStore()
  for (const slug of ['r1', 'r2']) await queueReport(db, { slug })
  const engine = openai()
  let times = 0
  const scope = jobScope(db, { engines: [engine] })
  const broken: Job = {
    ...scope,
    engines: async (keys) => {
      times += 1
      if (times === 1) throw new Error('broken')
      return scope.engines(keys)
    },
  }
  const said: unknown[] = []
  const log = { fault: (_event: string, fault: unknown) => void said.push(fault) }
  const queue = testQueue(db, scope.clock)
  await createWorker(broken, { queue, workers: 1, sendMail: async () => {}, log }).untilEmpty()
  expect(await statuses(db)).toEqual(['RUNNING', 'COMPLETE'])
  expect(said).toEqual([new Error('broken')])
})

test('a queue and webhooks that stay unreadable are tried several times a second, and logged once a minute', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const full = new Error('full')
  let tries = 0
  const claimReports = () => {
    tries += 1
    return Promise.reject(full)
  }
  const stop = new AbortController()
  const sleep = (ms: number, signal: AbortSignal) => {
    if (clock.slept.reduce((sum, each) => sum + each, 0) > 150_000) stop.abort()
    return clock.sleep(ms, signal)
  }
  const logged: unknown[] = []
  const job = jobScope(db, { clock: { ...clock, sleep } })
  const log = { fault: (event: string, fault: unknown) => void logged.push([event.split(' could')[0], fault]) }
  const queue = { ...testQueue(db, clock), claimReports }
  const webhooks = { begin: () => Promise.reject(full), ended: async () => {} }
  await createWorker(job, { queue, workers: 1, sendMail: async () => {}, webhooks, log }).run(stop.signal)
  const each = [
    ['The queue', full],
    ['The webhooks', full],
  ]
  expect(logged).toEqual([...each, ...each, ...each])
  expect(tries).toBeGreaterThan(200)
})

test('sends mail, and retries failed mail later', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const { id: accountId } = await newAccount(db)
  for (const subject of ['one', 'two'])
    await queueMail(db, { accountId, recipient: 'ada@agency.example', subject, text: 'x' }, clock.now())
  const sent: string[] = []
  const failing = worker(db, { clock, workers: 0, sendMail: () => Promise.reject(new Error('away')) })
  await failing.untilEmpty()
  expect(failing.faults).toEqual([new Error('away')])
  clock.advance(3_600_000)
  await worker(db, { clock, workers: 0, sendMail: async (mail) => void sent.push(mail.subject) }).untilEmpty()
  expect(sent.toSorted()).toEqual(['one', 'two'])
})

test('delivers to webhooks; one that hangs holds up neither the mails nor the reports', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const { id: accountId } = await newAccount(db)
  const receiver = await startReceiver('hang')
  await newWebhook(db, { ...receiver, events: ['ranking.published'] })
  await queueEvents(db, [published()], 'everybody', clock.now())
  const webhooks = createDeliverer({
    ...{ db, now: clock.now, secret: SERVICE_SECRET, post: createPost({ allowPrivate: true }), stop: never },
    ...{ addresses: { siteUrl: 'https://site.example', baseUrl: 'https://api.example' }, log: { fault: () => {} } },
  })
  const sent: string[] = []
  const stop = new AbortController()
  const sleep = async (ms: number, signal: AbortSignal) => {
    if ((await statuses(db)).length === 0) {
      await receiver.reached(1)
      await queueReport(db, {}, clock.now())
      await queueMail(db, { accountId, recipient: 'ada@agency.example', subject: 'one', text: 'x' }, clock.now())
    }
    if (sent.length > 0 && (await statuses(db)).join() === 'COMPLETE') {
      stop.abort()
      receiver.release()
    }
    return clock.sleep(ms, signal)
  }
  const sendMail = async ({ subject }: { subject: string }) => void sent.push(subject)
  const running = worker(db, { engines: [openai()], webhooks, sendMail, clock: { ...clock, sleep } })
  await running.run(stop.signal)
  expect(running.faults).toEqual([])
  expect([sent, receiver.received.length]).toEqual([['one'], 1])
  const { sent_at } = await db.selectFrom('webhook_deliveries').select('sent_at').executeTakeFirstOrThrow()
  expect(sent_at).not.toBeNull()

  await queueEvents(db, [published('desk')], 'everybody', clock.now())
  const ending = worker(db, { webhooks, clock }).untilEmpty()
  await receiver.reached(2)
  receiver.release()
  await ending
})

test('deletes events that were delivered 30 days ago', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  await newWebhook(db, { url: 'https://hooks.example/' })
  await queueEvents(db, [published()], 'everybody', clock.now())
  await db.updateTable('webhook_deliveries').set({ sent_at: clock.now() }).execute()
  clock.advance(RESENDABLE_MS)
  await worker(db, { clock }).untilEmpty()
  expect(await listDeliveries(db)).toHaveLength(1)
  clock.advance(1)
  const stop = new AbortController()
  await worker(db, { clock: { ...clock, sleep: async () => stop.abort() } }).run(stop.signal)
  expect(await listDeliveries(db)).toEqual([])
})

test('deletes keys sealed a day ago', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const sealedAt = clock.now()
  await queueReport(db, { funding: 'BYOK', simulated: true })
  const keys = sealKeys(Buffer.alloc(32, 7), { slug: 'r1', sealedAt }, { OPENAI: 'sk-none-0123456789' })
  await keepSealed(db, 'r1', keys, sealedAt)
  await worker(db, { clock }).untilEmpty()
  expect(await readSealed(db, 'r1')).toBeDefined()
  clock.advance(SEALED_FOR_MS)
  await worker(db, { clock }).untilEmpty()
  expect(await readSealed(db, 'r1')).toBeUndefined()

  await keepSealed(db, 'r1', keys, sealedAt)
  const stop = new AbortController()
  await worker(db, { clock: { ...clock, sleep: async () => stop.abort() } }).run(stop.signal)
  expect(await readSealed(db, 'r1')).toBeUndefined()
})

test('runs until stopped, then releases its jobs for the next worker', async () => {
  const { db } = await freshStore()
  for (const slug of ['r1', 'r2']) await queueReport(db, { slug })
  const stop = new AbortController()
  const first = scriptedEngine('OPENAI', ({ tag }) => {
    if (tag === 'report/r2/q1/r0') stop.abort()
    return said('Take Ridgeloom.')
  })
  const running = worker(db, { engines: [first], workers: 1, width: 1 })
  await running.run(stop.signal)
  expect(running.faults).toEqual([])
  expect(await statuses(db)).toEqual(['COMPLETE', 'RUNNING'])
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
  const second = openai()
  await worker(db, { engines: [second] }).untilEmpty()
  expect((await stored(db, 'r2')).status).toBe('COMPLETE')
  expect(first.asked.length + second.asked.length).toBe(2 * 8)
})

test('stopped before it begins, it takes no job', async () => {
  const { db } = await freshStore()
  let claims = 0
  const claimReports = async () => {
    claims += 1
    return []
  }
  const queue = { ...testQueue(db), claimReports }
  const options = { queue, workers: 1, sendMail: async () => {}, log: { fault: () => {} } }
  await createWorker(jobScope(db, { stop: AbortSignal.abort() }), options).untilEmpty()
  expect(claims).toBe(0)
})

test('starts jobs queued while it runs, and sends mail meanwhile', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const stop = new AbortController()
  const sent: string[] = []
  const clock = fixedClock()
  const { run } = worker(db, {
    engines: [openai()],
    clock: {
      ...clock,
      sleep: async (ms, signal) => {
        if (signal !== never && (await statuses(db)).join() === 'COMPLETE') stop.abort()
        if ((await statuses(db)).length === 0) {
          await queueReport(db, {}, clock.now())
          await queueMail(db, { accountId, recipient: 'ada@agency.example', subject: 'one', text: 'x' }, clock.now())
        }
        return clock.sleep(ms, signal)
      },
    },
    sendMail: async (mail) => void sent.push(mail.subject),
  })
  await run(stop.signal)
  expect(await statuses(db)).toEqual(['COMPLETE'])
  expect(sent).toEqual(['one'])
})
