import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINES } from '../pipeline/contract/terms.ts'
import { openStore } from '../pipeline/store/driver/open.ts'
import { aMinutePasses } from './support/a-minute.ts'
import { startSvc, svc } from './support/process/svc.ts'
import { askingsUnderWay } from './support/process/under-way.ts'
import { freshDatabase, freshFolder } from './support/store/store.ts'
import { randomFrom } from './support/vendors/answers.ts'
import { startVendorServer } from './support/vendors/vendor-server.ts'

const SEED = 20261120
const QUESTIONS = 6
const RUNS = 2
const CELLS = QUESTIONS * RUNS * ENGINES.length

const questions = Array.from({ length: QUESTIONS }, (_, at) => `What are the best trail shoes for case ${at}?`)

test('killed twice at random and run again, every cell is stored once and none is asked again', async () => {
  const cwd = freshFolder()
  writeFileSync(
    join(cwd, 'categories.yaml'),
    `categories:\n  - slug: shoes\n    category: trail shoes\n    questions:\n${questions.map((each) => `      - ${each}\n`).join('')}`,
  )
  const server = await startVendorServer({ latencyMs: 15 })
  const random = randomFrom(SEED)
  const database = await freshDatabase(cwd)
  const args = ['rankings', 'run', '--categories', 'categories.yaml', '--no-site', '--json']
  const flags = [...args, '--runs', String(RUNS), '--concurrency', '3', '--database', database]
  const env = { ...server.env, SVC_SCRIBE: 'OPENAI' }
  const engineRequests = () => server.requests.filter(({ engine }) => engine !== 'SCRIBE')

  const lost = new Set<string>()
  for (let kill = 0; kill < 2; kill += 1) {
    const killAfter = engineRequests().length + 1 + Math.floor(random() * 25)
    const { child, ended } = startSvc(flags, { cwd, env })
    await Promise.race([server.reached(killAfter), ended])
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    await server.idle()

    const db = await openStore(database, 0)
    for (const asking of await askingsUnderWay(db)) lost.add(asking)
    await aMinutePasses(db, database)
    await db.destroy()
  }

  const before = await openStore(database, 0)
  const unknown = (await askingsUnderWay(before)).length
  await before.destroy()
  const { code, out, err } = await svc(flags, { cwd, env })
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const summary = JSON.parse(out)
  expect(summary.unknown).toBe(unknown)
  expect(summary.stopped).toBeNull()
  for (const row of summary.categories[0].ledger) expect(row).toMatchObject({ planned: QUESTIONS * RUNS, skipped: 0 })

  const db = await openStore(database, 0)
  const answers = await db.selectFrom('answers').select('cell_id').execute()
  const failed = await db.selectFrom('cells').select('id').where('state', '=', 'failed').execute()
  await db.destroy()
  expect(new Set(answers.map((row) => row.cell_id)).size).toBe(answers.length)
  expect(answers.length + failed.length).toBe(CELLS)
  expect(failed).toEqual([])
  // No cell was asked beyond the one time that stored it and the times that a kill lost.
  expect(engineRequests().length).toBeLessThanOrEqual(CELLS + lost.size)
  expect(engineRequests().length).toBeGreaterThanOrEqual(CELLS)
  await server.close()
}, 120_000)
