import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import type { Ratio } from './fan-out.ts'
import type { SeededReport } from './seed.ts'
import { FULL_SIZE, seed } from './seed.ts'

const SECONDS = 6
const CONNECTIONS = 20

/** Reads, each against a bare `node:http` server that sends the same bytes, and starts against a bare loop. */
export async function benchHttp(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const reports = await seed(join(folder, 'svc.db'))
  const server = await startServer(join(folder, 'svc.db'))
  try {
    const report = reports[0]
    if (report === undefined) throw new Error('nothing was seeded')
    const reads = [
      { name: 'the list of rankings', path: () => '/v1/rankings', of: reports, keyed: false, least: 0.5 },
      { name: "a report's status", path: statusOf, of: reports.slice(FULL_SIZE), keyed: true, least: 0.35 },
      { name: 'a report', path: reportOf, of: reports.slice(0, FULL_SIZE), keyed: true, least: 0.35 },
    ]
    const ratios: Ratio[] = []
    for (const { name, path, of, keyed, least } of reads) {
      const first = await fetch(`${server.url}${path(report.slug)}`, {
        headers: { authorization: `Bearer ${report.keys[0]}`, 'x-forwarded-for': '10.9.9.9' },
      })
      const body = Buffer.from(await first.arrayBuffer())
      if (first.status !== 200) throw new Error(`${name} gave ${first.status}`)
      const requests = requestsOver(of, path, keyed)
      const bare = await withBare(body, (url) => load(url, requests))
      const ours = await load(server.url, requests)
      ratios.push({
        name: `reads of ${name} (${(body.length / 1_024).toFixed(1)} KB) over a bare server's`,
        ratio: ours / bare,
        bound: { least },
        detail: `${ours.toFixed(0)} requests/s against ${bare.toFixed(0)}`,
      })
    }
    ratios.push(await benchStarts(server.url, reports, join(folder, 'bare.db')))
    return ratios
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const reportOf = (slug: string) => `/v1/reports/${slug}`
const statusOf = (slug: string) => `${reportOf(slug)}/status`

interface Request {
  path: string
  headers: Record<string, string>
}

/** Requests in turn over all keys and addresses, so that no limit is met: a key and an address may make 60 a minute. */
function requestsOver(reports: readonly SeededReport[], path: (slug: string) => string, keyed: boolean): Request[] {
  return reports.flatMap(({ slug, keys }, at) =>
    keys.map((key, which) => ({
      path: path(slug),
      headers: keyed ? { authorization: `Bearer ${key}` } : { 'x-forwarded-for': `10.${at >> 8}.${at & 255}.${which}` },
    })),
  )
}

/** Requests a second that were answered with 200; anything else is a fault of the bench. */
async function load(url: string, requests: Request[]): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`not every answer was 200: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`)
  return result.requests.total / result.duration
}

const STARTS = 4_000

/** Durable starts over HTTP, ten at a time, against a loop that writes the same rows with bare better-sqlite3. */
async function benchStarts(url: string, reports: readonly SeededReport[], bareFile: string): Promise<Ratio> {
  let next = 0
  const body = { category: 'CRM software', description: 'A CRM for small teams.', funding: 'credits' }
  const startedAt = performance.now()
  const lane = async () => {
    while (next < STARTS) {
      const at = next++
      const { keys } = reports[at % reports.length] ?? { keys: [] }
      const response = await fetch(`${url}/v1/reports`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[Math.floor(at / reports.length) % keys.length]}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-start-number-${at}`,
        },
        body: JSON.stringify({ ...body, domain: `product${at}.example` }),
      })
      if (response.status !== 202) throw new Error(`a start gave ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
  const ours = STARTS / ((performance.now() - startedAt) / 1_000)
  const bare = bareStarts(bareFile)
  return {
    name: 'durable starts over HTTP over a bare loop that writes the same rows',
    ratio: ours / bare,
    bound: { least: 0.25 },
    detail: `${ours.toFixed(0)} starts/s against ${bare.toFixed(0)}`,
  }
}

function bareStarts(file: string): number {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`create table accounts (id text primary key, touched_at integer);
    create table starts (key text primary key, slug text); create table credits (id text primary key, slug text unique);
    create table reports (slug text primary key, body text); create table jobs (slug text primary key);
    create table outbox (id text primary key, body text); insert into accounts values ('a', 0)`)
  const touch = db.prepare('update accounts set touched_at = ? where id = ?')
  const inserts = ['starts', 'credits', 'reports', 'outbox'].map((name) =>
    db.prepare(`insert into ${name} values (?, ?)`),
  )
  const job = db.prepare('insert into jobs values (?)')
  const start = db.transaction((at: number) => {
    touch.run(at, 'a')
    for (const insert of inserts) insert.run(`row-${at}`, `a report on product ${at} that is about as long as ours`)
    job.run(`row-${at}`)
  })
  const startedAt = performance.now()
  for (let at = 0; at < STARTS; at += 1) start(at)
  const perSecond = STARTS / ((performance.now() - startedAt) / 1_000)
  db.close()
  return perSecond
}

async function withBare<Result>(body: Buffer, work: (url: string) => Promise<Result>): Promise<Result> {
  const script = `
    const { createServer } = require('node:http')
    const chunks = []
    process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
      createServer((request, response) => response.writeHead(200, headers).end(body))
        .listen(0, '127.0.0.1', function () { console.log(this.address().port) })
    })`
  const bare = spawn(process.execPath, ['-e', script])
  bare.stdin.end(body)
  try {
    const [port] = await once(bare.stdout, 'data')
    return await work(`http://127.0.0.1:${String(port).trim()}`)
  } finally {
    bare.kill()
  }
}

async function startServer(database: string): Promise<{ url: string; stop(): void }> {
  const args = [fileURLToPath(new URL('../../cli/svc.js', import.meta.url)), 'serve', '--port', '0', '--workers', '0']
  const env = { PATH: process.env.PATH ?? '', SVC_DATABASE: database, SVC_LOG: 'warn', SVC_TRUSTED_PROXIES: '1' }
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  return { url: String(line).replace('listening on ', '').trim(), stop: () => server.kill() }
}
