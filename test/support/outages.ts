/** Workers in processes of their own on a PostgreSQL that goes away again and again while they have calls under way. */
import { systemClock } from '../../pipeline/ask/clock.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { queueReport } from './job.ts'
import type { PostgresServer } from './postgres-server.ts'
import { startPostgresServer } from './postgres-server.ts'
import { startSvc } from './svc.ts'
import { startVendorServer } from './vendor-server.ts'
import { randomFrom } from './vendors/answers.ts'

const WORKERS = 2
const REPORTS_EACH = 3
/** An outage in which every lease runs out; one of so many is. */
const LONG_MS = 24_000
const LONG_ONES = 12
const SHORT_MS = 1_500

/** What came of outages in which no process was killed. */
export interface Outages {
  readonly outages: number
  readonly reports: number
  readonly complete: number
  readonly cells: number
  readonly answered: number
  /** Requests that the vendors got: one for each cell, unless an answer was lost. */
  readonly requests: number
  readonly said: readonly string[]
}

/**
 * Two workers run reports while PostgreSQL goes away so many times: it is stopped, shot, or one of its processes is, and it
 * comes back at once, after a moment, or (`long`) when every lease has run out.
 */
export async function outages(
  folder: string,
  { count, seed, long }: { count: number; seed: number; long: boolean },
): Promise<Outages> {
  const random = randomFrom(seed)
  const postgres = await startPostgresServer()
  const vendors = await startVendorServer({ latencyMs: 100 })
  const env = { ...vendors.env, SVC_LOG: 'warn', SVC_DATABASE: postgres.address }
  await (await openStore(postgres.address, Date.now())).destroy()
  const workers = Array.from({ length: WORKERS }, () => startSvc(['worker', '--workers', '4'], { cwd: folder, env }))
  await Promise.all(workers.map((worker) => worker.line('working on')))
  let reports = 0
  for (let outage = 0; outage < count; outage += 1) {
    reports += await queueReports(postgres.address, reports)
    const until = vendors.requests.length + 5 + Math.floor(random() * 40)
    await reached(() => vendors.requests.length >= until)
    const away = long && outage % LONG_ONES === LONG_ONES / 2 ? LONG_MS : random() * SHORT_MS
    await blow(postgres, random(), away)
  }
  const db = await openStore(postgres.address, Date.now())
  while ((await open(db)) > 0) await pause(100)
  for (const { child } of workers) child.kill('SIGTERM')
  const ended = await Promise.all(workers.map((worker) => worker.ended))
  const states = await db.selectFrom('cells').select('state').execute()
  const complete = await db.selectFrom('reports').select('slug').where('status', '=', 'COMPLETE').execute()
  await db.destroy()
  await postgres.remove()
  await vendors.close()
  return {
    outages: count,
    reports,
    complete: complete.length,
    cells: states.length,
    answered: states.filter(({ state }) => state === 'answered').length,
    requests: vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length,
    said: ended.flatMap(({ err }) => err.split('\n')).filter((line) => line !== ''),
  }
}

async function queueReports(address: string, from: number): Promise<number> {
  const db = await openStore(address, Date.now())
  const queue = await openQueue(db, address, { clock: systemClock, fault: () => {} })
  for (let at = from; at < from + REPORTS_EACH; at += 1)
    await queueReport(db, { slug: `outage-${at}`, category: `trail shoes of kind ${at}` }, Date.now(), queue)
  await queue.close()
  await db.destroy()
  return REPORTS_EACH
}

async function blow(postgres: PostgresServer, kind: number, awayMs: number): Promise<void> {
  if (kind < 0.5) await postgres.stop()
  else await postgres.shoot()
  await pause(awayMs)
  await postgres.start()
}

async function open(db: Store): Promise<number> {
  const { left } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

async function reached(done: () => boolean): Promise<void> {
  while (!done()) await pause(5)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
