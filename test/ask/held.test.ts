import { expect, test } from 'vitest'
import { withLease } from '../../pipeline/ask/held.ts'
import { holdLease, LEASE_MS, takeLease } from '../../pipeline/store/leases.ts'
import { fixedClock } from '../support/clock.ts'
import { freshStore } from '../support/store.ts'

test('works under a lease that the work can hold, and frees it after', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const held = await withLease({ db, clock }, 'report/r1', async (lease) => {
    await holdLease(db, lease, clock.now())
    return 'done'
  })
  expect(held).toEqual({ result: 'done' })
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('does nothing while another process holds the lease, and says for how long', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  await takeLease(db, { name: 'report/r1', holder: 'other' }, clock.now())
  const work = async () => 'done'
  expect(await withLease({ db, clock }, 'report/r1', work)).toEqual({ heldForMs: LEASE_MS })
  expect(await withLease({ db, clock }, 'report/r2', work)).toEqual({ result: 'done' })
  clock.advance(LEASE_MS)
  expect(await withLease({ db, clock }, 'report/r1', work)).toEqual({ result: 'done' })
})

test('frees the lease after a fault too, and never that of a new holder', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const fault = withLease({ db, clock }, 'report/r1', () => Promise.reject(new Error('no')))
  await expect(fault).rejects.toThrow('no')
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
  await withLease({ db, clock }, 'report/r1', async () => {
    clock.advance(LEASE_MS)
    await takeLease(db, { name: 'report/r1', holder: 'other' }, clock.now())
  })
  expect(await db.selectFrom('leases').select('holder').execute()).toEqual([{ holder: 'other' }])
})
