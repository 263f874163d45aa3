/** Several servers and workers on one PostgreSQL, some of which are killed while hundreds of reports run. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { creditBalance } from '../../../pipeline/store/accounts/credits.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { type PostgresServer, startPostgresServer } from '../store/postgres-server.ts'
import { startVendorServer } from '../vendors/vendor-server.ts'
import {
  CELLS,
  CONCURRENT,
  pause,
  STARTS_PER_HOUR,
  type Start,
  seedStarts,
  sendAll,
  withinLimit,
} from './cluster-starts.ts'
import { type Svc, startSvc } from './svc.ts'

const SERVERS = 3
const WORKERS = 4

/** The outcome of a cluster run. */
export interface Clustered {
  readonly seconds: number
  readonly reports: number
  readonly complete: number
  /** Starts that gave two reports. */
  readonly doubled: number
  readonly accepted: { readonly credits: number; readonly plan: number; readonly narrow: number }
  readonly wanted: { readonly credits: number; readonly plan: number; readonly narrow: number }
  readonly refused: Readonly<Record<string, number>>
  /** Credits that the ledger says were spent. */
  readonly spent: number
  readonly cells: number
  /** Cells that were asked again after their answer was stored. */
  readonly askedAfterStored: number
  /** Attempts according to the journal, and requests that the vendors received. */
  readonly askings: number
  readonly requests: number
  readonly mails: number
  readonly unsent: number
  readonly jobsLeft: number
  /** Seconds from the last kill until the queue was empty. */
  readonly recovery: number
  /** The kills and restarts, in order. */
  readonly blows: readonly string[]
  /** Lines on standard error that are not log lines. */
  readonly noise: readonly string[]
}

/**
 * Runs three servers and four workers on a fresh PostgreSQL. `keys` keys on each of four accounts start ten reports each, more than the
 * limits allow; meanwhile two workers and a server are killed, and PostgreSQL is restarted.
 */
export async function cluster(
  folder: string,
  { keys, latencyMs }: { keys: number; latencyMs: number },
): Promise<Clustered> {
  const postgres = await startPostgresServer()
  const vendors = await startVendorServer({ latencyMs })
  const env = {
    ...vendors.env,
    SVC_SECRET: randomBytes(32).toString('base64'),
    SVC_LOG: 'warn',
    SVC_DATABASE: postgres.address,
    SVC_MAIL_DIR: join(folder, 'mail'),
  }
  const started = Date.now()
  const starts = await seedStarts(postgres.address, keys)
  const servers = Array.from({ length: SERVERS }, () =>
    startSvc(['serve', '--port', '0', '--workers', '0'], { cwd: folder, env }),
  )
  const workers = Array.from({ length: WORKERS }, () => startSvc(['worker', '--workers', '4'], { cwd: folder, env }))
  const all = [...servers, ...workers]
  const urls = await Promise.all(
    servers.map(async (server) => (await server.line('listening on ')).replace('listening on ', '').trim()),
  )
  const db = await openStore(postgres.address, 0)

  const blows: string[] = []
  let answered = 0
  const sending = sendAll(starts, urls, () => {
    answered += 1
  })
  const soon = Math.ceil(starts.length / 3)
  await reached(() => answered >= soon)
  await kill(servers[0], 'a server', blows)
  const stored = () => vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  const expected = keys * STARTS_PER_HOUR * 2 * (CELLS.credits + CELLS.plan)
  await reached(() => stored() >= expected * 0.1)
  await kill(workers[0], 'a worker', blows)
  await sending
  await reached(() => stored() >= expected * 0.35)
  await restart(postgres, blows)
  await reached(() => stored() >= expected * 0.5)
  await kill(workers[1], 'a worker', blows)
  const killed = Date.now()

  for (;;) {
    const left = await jobsLeft(db)
    if (left === 0) break
    await pause(250)
  }
  const recovery = (Date.now() - killed) / 1_000
  for (let tries = 0; tries < 20 && (await unsentNow(db)) > 0; tries += 1) await pause(250)
  for (const { child } of all) child.kill('SIGTERM')
  const ended = await Promise.all(all.map((each) => each.ended))
  const found = await inspect(db, starts)
  await db.destroy()
  await postgres.remove()
  const requests = stored()
  await vendors.close()
  const noise = ended.flatMap(({ err }) =>
    err.split('\n').filter((line) => line !== '' && !line.startsWith('{') && !line.startsWith('Stopping')),
  )
  return {
    ...found,
    requests,
    recovery,
    blows,
    noise,
    mails: readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml')).length,
    seconds: (Date.now() - started) / 1_000,
  }
}

/** The faults of a cluster run; empty if every report is complete, every credit correct and every limit exact. */
export function clusterFaults(found: Clustered): string[] {
  const { reports, accepted, wanted } = found
  // Each report has one for the start and one for the end.
  const mails = 2 * reports
  const started = accepted.credits + accepted.plan + accepted.narrow
  const faults = {
    'a report is not COMPLETE': found.complete !== reports,
    'a start gave two reports, or none that is there': found.doubled > 0 || started !== reports,
    'a limit was not exact': JSON.stringify(accepted) !== JSON.stringify(wanted),
    'a credit is wrong': found.spent !== accepted.credits,
    'a stored cell was asked again': found.askedAfterStored > 0,
    'the vendors got another number of requests': found.requests > found.askings || found.requests < found.cells,
    // A mail that a worker was sending when it was killed is sent again, under the same name, after two minutes.
    'a mail is missing, or there is one too many':
      found.mails > mails || found.mails + found.unsent < mails || found.unsent > WORKERS,
    'a job is left': found.jobsLeft > 0,
    'a process wrote to standard error': found.noise.length > 0,
    'a kill or restart did not happen': found.blows.length !== 4,
  }
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []))
}

async function kill(victim: Svc | undefined, name: string, blows: string[]): Promise<void> {
  if (victim === undefined) return
  victim.child.kill('SIGKILL')
  if (victim.child.exitCode === null && victim.child.signalCode === null) await once(victim.child, 'close')
  blows.push(name)
}

async function restart(postgres: PostgresServer, blows: string[]): Promise<void> {
  await postgres.stop()
  await postgres.start()
  blows.push('PostgreSQL')
}

async function jobsLeft(db: Store): Promise<number> {
  const { left } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

async function unsentNow(db: Store): Promise<number> {
  const { left } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

async function inspect(db: Store, starts: readonly Start[]) {
  const reports = await db
    .selectFrom('reports')
    .select(['slug', 'status', 'account_id', 'funding', 'created_at'])
    .execute()
  const cells = await db
    .selectFrom('cells')
    .leftJoin('replies', (join) =>
      join.onRef('replies.cell_id', '=', 'cells.id').onRef('replies.attempt', '<', 'cells.attempt'),
    )
    .select(['cells.id', 'cells.state', 'cells.attempt', 'replies.attempt as earlier'])
    .where('cells.state', '!=', 'skipped')
    .execute()
  const of = (account: Start['account']) => starts.filter((start) => start.account === account)
  const accepted = (account: Start['account']) => of(account).filter(({ slugs }) => slugs.size > 0).length
  const credit = new Set(
    reports.filter(({ funding }) => funding === 'CREDITS').map((report) => report.account_id ?? ''),
  )
  let granted = 0
  let balance = 0
  for (const id of credit) {
    balance += (await creditBalance(db, id)).balance
    granted += of('credits').length / credit.size - 5
  }
  return {
    reports: reports.length,
    complete: reports.filter(({ status }) => status === 'COMPLETE').length,
    doubled: starts.filter(({ slugs }) => slugs.size > 1).length,
    accepted: { credits: accepted('credits'), plan: accepted('plan'), narrow: accepted('narrow') },
    wanted: {
      credits: of('credits').length - 10,
      plan: withinLimit(of('plan'), new Map(reports.map(({ slug, created_at }) => [slug, created_at]))),
      narrow: CONCURRENT,
    },
    refused: Object.fromEntries(
      [...Map.groupBy(starts, ({ slugs, refused }) => (slugs.size > 0 ? 'none' : String(refused)))].map(
        ([status, all]) => [status, all.length],
      ),
    ),
    spent: granted - balance,
    cells: cells.length,
    askedAfterStored: cells.filter(({ earlier }) => earlier !== null).length,
    askings: cells.reduce((sum, { attempt }) => sum + attempt, 0),
    unsent: await unsentNow(db),
    jobsLeft: await jobsLeft(db),
  }
}

async function reached(done: () => boolean): Promise<void> {
  while (!done()) await pause(5)
}
