import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { openAtOnce } from '../support/store/contend.ts'
import { databaseAddress, onServer } from '../support/store/postgres-databases.ts'
import { freshStore } from '../support/store/store.ts'

const ADDRESS = inject('postgres')?.address ?? ''

/** The server's address with something of it changed. */
function changed(change: (url: URL) => void): string {
  const url = new URL(ADDRESS)
  change(url)
  return url.href
}

/** A database without any table. */
async function emptyDatabase(): Promise<string> {
  const name = `svc_empty_${randomBytes(8).toString('hex')}`
  await onServer(ADDRESS, `create database ${name} template template0`)
  onTestFinished(() => onServer(ADDRESS, `drop database ${name} with (force)`).then(() => {}))
  return databaseAddress(ADDRESS, name)
}

test.each<[string, string, RegExp]>([
  ['a wrong password', changed((url) => (url.password = 'wr0ng-marker')), /the user or the password is wrong/],
  ['a wrong user', changed((url) => (url.username = 'nobody-marker')), /the user or the password is wrong/],
  ['no password', changed((url) => (url.password = '')), /the password is wrong|has no password/],
  ['no such database', changed((url) => (url.pathname = '/marker')), /there is no such database/],
  ['a port where nobody listens', changed((url) => (url.port = '1')), /the server can't be reached/],
  ['a host that is none', changed((url) => (url.hostname = 'marker.invalid')), /the server can't be reached/],
])('%s is refused in a sentence without the address', async (_, address, reason) => {
  const refused = await openStore(address, 1).catch((fault: unknown) => fault)
  expect(refused).toMatchObject({ name: 'StoreRefusal', message: expect.stringMatching(reason) })
  expect(String(refused)).toMatch(
    /^StoreRefusal: The store can't be opened \([^()]*\); check SVC_DATABASE or --database\.$/,
  )
  expect(String(refused)).not.toMatch(/marker|127\.0\.0\.1/)
})

test('processes that open an empty database at once apply each migration once', async () => {
  const database = await emptyDatabase()
  await openAtOnce(database, 4)
  const db = await openStore(database, 1)
  const names = await db.selectFrom('migrations').select('name').execute()
  await db.destroy()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names.map((row) => row.name)).size).toBe(names.length)
})

test('nothing can be written to a store that is opened for reading', async () => {
  const { database } = await freshStore()
  const db = await openStoreForReading(database)
  onTestFinished(() => db.destroy())
  expect(await db.selectFrom('rankings').selectAll().execute()).toEqual([])
  await expect(db.deleteFrom('rankings').execute()).rejects.toMatchObject({ code: 'STORE_READONLY' })
})

test('numbers are read as numbers, however large, and all texts sort by their bytes', async () => {
  const { db } = await freshStore()
  const far = Number.MAX_SAFE_INTEGER
  await db.insertInto('leases').values({ name: 'a', holder: 'h', expires_at: far }).execute()
  const sums = db
    .selectFrom('leases')
    .select((eb) => [eb.fn.sum<number>('expires_at').as('sum'), eb.fn.countAll<number>().as('all')])
  expect(await sums.executeTakeFirst()).toEqual({ sum: far, all: 1 })
  const { rows } = await sql<{ collation_name: string }>`
    select distinct collation_name from information_schema.columns where table_schema = 'public' and data_type = 'text'`.execute(
    db,
  )
  expect(rows).toEqual([{ collation_name: 'C' }])
})
