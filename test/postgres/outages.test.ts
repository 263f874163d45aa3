import { expect, test } from 'vitest'
import { outageFaults, outages } from '../support/outages.ts'
import { freshFolder } from '../support/store.ts'

test('PostgreSQL is stopped or shot six times under two workers: each cell is asked once and stored', async () => {
  const found = await outages(freshFolder(), { count: 6, seed: 20261123, long: false })
  expect(outageFaults(found)).toEqual([])
  expect(found).toMatchObject({ outages: 6, reports: 18, cells: 18 * 24 })
}, 120_000)
