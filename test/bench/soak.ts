/** `npm run soak [kills] [seed]`: the soak of the tests, longer and from another seed each time; `npm run soak -- cluster [keys]`: many processes; `npm run soak -- outages [count] [seed]`: a PostgreSQL that goes away. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cluster, clusterFaults } from '../support/process/cluster.ts'
import { outageFaults, outages } from '../support/process/outages.ts'
import { soak } from '../support/process/soak.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'))
const [kind, count] = process.argv.slice(2)
const sound =
  kind === 'cluster'
    ? await clustered(Number(count ?? 8))
    : kind === 'outages'
      ? await away(Number(count ?? 100))
      : await killed()
rmSync(folder, { recursive: true, force: true })
console.log(sound ? 'sound' : 'NOT SOUND')
process.exitCode = sound ? 0 : 1

async function clustered(keys: number): Promise<boolean> {
  const found = await cluster(folder, { keys, latencyMs: 100 })
  console.log(found)
  const faults = clusterFaults(found)
  console.log(faults)
  return faults.length === 0
}

async function away(count: number): Promise<boolean> {
  const seed = Number(process.argv[4] ?? Math.floor(Math.random() * 1e9))
  console.log(`${count} outages, seed ${seed}`)
  const found = await outages(folder, { count, seed, long: true })
  console.log(found)
  const faults = outageFaults(found)
  console.log(faults)
  return faults.length === 0
}

async function killed(): Promise<boolean> {
  const kills = Number(process.argv[2] ?? 1_000)
  const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9))
  console.log(`${kills} kills, seed ${seed}`)
  const found = await soak(folder, { database: join(folder, 'svc.db'), seed, kills, starts: Math.ceil(kills / 5) })
  console.log(found)
  return (
    found.reports === found.starts &&
    found.complete === found.starts &&
    found.creditsSpent === found.creditReports &&
    found.answers === found.cells &&
    found.requests <= found.cells + found.lost &&
    found.keysLeft === 0
  )
}
