import { expect, test } from 'vitest'
import { freeLease, holdLease, LEASE_MS, takeLease } from '../../pipeline/store/leases.ts'
import { freshStore } from '../support/store.ts'

const mine = { name: 'rankings/2026-11', holder: 'mine' }
const theirs = { name: 'rankings/2026-11', holder: 'theirs' }

test('one holder at a time, and the other is told how long', async () => {
  const { db } = await freshStore()
  expect(await takeLease(db, mine, 1_000)).toEqual(mine)
  expect(await takeLease(db, theirs, 3_000)).toEqual({ heldForMs: LEASE_MS - 2_000 })
})

test('a lease of a killed process is free within a minute', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  expect(LEASE_MS).toBeLessThanOrEqual(60_000)
  expect(await takeLease(db, theirs, LEASE_MS)).toEqual(theirs)
  await expect(holdLease(db, mine, LEASE_MS)).rejects.toThrow('held by another process')
})

test('holding it prolongs it', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  await holdLease(db, mine, LEASE_MS - 1)
  expect(await takeLease(db, theirs, LEASE_MS + 5)).toEqual({ heldForMs: LEASE_MS - 6 })
})

test('given back it is free at once, and only by its holder', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  await freeLease(db, theirs)
  expect(await takeLease(db, theirs, 1)).toEqual({ heldForMs: LEASE_MS - 1 })
  await freeLease(db, mine)
  expect(await takeLease(db, theirs, 1)).toEqual(theirs)
})

test('other months are other leases', async () => {
  const { db } = await freshStore()
  await takeLease(db, mine, 0)
  const october = { name: 'rankings/2026-10', holder: 'theirs' }
  expect(await takeLease(db, october, 0)).toEqual(october)
})
