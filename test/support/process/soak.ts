import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { creditBalance, grantCredits } from '../../../pipeline/store/accounts/credits.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { aMinutePasses } from '../a-minute.ts'
import { accountWithKeys } from '../accounts.ts'
import { randomFrom } from '../vendors/answers.ts'
import { startVendorServer } from '../vendors/vendor-server.ts'
import { type Svc, startSvc } from './svc.ts'
import { askingsUnderWay } from './under-way.ts'

/** The outcome of a soak. */
export interface Soaked {
  readonly starts: number
  readonly slugs: number
  readonly reports: number
  readonly complete: number
  readonly creditReports: number
  readonly creditsSpent: number
  readonly cells: number
  readonly answers: number
  /** Requests that the vendors received, and requests that kills interrupted, each counted once. */
  readonly requests: number
  readonly lost: number
  readonly mails: number
  /** Sealed provider keys that outlived their reports. */
  readonly keysLeft: number
}

interface Start {
  readonly apiKey: string
  readonly idempotencyKey: string
  readonly body: Record<string, unknown>
  slug?: string
}

const KEYS_EACH = 5

/**
 * Starts reports over HTTP, on credits and on own keys, while the server and the worker are killed at random moments
 * `kills` times; a start whose answer was lost is retried as a client would. Then everything runs to its end undisturbed.
 */
export async function soak(
  folder: string,
  { database, seed, kills, starts }: { database: string; seed: number; kills: number; starts: number },
): Promise<Soaked> {
  const random = randomFrom(seed)
  const vendors = await startVendorServer({ latencyMs: 5 })
  const env = {
    ...vendors.env,
    SVC_SECRET: randomBytes(32).toString('base64'),
    SVC_LOG: 'silent',
    SVC_DATABASE: database,
  }
  const apiKeys = await seedAccounts(database, starts)
  const open: Start[] = Array.from({ length: starts }, (_, at) => newStart(at, apiKeys))
  const begun = new Set<Start>()
  const lost = new Set<string>()

  for (let round = 0; round < kills; round += 1) {
    const apart = random() < 0.5
    const server = startSvc(['serve', '--port', '0', '--workers', apart ? '0' : '2'], { cwd: folder, env })
    const processes = apart ? [server, startSvc(['worker'], { cwd: folder, env })] : [server]
    const url = await listening(server)
    const wanted = Math.floor((starts * (round + 1)) / kills)
    const due = open.filter((start, at) => start.slug === undefined && at < wanted)
    for (const start of due) begun.add(start)
    const sending = Promise.allSettled(due.map((start) => send(url, start)))
    const until = vendors.requests.length + Math.floor(random() * 12)
    const early = random() < 0.3
    // The kill comes in the middle of the starts, or after some more vendor requests, or when nothing is left to ask.
    await (early
      ? ticks(Math.floor(random() * 40))
      : Promise.race([reached(() => vendors.requests.length >= until), sending.then(() => ticks(200))]))
    for (const each of processes.sort(() => random() - 0.5)) await kill(each)
    await sending
    await vendors.idle()
    for (const asking of await settleKill(database)) lost.add(asking)
  }

  const server = startSvc(['serve', '--port', '0', '--workers', '4'], { cwd: folder, env })
  const url = await listening(server)
  for (const start of open) await send(url, start)
  const db = await openStore(database, 0)
  for (;;) {
    const jobs = await db.selectFrom('jobs').select('report_slug').execute()
    const unsent = await db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
    if (jobs.length === 0 && unsent.length === 0) break
    await ticks(50)
  }
  server.child.kill('SIGTERM')
  await server.ended
  const found = await inspect(db, open)
  await db.destroy()
  const requests = vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  await vendors.close()
  return { ...found, requests, lost: lost.size }
}

/** Two accounts: one with a credit for each start, one with a plan that allows all of them. */
async function seedAccounts(database: string, starts: number): Promise<{ credits: string[]; byok: string[] }> {
  const now = Date.now()
  const db = await openStore(database, now)
  const keysOf = (email: string) => accountWithKeys(db, email, KEYS_EACH, now)
  const credits = await keysOf('credits@agency.example')
  const byok = await keysOf('byok@agency.example')
  await grantCredits(db, credits.id, starts, now)
  const limits = { projects: 1_000, reportsPerMonth: 1_000, perDay: 1_000, concurrent: 1_000 }
  await activatePlan(db, byok.id, { limits }, now)
  await db.destroy()
  return { credits: credits.keys, byok: byok.keys }
}

function newStart(at: number, keys: { credits: string[]; byok: string[] }): Start {
  const own = at % 2 === 1
  const list = own ? keys.byok : keys.credits
  const body = {
    domain: `product${at}.example`,
    category: 'trail shoes',
    description: 'Shoes.',
    ...(own
      ? { funding: 'byok', plan: 'QUICK', engines: ['OPENAI'], providerKeys: { OPENAI: 'test-own-openai-key' } }
      : { funding: 'credits', engines: ['GROK'] }),
  }
  return { apiKey: list[Math.floor(at / 2) % list.length] ?? '', idempotencyKey: `soak-start-number-${at}`, body }
}

/** Sends a start; if the connection fails, the outcome is unknown and the start is sent again later. */
async function send(url: string, start: Start): Promise<void> {
  try {
    const response = await fetch(`${url}/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${start.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': start.idempotencyKey,
      },
      body: JSON.stringify(start.body),
    })
    const answer = (await response.json()) as { slug?: string }
    if (response.status !== 200 && response.status !== 202) throw new Error(`HTTP ${response.status}`)
    if (start.slug !== undefined && start.slug !== answer.slug) throw new Error('a retried start gave another report')
    if (answer.slug !== undefined) start.slug = answer.slug
  } catch (fault) {
    if (fault instanceof Error && /^HTTP|another report/.test(fault.message)) throw fault
  }
}

async function listening(server: Svc): Promise<string> {
  return (await server.line('listening on ')).replace('listening on ', '').trim()
}

async function kill({ child }: Svc): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}

/** Returns the requests that the kill interrupted, and expires the leases of the killed processes. */
async function settleKill(database: string): Promise<string[]> {
  const db = await openStore(database, 0)
  const lost = await askingsUnderWay(db)
  await aMinutePasses(db, database)
  await db.updateTable('outbox').set({ next_at: 0 }).where('sent_at', 'is', null).execute()
  await db.destroy()
  return lost
}

async function inspect(db: Store, starts: readonly Start[]): Promise<Omit<Soaked, 'requests' | 'lost'>> {
  const reports = await db.selectFrom('reports').select(['slug', 'status', 'funding', 'account_id']).execute()
  const cells = await db.selectFrom('cells').select(['state']).execute()
  const answers = await db.selectFrom('answers').select('cell_id').execute()
  const mails = await db.selectFrom('outbox').select('id').execute()
  const sealed = await db.selectFrom('sealed_keys').select('report_slug').execute()
  const wrapped = await db.selectFrom('wrapped_keys').select('report_slug').execute()
  const credit = reports.filter((report) => report.funding === 'CREDITS')
  const accountId = credit[0]?.account_id ?? ''
  const { balance } = await creditBalance(db, accountId)
  return {
    starts: starts.length,
    slugs: new Set(starts.map((start) => start.slug)).size,
    reports: reports.length,
    complete: reports.filter((report) => report.status === 'COMPLETE').length,
    creditReports: credit.length,
    creditsSpent: starts.length - balance,
    cells: cells.filter((cell) => cell.state !== 'skipped').length,
    answers: answers.length,
    mails: mails.length,
    keysLeft: sealed.length + wrapped.length,
  }
}

async function reached(done: () => boolean): Promise<void> {
  while (!done()) await ticks(1)
}

/** Waits for this many turns of the event loop, not for a time. */
async function ticks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}
