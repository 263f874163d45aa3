/** `npm run soak [kills] [seed]`: the soak of the tests, longer and from another seed each time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soak } from '../support/soak.ts'

const kills = Number(process.argv[2] ?? 1_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9))
const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'))
console.log(`${kills} kills, seed ${seed}`)
const found = await soak(folder, { database: join(folder, 'svc.db'), seed, kills, starts: Math.ceil(kills / 5) })
rmSync(folder, { recursive: true, force: true })
console.log(found)
const sound =
  found.reports === found.starts &&
  found.complete === found.starts &&
  found.creditsSpent === found.creditReports &&
  found.answers === found.cells &&
  found.requests <= found.cells + found.lost &&
  found.keysLeft === 0
console.log(sound ? 'sound' : 'NOT SOUND')
process.exitCode = sound ? 0 : 1
