import { expect, test } from 'vitest'
import { LEASE_MS, takeLease } from '../../../pipeline/store/driver/leases.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import {
  addCategories,
  batchTotals,
  beginBatch,
  freeCategories,
  monthLease,
  stopBatch,
} from '../../../pipeline/store/ranking/batches.ts'
import { freshStore } from '../../support/store/store.ts'

const MONTH = '2026-11'
const BATCH = { id: 'runner', month: MONTH, simulated: true, engines: [], selected: [] } as const
const NOW = 1_000

/** A store with the batch, which its runner holds. */
async function begun(): Promise<Store> {
  const { db } = await freshStore()
  const runner = { name: monthLease(MONTH), holder: BATCH.id }
  await takeLease(db, runner, NOW)
  await beginBatch(db, runner, BATCH, { limitNano: null, now: NOW })
  return db
}

test('a batch that a person stopped stays so when its budget ends', async () => {
  const db = await begun()
  for (const [why, kept] of [
    ['budget', 'budget'],
    ['interrupted', 'interrupted'],
    ['budget', 'interrupted'],
    ['cut', 'cut'],
  ] as const) {
    await stopBatch(db, BATCH.id, why)
    expect(await batchTotals(db, BATCH.id)).toMatchObject({ stopped: kept })
  }
})

test('a category is free unless its lease is held, as one that ends too late for a living process is not', async () => {
  const db = await begun()
  await addCategories(db, BATCH.id, ['ahead', 'held', 'open', 'over'])
  const hold = (slug: string, at: number) => takeLease(db, { name: monthLease(MONTH, slug), holder: 'other' }, at)
  await hold('ahead', NOW + 3_600_000)
  await hold('held', NOW)
  await hold('over', NOW - LEASE_MS)
  expect(await freeCategories(db, BATCH, NOW, 10)).toEqual(['ahead', 'open', 'over'])
  expect(await freeCategories(db, BATCH, NOW, 2)).toEqual(['ahead', 'open'])
})
