import { expect, test } from 'vitest'
import { cluster, clusterFaults } from '../support/process/cluster.ts'
import { freshFolder } from '../support/store/store.ts'

test('three servers and four workers, three of them killed, and PostgreSQL restarted: every report is complete, paid once and within the limits', async () => {
  const found = await cluster(freshFolder(), { keys: 1, latencyMs: 60 })
  expect({ ...found, faults: clusterFaults(found) }).toMatchObject({ faults: [] })
  expect(found.complete).toBeGreaterThanOrEqual(33)
}, 240_000)
