/** Worker processes on a PostgreSQL that repeatedly fails while they make calls. */
import { systemClock } from '../../../pipeline/ask/clock.ts'
import { openQueue } from '../../../pipeline/queue/open.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { queueReport } from '../job.ts'
import { type PostgresServer, startPostgresServer } from '../store/postgres-server.ts'
import { randomFrom } from '../vendors/answers.ts'
import { startVendorServer } from '../vendors/vendor-server.ts'
import { startSvc } from './svc.ts'

const WORKERS = 2
const REPORTS_EACH = 3
/** One outage in this many is long: all leases expire, and answers arrive after it. */
const LONG_ONES = 20
const LONG_MS = 24_000
const SHORT_MS = 1_500
const LATENCY_MS = 100
const LONG_LATENCY_MS = 30_000

/** The outcome of outages in which no worker was killed. */
export interface Outages {
  readonly outages: number
  readonly reports: number
  readonly complete: number
  readonly cells: number
  readonly answered: number
  /** Requests that the vendors received: one per cell, unless an answer was lost. */
  readonly requests: number
  /** Lines that a worker wrote to standard error other than log lines. */
  readonly noise: readonly string[]
}

/** The faults of an outcome; empty if each cell was asked once and stored. */
export function outageFaults({ reports, complete, cells, answered, requests, noise }: Outages): string[] {
  const faults = {
    'a report is not COMPLETE': complete !== reports,
    'a cell has no answer': answered !== cells,
    'a cell was asked again': requests !== cells,
    'a process wrote to standard error': noise.length > 0,
  }
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []))
}

/**
 * Two workers run reports while PostgreSQL goes away `count` times: it is stopped, killed, or one of its processes is, and it
 * comes back at once, after a moment, or (`long`) when every lease has run out.
 */
export async function outages(
  folder: string,
  { count, seed, long }: { count: number; seed: number; long: boolean },
): Promise<Outages> {
  const random = randomFrom(seed)
  const postgres = await startPostgresServer()
  const vendors = await startVendorServer({ latencyMs: LATENCY_MS })
  const env = { ...vendors.env, SVC_LOG: 'warn', SVC_DATABASE: postgres.address }
  await (await openStore(postgres.address, Date.now())).destroy()
  const workers = Array.from({ length: WORKERS }, () => startSvc(['worker', '--workers', '4'], { cwd: folder, env }))
  await Promise.all(workers.map((worker) => worker.line('working on')))
  let reports = 0
  for (let outage = 0; outage < count; outage += 1) {
    reports += await queueReports(postgres.address, reports)
    const until = vendors.requests.length + 5 + Math.floor(random() * 40)
    await reached(() => vendors.requests.length >= until)
    const isLong = long && outage % LONG_ONES === LONG_ONES / 2
    vendors.latencyMs = isLong ? LONG_LATENCY_MS : LATENCY_MS
    if (isLong) await reached(() => vendors.requests.length >= until + WORKERS)
    await blow(postgres, random(), isLong ? LONG_MS : random() * SHORT_MS)
    vendors.latencyMs = LATENCY_MS
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
    noise: ended
      .flatMap(({ err }) => err.split('\n'))
      .filter((line) => line !== '' && !line.startsWith('{') && !line.startsWith('Stopping')),
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
