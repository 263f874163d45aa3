import { expect, test } from 'vitest'
import { soak } from './support/soak.ts'
import { freshDatabase, freshFolder } from './support/store.ts'

test('after 200 random kills around starts and runs: no report doubled, no credit lost, no stored cell asked again', async () => {
  const folder = freshFolder()
  const found = await soak(folder, { database: await freshDatabase(folder), seed: 20261120, kills: 200, starts: 40 })
  expect(found).toMatchObject({ starts: 40, slugs: 40, reports: 40, complete: 40, mails: 40, keysLeft: 0 })
  expect(found.creditsSpent).toBe(found.creditReports)
  expect(found.answers).toBe(found.cells)
  // Each cell was asked the one time that stored it, and at most once more for each time that a kill cut it off.
  expect(found.requests).toBeGreaterThanOrEqual(found.cells)
  expect(found.requests).toBeLessThanOrEqual(found.cells + found.lost)
}, 600_000)
