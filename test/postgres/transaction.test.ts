import { expect, test } from 'vitest'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { inTransaction } from '../../pipeline/store/driver/transaction.ts'
import { freshStore } from '../support/store/store.ts'

/** Two leases, and work that writes one of them and then the other, when `between` lets it. */
async function contested() {
  const { db } = await freshStore()
  for (const name of ['a', 'b']) await db.insertInto('leases').values({ name, holder: '', expires_at: 0 }).execute()
  const add = (trx: Store, name: string, mark: string) =>
    trx
      .updateTable('leases')
      .set((eb) => ({ holder: eb('holder', '||', mark) }))
      .where('name', '=', name)
      .execute()
  const both = (first: string, second: string, mark: string, between: () => Promise<void>) => async (trx: Store) => {
    await add(trx, first, mark)
    await between()
    await add(trx, second, mark)
  }
  return { db, both }
}

/** Resolves for each of two callers when both are there, and at once from then on. */
function meeting(): () => Promise<void> {
  let here = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  return () => {
    here += 1
    if (here === 2) meet()
    return met
  }
}

test('two transactions that deadlock are both done, each once', async () => {
  const { db, both } = await contested()
  const meet = meeting()
  await Promise.all([inTransaction(db, both('a', 'b', 'x', meet)), inTransaction(db, both('b', 'a', 'y', meet))])
  const rows = await db.selectFrom('leases').select('holder').execute()
  for (const { holder } of rows) expect([...holder].sort()).toEqual(['x', 'y'])
})

test('without a retry, one of two deadlocked transactions is rolled back', async () => {
  const { db, both } = await contested()
  const meet = meeting()
  const settled = await Promise.allSettled([
    db.transaction().execute(both('a', 'b', 'x', meet)),
    db.transaction().execute(both('b', 'a', 'y', meet)),
  ])
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
