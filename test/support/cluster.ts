/** Servers and workers in processes of their own on one PostgreSQL, some of which are killed while hundreds of reports run. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { creditBalance, grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { activatePlan } from '../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { accountWithKeys } from './accounts.ts'
import type { PostgresServer } from './postgres-server.ts'
import { startPostgresServer } from './postgres-server.ts'
import type { Svc } from './svc.ts'
import { startSvc } from './svc.ts'
import { startVendorServer } from './vendor-server.ts'

const SERVERS = 3
const WORKERS = 4
const STARTS_PER_HOUR = 10
const HOUR_MS = 3_600_000
const CONCURRENT = 3
/** Starts that are sent at once. */
const SENDERS = 24

interface Start {
  readonly account: 'credits' | 'plan' | 'narrow'
  readonly apiKey: string
  readonly idempotencyKey: string
  readonly body: object
  /** What came back: a slug, or the status of the refusal. */
  slugs: Set<string>
  refused: number | undefined
}

/** What a cluster came to. */
export interface Clustered {
  readonly seconds: number
  readonly reports: number
  readonly complete: number
  /** Starts that gave two reports, and those that gave none where the limits had room for it. */
  readonly doubled: number
  readonly accepted: { readonly credits: number; readonly plan: number; readonly narrow: number }
  readonly wanted: { readonly credits: number; readonly plan: number; readonly narrow: number }
  readonly refused: Readonly<Record<string, number>>
  /** Credits that the ledger says were spent. */
  readonly spent: number
  readonly cells: number
  /** Cells whose stored answer is not that of their last asking: they were asked after it. */
  readonly askedAfterStored: number
  /** Askings by the journal, and requests that the vendors got. */
  readonly askings: number
  readonly requests: number
  readonly mails: number
  readonly unsent: number
  readonly jobsLeft: number
  /** Seconds from the last kill until nothing was left to do. */
  readonly recovery: number
  /** Workers, servers and restarts of PostgreSQL that there were on the way. */
  readonly blows: readonly string[]
  /** What any process wrote to standard error that isn't a line of its log. */
  readonly noise: readonly string[]
}

/**
 * Three servers and four workers on a PostgreSQL of their own; so many keys on each of four accounts start ten reports each,
 * and more than their limits allow. On the way two workers and a server are killed, and PostgreSQL is restarted.
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
  const starts = await seed(postgres.address, keys)
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

/** What is wrong with what a cluster came to; nothing where every report is whole, every credit right and every limit exact. */
export function clusterFaults(found: Clustered): string[] {
  const { reports, accepted, wanted } = found
  // One says that it has started, and one that it has ended.
  const mails = 2 * reports
  const started = accepted.credits + accepted.plan + accepted.narrow
  const faults = {
    'a report is not COMPLETE': found.complete !== reports,
    'a start gave two reports, or none that is there': found.doubled > 0 || started !== reports,
    'a limit was not exact': JSON.stringify(accepted) !== JSON.stringify(wanted),
    'a credit is wrong': found.spent !== accepted.credits,
    'a stored cell was asked again': found.askedAfterStored > 0,
    'the vendors got another number of requests': found.requests > found.askings || found.requests < found.cells,
    // One that was on a worker's way when it was killed or the database restarted is sent two minutes later; it may be
    // written already, and is then written again under its own name.
    'a mail is missing, or there is one too many':
      found.mails > mails || found.mails + found.unsent < mails || found.unsent > WORKERS,
    'a job is left': found.jobsLeft > 0,
    'a process said something': found.noise.length > 0,
    'a blow was left out': found.blows.length !== 4,
  }
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []))
}

/** Cells of a report of each kind: a credit's full plan on one engine, and a quick one. */
const CELLS = { credits: 30, plan: 8 }

/** Two accounts with fewer credits than they start, two with a plan whose keys start more than they may, one of few at once. */
async function seed(address: string, keysEach: number): Promise<Start[]> {
  const now = Date.now()
  const db = await openStore(address, now)
  const limits = { projects: 10_000, reportsPerMonth: 10_000, perDay: 10_000, concurrent: 10_000 }
  const starts: Start[] = []
  const open = (email: string, count: number) => accountWithKeys(db, email, count, now)
  const add = (account: Start['account'], keys: readonly string[], count: number) => {
    for (let each = 0; each < count; each += 1) {
      const at = starts.length
      const apiKey = keys[each % keys.length] ?? ''
      starts.push({
        account,
        apiKey,
        idempotencyKey: `cluster-start-number-${at}`,
        body: bodyOf(at, account),
        slugs: new Set(),
        refused: undefined,
      })
    }
  }
  for (const number of [1, 2]) {
    const { id, keys } = await open(`credits-${number}@agency.example`, keysEach)
    await grantCredits(db, id, keysEach * STARTS_PER_HOUR - 5, now)
    add('credits', keys, keysEach * STARTS_PER_HOUR)
  }
  for (const number of [1, 2]) {
    const { id, keys } = await open(`plan-${number}@agency.example`, keysEach)
    await activatePlan(db, id, { limits }, now)
    add('plan', keys, keysEach * (STARTS_PER_HOUR + 1))
  }
  const { id, keys } = await open('narrow@agency.example', 2)
  await activatePlan(db, id, { limits: { ...limits, concurrent: CONCURRENT } }, now)
  add('narrow', keys, 4 * CONCURRENT)
  await db.destroy()
  // Those of few at once in the middle, when every worker is busy: none of theirs ends before all are sent.
  const narrow = starts.filter(({ account }) => account === 'narrow')
  const others = starts.filter(({ account }) => account !== 'narrow')
  return [...others.slice(0, others.length / 2), ...narrow, ...others.slice(others.length / 2)]
}

function bodyOf(at: number, account: Start['account']): object {
  const texts = { domain: `product${at}.example`, category: `trail shoes of kind ${at}`, description: 'Shoes.' }
  if (account === 'credits') return { ...texts, funding: 'credits', engines: ['GROK'] }
  const providerKeys = { OPENAI: 'test-own-openai-key' }
  return { ...texts, funding: 'byok', plan: 'QUICK', engines: ['OPENAI'], providerKeys }
}

/** Sends every start, a fifth of them to all servers at once; as a client does, again elsewhere where the outcome is unknown. */
async function sendAll(starts: readonly Start[], urls: readonly string[], answered: () => void): Promise<void> {
  let next = 0
  const sender = async () => {
    for (;;) {
      const at = next
      next += 1
      const start = starts[at]
      if (start === undefined) return
      await Promise.all(at % 5 === 0 ? urls.map((_, first) => send(urls, first, start)) : [send(urls, at, start)])
      answered()
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
}

async function send(urls: readonly string[], first: number, start: Start): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(`${urls[(first + tries) % urls.length]}/v1/reports`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${start.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': start.idempotencyKey,
        },
        body: JSON.stringify(start.body),
      })
      const { slug } = (await response.json()) as { slug?: string }
      if (response.status === 503) continue
      if (slug === undefined) start.refused = response.status
      else start.slugs.add(slug)
      return
    } catch {
      // The server is gone, or went while it answered.
      await pause(20)
    }
  }
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
  const reports = await db.selectFrom('reports').select(['slug', 'status', 'account_id', 'funding']).execute()
  const cells = await db
    .selectFrom('cells')
    .leftJoin('replies', (join) =>
      join.onRef('replies.cell_id', '=', 'cells.id').onRef('replies.attempt', '<', 'cells.attempt'),
    )
    .select(['cells.id', 'cells.state', 'cells.attempt', 'replies.attempt as earlier'])
    .where('cells.state', '!=', 'skipped')
    .execute()
  const keyStarts = await db.selectFrom('key_starts').select(['key_id', 'at']).execute()
  const perHour = Map.groupBy(keyStarts, ({ key_id, at }) => `${key_id} ${Math.floor(at / HOUR_MS)}`)
  if ([...perHour.values()].some((own) => own.length > STARTS_PER_HOUR)) throw new Error('a key passed its limit')
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
      plan: (of('plan').length / (STARTS_PER_HOUR + 1)) * STARTS_PER_HOUR,
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
