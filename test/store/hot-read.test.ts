import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hotRead, remembered } from '../../pipeline/store/hot-read.ts'
import { createKey, findKey, revokeKey } from '../../pipeline/store/keys.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { newAccount } from '../support/accounts.ts'
import { freshFolder, freshStore } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const leases = hotRead((db, name: string) => db.selectFrom('leases').select('holder').where('name', '=', name))

const add = (db: Awaited<ReturnType<typeof openStore>>, name: string) =>
  db
    .insertInto('leases')
    .values({ name, holder: `holder of ${name}`, expires_at: 1 })
    .execute()

test('a hot read gives the rows of its values', async () => {
  const { db } = await freshStore()
  await add(db, 'a')
  await add(db, 'b')
  expect([await leases(db, 'a'), await leases(db, 'b'), await leases(db, 'c')]).toEqual([
    [{ holder: 'holder of a' }],
    [{ holder: 'holder of b' }],
    [],
  ])
})

test('it sees nothing of a transaction before that commits, and everything after', async () => {
  const { db } = await freshStore()
  await db.transaction().execute(async (trx) => {
    await add(trx, 'a')
    expect(await leases(db, 'a')).toEqual([])
    expect(await leases(trx, 'a')).toHaveLength(1)
  })
  expect(await leases(db, 'a')).toHaveLength(1)
})

test('a query with a parameter of its own is refused', async () => {
  const { db } = await freshStore()
  const limited = hotRead((store, name: string) =>
    store.selectFrom('leases').select('holder').where('name', '=', name).limit(1),
  )
  await expect(limited(db, 'a')).rejects.toThrow('its values as its only parameters')
})

test('a result is remembered until anybody commits, this process or another connection', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const database = join(freshFolder(), 'svc.db')
  const db = await openStore(database, 0)
  const other = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  onTestFinished(() => other.destroy())
  let made = 0
  const counted = remembered(10, async (store, name: string) => {
    made += 1
    return (await leases(store, name)).length
  })
  expect([await counted(db, 'a'), await counted(db, 'a'), made]).toEqual([0, 0, 1])
  await add(db, 'a')
  expect([await counted(db, 'a'), made]).toEqual([1, 2])
  await other.deleteFrom('leases').execute()
  vi.advanceTimersByTime(51)
  expect([await counted(db, 'a'), await counted(db, 'a'), made]).toEqual([0, 0, 3])
})

test('only so many results are kept, the oldest go first', async () => {
  const { db } = await freshStore()
  const made: string[] = []
  const two = remembered(2, async (_, name: string) => made.push(name))
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await two(db, name)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('a key that another process revokes is dead a moment later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const database = join(freshFolder(), 'svc.db')
  const db = await openStore(database, 0)
  const other = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  onTestFinished(() => other.destroy())
  const { id: accountId } = await newAccount(db)
  const made = await createKey(db, accountId, null, 0)
  if (made === 'tooMany') throw new Error('too many keys')
  expect(await findKey(db, made.key)).toEqual({ keyId: made.id, accountId })
  await revokeKey(other, made.id, 1)
  vi.advanceTimersByTime(51)
  expect(await findKey(db, made.key)).toBeUndefined()
})
