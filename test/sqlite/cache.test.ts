import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cached } from '../../pipeline/store/driver/cache.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { freshStore } from '../support/store/store.ts'

const leases = async (db: Store, name: string) =>
  (await db.selectFrom('leases').select('name').where('name', '=', name).execute()).length
const add = (db: Store, name: string) => db.insertInto('leases').values({ name, holder: 'h', expires_at: 1 }).execute()

test('a result is kept until anything is committed, by this process or another', async () => {
  const { db, database } = await freshStore()
  const other = await openStore(database, 0)
  onTestFinished(() => other.destroy())
  let reads = 0
  const counted = cached(10, (store, name: string) => {
    reads += 1
    return leases(store, name)
  })
  expect([await counted(db, 'a'), await counted(db, 'a'), reads]).toEqual([0, 0, 1])
  await add(db, 'a')
  expect([await counted(db, 'a'), await counted(db, 'a'), reads]).toEqual([1, 1, 2])
  await other.deleteFrom('leases').execute()
  // It is seen from the event loop's next turn on, in which requests come that were sent after it.
  await setImmediate()
  expect([await counted(db, 'a'), await counted(db, 'a'), reads]).toEqual([0, 0, 3])
})

test('a transaction reads what it wrote, and what is asked for meanwhile is read after it', async () => {
  const { db } = await freshStore()
  const counted = cached(10, leases)
  expect(await counted(db, 'a')).toBe(0)
  const outside = await db.transaction().execute(async (trx) => {
    await add(trx, 'a')
    expect(await counted(trx, 'a')).toBe(1)
    // Waits for the transaction, so it is awaited after it.
    return { read: counted(db, 'a').then((rows) => ({ rows })) }
  })
  expect(await outside.read).toEqual({ rows: 1 })
  expect(await counted(db, 'a')).toBe(1)
})

test('when it is full the oldest results go, and what could not be read is read again', async () => {
  const { db } = await freshStore()
  const reads: string[] = []
  const two = cached(2, async (_, name: string) => {
    reads.push(name)
    if (reads.length === 1) throw new Error('away')
    return name
  })
  await expect(two(db, 'a')).rejects.toThrow('away')
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await two(db, name)
  expect(reads).toEqual(['a', 'a', 'b', 'c', 'a'])
})
