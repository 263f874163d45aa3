import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openJobsQueue } from '../../cli/setup/queue.ts'
import { openPatiently } from '../../cli/setup/store.ts'
import { explain } from '../../cli/terminal/explain.ts'
import { type Clock, systemClock } from '../../pipeline/ask/clock.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { reconnecting } from '../../pipeline/store/driver/reconnecting.ts'
import type { Tables } from '../../pipeline/store/driver/schema.ts'
import { createWorker } from '../../pipeline/worker.ts'
import { BODY, customer, start } from '../server/customer.ts'
import { freshApp } from '../server/fresh-app.ts'
import { assertErrorShape } from '../support/checks/error-shape.ts'
import { fixedClock } from '../support/clock.ts'
import { queueReport } from '../support/job.ts'
import { processScope } from '../support/process/report-process.ts'
import { onServer } from '../support/store/postgres-databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/store/postgres-server.ts'
import { testQueue } from '../support/store/queue.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgresServer()
})
afterAll(() => server.remove())

async function restart(): Promise<void> {
  await server.stop()
  await server.start()
}

/** The server's store, in which every test leaves what it wrote. */
async function opened() {
  const db = await openStore(server.address, 0)
  onTestFinished(() => db.destroy())
  return db
}

/** The server's processes that serve our pool. */
async function backends(address: string): Promise<number[]> {
  const rows = await onServer(address, "select pid from pg_stat_activity where application_name = 'svc'")
  return rows.map(({ pid }) => Number(pid))
}

const lease = (name: string) => ({ name, holder: 'h', expires_at: 1 })

test('reads and transactions continue after a restart, on other connections', async () => {
  const db = await opened()
  // This takes all connections of the pool, which the restart breaks.
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)))
  await restart()
  const read = () => db.selectFrom('leases').select('name').execute()
  expect(await Promise.all(Array.from({ length: 10 }, read))).toHaveLength(10)
  await restart()
  const write = (_: unknown, at: number) =>
    db.transaction().execute((trx) =>
      trx
        .insertInto('leases')
        .values(lease(`after-${at}`))
        .execute(),
    )
  await Promise.all(Array.from({ length: 10 }, write))
  expect((await read()).filter(({ name }) => name.startsWith('after-'))).toHaveLength(10)
})

test('a transaction that a restart cuts off has written nothing, says so, and can be done again', async () => {
  const db = await opened()
  const twice = (cut: () => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await trx.insertInto('leases').values(lease('cut-1')).execute()
      await cut()
      await trx.insertInto('leases').values(lease('cut-2')).execute()
    })
  await expect(twice(restart)).rejects.toMatchObject({ name: 'StoreAway', code: 'STORE_AWAY' })
  const names = () => db.selectFrom('leases').select('name').where('name', 'like', 'cut-%').orderBy('name').execute()
  expect(await names()).toEqual([])
  await twice(async () => {})
  expect(await names()).toEqual([{ name: 'cut-1' }, { name: 'cut-2' }])
})

test('while the store is unreachable a start is 503 and starts nothing, and with the same key it then starts once', async () => {
  await opened()
  let now = 0
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
    now += ms
  }
  const pool = new Pool({ connectionString: server.address })
  pool.on('error', () => {})
  const dialect = reconnecting(new PostgresDialect({ pool }), { now: () => now, sleep })
  const db = new Kysely<Tables>({ dialect })
  const ada = await customer(db, { credits: 1 })
  const { send, get } = await freshApp({ db }, server.address)
  await server.stop()
  const refused = await send('/v1/reports', start(ada, BODY, 'retry-0123456789abcdef'))
  await assertErrorShape(refused, 503)
  expect(refused.headers.get('retry-after')).toBe('5')
  const patience = waits.reduce((sum, ms) => sum + ms, 0)
  expect(patience).toBeGreaterThanOrEqual(5_000)
  expect(patience).toBeLessThan(5_200)
  // From then on nobody waits until it is back.
  const before = waits.length
  await assertErrorShape(await get('/readyz'), 503)
  expect(waits).toHaveLength(before)
  expect((await get('/healthz')).status).toBe(200)
  await server.start()
  const sent = () => send('/v1/reports', start(ada, BODY, 'retry-0123456789abcdef'))
  expect([(await sent()).status, (await sent()).status]).toEqual([202, 200])
})

test('a server that accepts no writes, as a standby after a failover, is 503 for a start and reported in one sentence', async () => {
  const db = await opened()
  const ada = await customer(db, { email: 'standby@agency.example', credits: 1 })
  const { send, get } = await freshApp({ db }, server.address)
  const readOnly = async (setting: string) => {
    await onServer(server.address, `alter system ${setting}`, 'select pg_reload_conf()')
    const now = async () => (await sql<{ on: string }>`show default_transaction_read_only`.execute(db)).rows[0]
    await expect.poll(now).toEqual({ default_transaction_read_only: setting.startsWith('set') ? 'on' : 'off' })
  }
  const sent = () => send('/v1/reports', start(ada, BODY, 'standby-0123456789abcdef'))
  await readOnly('set default_transaction_read_only = on')
  onTestFinished(() => readOnly('reset default_transaction_read_only'))
  await assertErrorShape(await sent(), 503)
  expect((await get('/readyz')).status).toBe(200)
  const write = db.insertInto('leases').values(lease('standby')).execute()
  const fault = await write.catch((fault: unknown) => fault)
  expect(fault).toMatchObject({ code: 'STORE_READONLY' })
  expect(explain(fault)).toEqual({
    sentence:
      "The store's server accepts no writes (it may be a standby); try again when it does. Everything stored stays.",
    code: 1,
  })
  // No connection to it is used again: the next one may be to the server that took over.
  const before = await backends(server.address)
  await Promise.all(Array.from({ length: 3 }, () => sent()))
  await expect.poll(async () => (await backends(server.address)).filter((pid) => before.includes(pid))).toEqual([])
  await readOnly('reset default_transaction_read_only')
  expect((await sent()).status).toBe(202)
})

test('a process that starts while the server is unreachable says so and waits for up to a minute', async () => {
  await server.stop()
  const said: string[] = []
  const terminal = { out: () => {}, err: (text: string) => void said.push(text), errIsTty: false }
  const clock = fixedClock()
  await expect(openPatiently(terminal, server.address, clock)).rejects.toThrow("the server can't be reached")
  expect(clock.slept).toEqual(Array(60).fill(1_000))
  expect(said).toEqual(["The store's server can't be reached; waiting for it for up to a minute.\n"])
  const back = { ...clock, sleep: () => server.start() }
  await (await openPatiently(terminal, server.address, back)).destroy()
  const wrong = server.address.replace(/\w+@/, 'wrong@')
  const slept = clock.slept.length
  await expect(openPatiently(terminal, wrong, clock)).rejects.toThrow('the user or the password is wrong')
  expect(clock.slept).toHaveLength(slept)
})

test('the queue of a process that starts waits for the server as its store does', async () => {
  const db = await opened()
  await server.stop()
  const said: string[] = []
  const terminal = { out: () => {}, err: (text: string) => void said.push(text), errIsTty: false }
  const clock = fixedClock()
  const open = (by: Clock) => openJobsQueue(terminal, { database: server.address }, db, { fault: () => {} }, by)
  await expect(open(clock)).rejects.toThrow("The queue can't be opened (ECONNREFUSED); check the store's server.")
  expect(clock.slept).toEqual(Array(60).fill(1_000))
  await (await open({ ...clock, sleep: () => server.start() }))[Symbol.asyncDispose]()
  expect(said).toEqual(Array(2).fill("The store's server can't be reached; waiting for it for up to a minute.\n"))
})

test('a worker continues its reports after restarts: no unsaved answer is lost, and no stored cell is asked again', async () => {
  const db = await opened()
  const vendors = await startVendorServer({ latencyMs: 10 })
  onTestFinished(() => vendors.close())
  const slugs = ['restarted-1', 'restarted-2', 'restarted-3']
  const queue = testQueue(db, systemClock, server.address)
  for (const slug of slugs) await queueReport(db, { slug }, Date.now(), queue)
  const accesses = (['OPENAI', 'ANTHROPIC', 'GEMINI'] as const).map((name) => ({ name, ...vendors.access(name) }))
  const stop = new AbortController()
  const log = { fault: () => {} }
  const worker = createWorker(processScope(db, accesses), { queue, workers: 3, sendMail: async () => {}, log })
  const running = worker.run(stop.signal)
  for (const asked of [10, 30]) {
    await expect.poll(() => vendors.requests.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(asked)
    await restart()
  }
  const ended = () =>
    db.selectFrom('reports').select('slug').where('slug', 'in', slugs).where('status', '=', 'COMPLETE').execute()
  await expect.poll(async () => (await ended()).length, { timeout: 60_000 }).toBe(3)
  stop.abort()
  await running
  const cells = await db.selectFrom('cells').select('state').where('survey_id', 'like', 'report/restarted-%').execute()
  expect(cells.every(({ state }) => state === 'answered')).toBe(true)
  expect(vendors.requests.filter(({ engine }) => engine !== 'SCRIBE')).toHaveLength(cells.length)
}, 120_000)
