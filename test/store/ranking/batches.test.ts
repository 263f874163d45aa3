import { expect, test } from 'vitest'
import { LEASE_MS, takeLease } from '../../../pipeline/store/driver/leases.ts'
import { addCategories, beginBatch, freeCategories, monthLease } from '../../../pipeline/store/ranking/batches.ts'
import { freshStore } from '../../support/store/store.ts'

const MONTH = '2026-11'
const BATCH = { id: 'runner', month: MONTH, simulated: true, engines: [], selected: [] } as const
const NOW = 1_000

test('a category is free unless its lease is held, as one that ends too late for a living process is not', async () => {
  const { db } = await freshStore()
  const runner = { name: monthLease(MONTH), holder: BATCH.id }
  await takeLease(db, runner, NOW)
  await beginBatch(db, runner, BATCH, { limitNano: null, now: NOW })
  await addCategories(db, BATCH.id, ['ahead', 'held', 'open', 'over'])
  const hold = (slug: string, at: number) => takeLease(db, { name: monthLease(MONTH, slug), holder: 'other' }, at)
  await hold('ahead', NOW + 3_600_000)
  await hold('held', NOW)
  await hold('over', NOW - LEASE_MS)
  expect(await freeCategories(db, BATCH, NOW, 10)).toEqual(['ahead', 'open', 'over'])
  expect(await freeCategories(db, BATCH, NOW, 2)).toEqual(['ahead', 'open'])
})
