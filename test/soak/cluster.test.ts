import { expect, test } from 'vitest'
import { cluster, clusterFaults } from '../support/process/cluster.ts'
import { freshFolder } from '../support/store/store.ts'

test('three servers and four workers, of which three are killed, and PostgreSQL restarted: all whole, paid once, within limits', async () => {
  const found = await cluster(freshFolder(), { keys: 1, latencyMs: 60 })
  expect({ ...found, faults: clusterFaults(found) }).toMatchObject({ faults: [], complete: 33 })
}, 240_000)
