import { expect, test } from 'vitest'
import {
  freeLease,
  holdLease,
  LEASE_MS,
  looksFree,
  seizeLease,
  takeLease,
} from '../../../pipeline/store/driver/leases.ts'
import { freshStore } from '../../support/store/store.ts'

const mine = { name: 'rankings/2026-11', holder: 'mine' }
const theirs = { name: 'rankings/2026-11', holder: 'theirs' }

test('there is one holder at a time, and others learn who it is and until when', async () => {
  const { db } = await freshStore()
  expect(await takeLease(db, mine, 1_000)).toEqual(mine)
  expect(await takeLease(db, theirs, 3_000)).toEqual({ holder: 'mine', expiresAt: 1_000 + LEASE_MS })
})

test("an expired lease is seized only from a holder that doesn't renew it", async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  const seen = { holder: 'mine', expiresAt: LEASE_MS }
  await holdLease(db, mine, 1)
  expect(await seizeLease(db, theirs, seen, LEASE_MS)).toBe(false)
  expect(await seizeLease(db, theirs, { ...seen, expiresAt: LEASE_MS + 1 }, LEASE_MS + 1)).toBe(true)
  await expect(holdLease(db, mine, LEASE_MS)).rejects.toThrow('held by another process')
})

test('a lease looks free once it has expired, or ends later than this clock could have renewed it', () => {
  const of = (expiresAt: number) => looksFree({ holder: 'mine', expiresAt }, 1_000)
  expect([1_000, 1_001, 1_000 + LEASE_MS, 1_001 + LEASE_MS].map(of)).toEqual([true, false, false, true])
})

test('holding it renews it', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  await holdLease(db, mine, LEASE_MS - 1)
  expect(await takeLease(db, theirs, LEASE_MS + 5)).toEqual({ holder: 'mine', expiresAt: 2 * LEASE_MS - 1 })
})

test('only its holder can free it, at once', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  await freeLease(db, theirs)
  expect(await takeLease(db, theirs, 1)).toMatchObject({ holder: 'mine' })
  await freeLease(db, mine)
  expect(await takeLease(db, theirs, 1)).toEqual(theirs)
})

test('other months are other leases', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  const october = { name: 'rankings/2026-10', holder: 'theirs' }
  expect(await takeLease(db, october, 0)).toEqual(october)
})
