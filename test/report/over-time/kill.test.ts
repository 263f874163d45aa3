import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { aMinutePasses } from '../../support/a-minute.ts'
import { type Svc, startSvc, svc } from '../../support/process/svc.ts'
import { askingsUnderWay } from '../../support/process/under-way.ts'
import { freshDatabase, freshFolder } from '../../support/store/store.ts'
import { track } from '../../support/tracked.ts'
import { randomFrom } from '../../support/vendors/answers.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

const SEED = 20261120
const CELLS = 24 + 8

test('killed as it begins a report and twice at random, each product has one report, and no stored cell is asked again', async () => {
  const cwd = freshFolder()
  const server = await startVendorServer({ latencyMs: 15 })
  onTestFinished(() => server.close())
  const random = randomFrom(SEED)
  const database = await freshDatabase(cwd)
  const db = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  await track(db)
  await track(db, { domain: 'bolt.example', brand: 'Bolt', engines: ['OPENAI'], every: 'weekly' }, 1)
  const env = { ...server.env, SVC_CONCURRENCY_OPENAI: '2', SVC_CONCURRENCY_ANTHROPIC: '2' }
  const flags = ['report', 'run', '--tracked', '--json', '--database', database]
  const asked = () => server.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  const reports = () =>
    db.selectFrom('reports').select(['slug', 'tracked_id', 'status']).orderBy('created_at').execute()

  const lost = new Set<string>()
  const stored = new Map<string, number>()
  const moments: ((run: Svc) => Promise<void>)[] = [
    (run) => run.says('24 calls to 3 engines'),
    () => server.reached(asked() + 1 + Math.floor(random() * 20)),
    () => server.reached(asked() + 1 + Math.floor(random() * 20)),
  ]
  for (const [at, moment] of moments.entries()) {
    const run = startSvc(flags, { cwd, env })
    await Promise.race([moment(run), run.ended])
    run.child.kill('SIGKILL')
    if (run.child.exitCode === null && run.child.signalCode === null) await once(run.child, 'close')
    await server.idle()
    for (const asking of await askingsUnderWay(db)) lost.add(asking)
    const cells = await db.selectFrom('cells').select(['id', 'attempt']).where('state', '=', 'answered').execute()
    for (const { id, attempt } of cells) if (!stored.has(id)) stored.set(id, attempt)
    await aMinutePasses(db, database)
    if (at === 0) expect(await reports()).toMatchObject([{ status: expect.stringMatching(/PENDING|RUNNING/) }])
  }
  expect(stored.size).toBeGreaterThan(0)
  expect(asked()).toBeLessThan(CELLS + lost.size)

  const { code, out, err } = await svc(flags, { cwd, env })
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out).stopped).toBeNull()
  const all = await reports()
  expect(all.map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE'])
  expect(new Set(all.map((report) => report.tracked_id)).size).toBe(2)
  const cells = await db.selectFrom('cells').select(['id', 'state', 'attempt']).execute()
  expect(cells.map(({ state }) => state)).toEqual(Array(CELLS).fill('answered'))
  for (const { id, attempt } of cells) if (stored.has(id)) expect([id, attempt]).toEqual([id, stored.get(id)])
  expect(asked()).toBeLessThanOrEqual(CELLS + lost.size)
  expect(asked()).toBeGreaterThanOrEqual(CELLS)
  expect(
    await svc(
      flags.filter((flag) => flag !== '--json'),
      { cwd, env },
    ),
  ).toEqual({ code: 0, out: '', err: '' })
}, 120_000)
