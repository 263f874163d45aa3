import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hotRead, remembered } from '../../pipeline/store/driver/hot-read.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { freshStore } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const leases = hotRead((db, name: string) => db.selectFrom('leases').select('holder').where('name', '=', name))

test('a query with a parameter of its own is refused', async () => {
  const { db } = await freshStore()
  const limited = hotRead((store, name: string) =>
    store.selectFrom('leases').select('holder').where('name', '=', name).limit(1),
  )
  await expect(limited(db, 'a')).rejects.toThrow('its values as its only parameters')
})

test('a result is remembered until anybody commits, this process or another connection', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { db, database } = await freshStore()
  const other = await openStore(database, 0)
  onTestFinished(() => other.destroy())
  let made = 0
  const counted = remembered(10, async (store, name: string) => {
    made += 1
    return (await leases(store, name)).length
  })
  expect([await counted(db, 'a'), await counted(db, 'a'), made]).toEqual([0, 0, 1])
  await db.insertInto('leases').values({ name: 'a', holder: 'h', expires_at: 1 }).execute()
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
