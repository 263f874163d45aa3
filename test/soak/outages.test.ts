import { expect, test } from 'vitest'
import { outageFaults, outages } from '../support/process/outages.ts'
import { freshFolder } from '../support/store/store.ts'

test('PostgreSQL is stopped or shot three times under two workers: each cell is asked once and stored', async () => {
  const found = await outages(freshFolder(), { count: 3, seed: 20261123, long: false })
  expect(outageFaults(found)).toEqual([])
  expect(found).toMatchObject({ outages: 3, reports: 9, cells: 9 * 24 })
}, 120_000)
