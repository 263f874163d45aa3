import { expect, test } from 'vitest'
import { withLease } from '../../pipeline/ask/lease.ts'
import { findLease, freeLease, holdLease, LEASE_MS, type Lease, takeLease } from '../../pipeline/store/driver/leases.ts'
import { type FixedClock, fixedClock } from '../support/clock.ts'
import { freshStore } from '../support/store/store.ts'

test('runs the work under a lease that it can renew, and frees it afterwards', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const held = await withLease({ db, clock }, 'report/r1', async (lease) => {
    await holdLease(db, lease, clock.now())
    return 'done'
  })
  expect(held).toEqual({ result: 'done' })
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('does nothing while another process holds the lease, and returns how long that will be', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  await takeLease(db, { name: 'report/r1', holder: 'other' }, clock.now())
  const work = async () => 'done'
  expect(await withLease({ db, clock }, 'report/r1', work)).toEqual({ heldForMs: LEASE_MS })
  expect(await withLease({ db, clock }, 'report/r2', work)).toEqual({ result: 'done' })
  clock.advance(LEASE_MS)
  expect(await withLease({ db, clock }, 'report/r1', work)).toEqual({ result: 'done' })
})

/** A clock in whose first sleeps somebody else does something. */
function meanwhile(clock: FixedClock, act: () => Promise<void>): FixedClock {
  return {
    ...clock,
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal)
      await act()
    },
  }
}

test.each([
  ['expired while the store was unreachable', (clock: FixedClock) => clock.advance(LEASE_MS)],
  ["expired because this process's clock was set two hours ahead", (clock: FixedClock) => clock.set(2 * 3_600_000)],
  ["ends in two hours by its holder's clock", (clock: FixedClock) => clock.set(-2 * 3_600_000)],
])('the lease of a living process is not taken if it %s', async (_, change) => {
  const { db } = await freshStore()
  const theirs = fixedClock()
  const other: Lease = { name: 'report/r1', holder: 'other' }
  await takeLease(db, other, theirs.now())
  const clock = fixedClock()
  change(clock)
  theirs.advance(LEASE_MS + 3_000)
  const again = meanwhile(clock, () => holdLease(db, other, theirs.now()))
  expect(await withLease({ db, clock: again }, 'report/r1', async () => 'done')).toHaveProperty('heldForMs')
  expect(await findLease(db, 'report/r1')).toMatchObject({ holder: 'other' })
  // Its holder was killed: the same lease is taken, within a minute.
  const before = clock.monotonic()
  expect(await withLease({ db, clock }, 'report/r1', async () => 'done')).toEqual({ result: 'done' })
  expect(clock.monotonic() - before).toBeLessThanOrEqual(60_000 - LEASE_MS)
})

test('a watched lease is taken once it is freed, unless this process stops first', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const other: Lease = { name: 'report/r1', holder: 'other' }
  await takeLease(db, other, clock.now() - LEASE_MS)
  const stop = new AbortController()
  const stopping = meanwhile(clock, async () => stop.abort())
  const work = async () => 'done'
  expect(await withLease({ db, clock: stopping, stop: stop.signal }, 'report/r1', work)).toEqual({ heldForMs: 0 })
  const freeing = meanwhile(clock, () => freeLease(db, other))
  expect(await withLease({ db, clock: freeing }, 'report/r1', work)).toEqual({ result: 'done' })
  expect(clock.slept).toEqual([1_000, 1_000])
})

test("frees the lease after an error too, and never a new holder's", async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const fault = withLease({ db, clock }, 'report/r1', () => Promise.reject(new Error('no')))
  await expect(fault).rejects.toThrow('no')
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
  await withLease({ db, clock }, 'report/r1', async () => {
    await db.updateTable('leases').set({ holder: 'other' }).execute()
  })
  expect(await db.selectFrom('leases').select('holder').execute()).toEqual([{ holder: 'other' }])
})
