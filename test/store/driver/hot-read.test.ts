import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKey, findKey, revokeKey } from '../../../pipeline/store/accounts/keys.ts'
import { hotRead } from '../../../pipeline/store/driver/hot-read.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { newAccount } from '../../support/accounts.ts'
import { freshStore } from '../../support/store.ts'

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

test('a key that another process revokes is dead a moment later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { db, database } = await freshStore()
  const other = await openStore(database, 0)
  onTestFinished(() => other.destroy())
  const { id: accountId } = await newAccount(db)
  const made = await createKey(db, accountId, null, 0)
  if (made === 'tooMany') throw new Error('too many keys')
  expect(await findKey(db, made.key)).toEqual({ keyId: made.id, accountId })
  await revokeKey(other, made.id, 1)
  vi.advanceTimersByTime(51)
  expect(await findKey(db, made.key)).toBeUndefined()
})
