import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Claim, Queue } from '../../pipeline/queue/queue.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { deleteJob } from '../../pipeline/store/report/jobs.ts'
import { insertReport } from '../../pipeline/store/report/reports.ts'
import { aMinutePasses } from '../support/a-minute.ts'
import { newReport, queueReport } from '../support/job.ts'
import { contend } from '../support/store/contend.ts'
import { databaseAddress, onServer } from '../support/store/postgres-databases.ts'
import { freshStore } from '../support/store/store.ts'

async function opened(db: Store, database: string): Promise<Queue> {
  const queue = await openQueue(db, database, { clock: systemClock, fault: () => {} })
  onTestFinished(() => queue.close())
  return queue
}

/** In no order: which of those that are taken together comes first is of no matter. */
const slugs = (claims: readonly Claim[]) => claims.map(({ slug }) => slug).sort()

test('a report is queued in the transaction that starts it, or not at all', async () => {
  const { db, database } = await freshStore()
  const queue = await opened(db, database)
  const start = (slug: string, end: () => void) =>
    db.transaction().execute(async (trx) => {
      await insertReport(trx, newReport({ slug }), 0)
      await queue.enqueueReport(trx, { slug, simulated: false }, 0)
      end()
    })
  await expect(
    start('undone', () => {
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await start('done', () => {})
  expect(slugs(await queue.claimReports(false, 10))).toEqual(['done'])
})

test('each report goes to one process of its kind, oldest first', async () => {
  const { db, database } = await freshStore()
  const [first, second] = [await opened(db, database), await opened(db, database)]
  for (const slug of ['b', 'c', 'a']) await queueReport(db, { slug }, 0, first)
  await queueReport(db, { slug: 'made-up', simulated: true }, 0, first)
  expect(slugs(await first.claimReports(false, 2))).toEqual(['b', 'c'])
  expect(slugs(await second.claimReports(false, 2))).toEqual(['a'])
  expect(slugs(await second.claimReports(false, 2))).toEqual([])
  expect(slugs(await first.claimReports(true, 2))).toEqual(['made-up'])
})

test('a released job is free again, at once or later, while it has its row, and removed without one', async () => {
  const { db, database } = await freshStore()
  const queue = await opened(db, database)
  await queueReport(db, { slug: 'one' }, 0, queue)
  const claim = async () => queue.claimReports(false, 5)
  await (await claim())[0]?.release(0)
  const [again] = await claim()
  expect(again?.slug).toBe('one')
  await again?.release(60_000)
  expect(await claim()).toEqual([])
  // The second time it waits twice as long.
  const waits = await sql`select start_after > now() + interval '61 seconds' as longer from pgboss.job`.execute(db)
  expect(waits.rows).toEqual([{ longer: true }])
  await sql`update pgboss.job set start_after = now() where name = 'reports.real'`.execute(db)
  const [last] = await claim()
  await deleteJob(db, 'one')
  await last?.release(0)
  const { rows } = await sql`select state from pgboss.job where name = 'reports.real'`.execute(db)
  expect(rows).toEqual([{ state: 'completed' }])
})

test("a dead process's jobs are handed on, and its late reports change nothing", async () => {
  const { db, database } = await freshStore()
  const [dead, living] = [await opened(db, database), await opened(db, database)]
  await queueReport(db, { slug: 'one' }, 0, dead)
  const [lost] = await dead.claimReports(false, 1)
  await aMinutePasses(db, database)
  expect(slugs(await living.claimReports(false, 1))).toEqual(['one'])
  await lost?.release(0)
  expect(await dead.claimReports(false, 1)).toEqual([])
})

test('jobs without an entry, as after a copy of the store, get exactly one when a queue is opened', async () => {
  const { db, database } = await freshStore()
  for (const slug of ['one', 'two']) {
    await insertReport(db, newReport({ slug }), 0)
    await db.insertInto('jobs').values({ report_slug: slug, created_at: 0 }).execute()
  }
  const first = await opened(db, database)
  const second = await opened(db, database)
  expect(slugs(await first.claimReports(false, 5))).toEqual(['one', 'two'])
  expect(await second.claimReports(false, 5)).toEqual([])
})

test('eight processes that start at once on a new database make one queue', async () => {
  const { address, prefix } = inject('postgres') ?? { address: '', prefix: '' }
  const name = `${prefix}fresh_queue`
  await onServer(address, `create database ${name} template template0 encoding 'UTF8'`)
  const database = databaseAddress(address, name)
  const found = await contend(
    database,
    8,
    `const { openQueue } = await load('pipeline/queue/open.ts')
     const { systemClock } = await load('pipeline/ask/clock.ts')
     const faults = []
     const queue = await openQueue(db, database, { clock: systemClock, fault: (fault) => faults.push(String(fault)) })
     await queue.close()
     return faults`,
  )
  expect(found).toEqual(Array(8).fill([]))
  const db = await openStore(database, 0)
  onTestFinished(async () => {
    await db.destroy()
    await onServer(address, `drop database ${name} with (force)`)
  })
  const queue = await opened(db, database)
  await queueReport(db, { slug: 'one' }, 0, queue)
  expect(slugs(await queue.claimReports(false, 1))).toEqual(['one'])
  // It has its own connections beside the store's, and never more, whatever its load.
  await Promise.all(Array.from({ length: 30 }, () => queue.claimReports(false, 1)))
  const { rows } = await sql<{
    open: number
  }>`select count(*)::integer as open from pg_stat_activity where application_name = 'svc queue' and datname = ${name}`.execute(
    db,
  )
  // A busy machine may answer each claim before the next one needs a second connection.
  expect([1, 2]).toContain(rows[0]?.open)
})

test('an unreachable server is reported without its address', async () => {
  const { db } = await freshStore()
  const away = 'postgres://ada:s3cret@127.0.0.1:1/svc'
  const refusal = await openQueue(db, away, { clock: systemClock, fault: () => {} }).catch((fault: unknown) =>
    String(fault),
  )
  expect(refusal).toBe("StoreRefusal: The queue can't be opened (ECONNREFUSED); check the store's server.")
})
