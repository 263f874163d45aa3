import { expect, test } from 'vitest'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { inSharedTransaction } from '../../../pipeline/store/driver/transaction.ts'
import { freshStore } from '../../support/store/store.ts'

const add = (name: string) => async (trx: Store) => {
  await trx.insertInto('leases').values({ name, holder: 'h', expires_at: 1 }).execute()
  return name
}
const names = async (db: Store) =>
  (await db.selectFrom('leases').select('name').orderBy('name').execute()).map((row) => row.name)

test('simultaneous work is done in order, each with its own result', async () => {
  const { db } = await freshStore()
  expect(await Promise.all(['a', 'b', 'c'].map((name) => inSharedTransaction(db, add(name))))).toEqual(['a', 'b', 'c'])
  expect(await names(db)).toEqual(['a', 'b', 'c'])
})

test('later work in a transaction sees what earlier work wrote', async () => {
  const { db } = await freshStore()
  const [, seen] = await Promise.all([
    inSharedTransaction(db, add('a')),
    inSharedTransaction(db, async (trx) => {
      await add('b')(trx)
      return names(trx)
    }),
  ])
  expect(seen).toEqual(['a', 'b'])
})

test('an error fails only its own work: the rest is done again without it', async () => {
  const { db } = await freshStore()
  const failing = async (trx: Store) => {
    await add('broken')(trx)
    throw new Error('no')
  }
  const settled = await Promise.allSettled([
    inSharedTransaction(db, add('a')),
    inSharedTransaction(db, failing),
    inSharedTransaction(db, add('c')),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await names(db)).toEqual(['a', 'c'])
})
