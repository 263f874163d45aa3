import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { patient } from '../../pipeline/store/driver/patient.ts'
import { freshFolder } from '../support/store/store.ts'

/** A store over a file that another connection can lock, with a clock that jumps over every wait. */
function lockable() {
  const file = join(freshFolder(), 'svc.db')
  const other = new SqliteDatabase(file)
  other.pragma('journal_mode = WAL')
  other.exec('create table things (name text)')
  let now = 0
  const waits: number[] = []
  let onWait = () => {}
  const sleep = async (ms: number) => {
    waits.push(ms)
    now += ms
    onWait()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const dialect = new SqliteDialect({ database: new SqliteDatabase(file, { timeout: 0 }) })
  const db = new Kysely<{ things: { name: string } }>({
    dialect: patient(dialect, { now: () => now, sleep }),
  })
  onTestFinished(async () => {
    await db.destroy()
    other.close()
  })
  return {
    db,
    other,
    waits,
    whenWaiting: (act: () => void) => {
      onWait = act
    },
  }
}

test('a write waits for a locked store without blocking, and goes through when it is free', async () => {
  const { db, other, waits, whenWaiting } = lockable()
  other.exec('begin immediate')
  whenWaiting(() => waits.length === 3 && other.exec('commit'))
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('things').values({ name: 'first' }).execute()
    await trx.insertInto('things').values({ name: 'second' }).execute()
  })
  expect(waits).toHaveLength(3)
  expect(await db.selectFrom('things').select('name').execute()).toEqual([{ name: 'first' }, { name: 'second' }])
})

test('after five seconds a write fails, and the next ones fail at once until one succeeds', async () => {
  const { db, other, waits } = lockable()
  const write = () => db.insertInto('things').values({ name: 'x' }).execute()
  other.exec('begin immediate')
  await expect(write()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  const patience = waits.reduce((sum, ms) => sum + ms, 0)
  expect(patience).toBeGreaterThanOrEqual(5_000)
  expect(patience).toBeLessThan(5_100)
  const before = waits.length
  await expect(write()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  expect(waits.length).toBe(before)
  other.exec('commit')
  await write()
  expect(await db.selectFrom('things').select('name').execute()).toHaveLength(1)
})

test('a transaction that read before it wrote is not retried', async () => {
  const { db, other, waits } = lockable()
  const stale = db.transaction().execute(async (trx) => {
    await trx.selectFrom('things').select('name').execute()
    other.exec("insert into things values ('theirs')")
    await trx.insertInto('things').values({ name: 'ours' }).execute()
  })
  await expect(stale).rejects.toMatchObject({ code: 'SQLITE_BUSY_SNAPSHOT' })
  expect(waits).toEqual([])
})
