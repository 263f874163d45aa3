import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { inSharedTransaction } from '../../pipeline/store/driver/transaction.ts'
import { freshStore } from '../support/store/store.ts'

/** Writes a lease, and gives the number of the transaction in which that was done. */
const numbered = (name: string) => async (trx: Store) => {
  await trx.insertInto('leases').values({ name, holder: 'h', expires_at: 1 }).execute()
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx)
  return rows[0]?.id
}

test('simultaneous work is never put into one transaction, which could deadlock with others', async () => {
  const { db } = await freshStore()
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => inSharedTransaction(db, numbered(name))))
  expect(new Set(ids).size).toBe(3)
})
