import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Ratio } from './fan-out.ts'
import { FULL_SIZE, type SeededReport, seed } from './seed.ts'
import { benchStarts } from './starts.ts'
import { median } from './startup.ts'

/** Ours and the bare server in turn, so that a machine that slows down for a while slows both; the medians count. */
const ROUNDS = 3
const SECONDS = 2
const CONNECTIONS = 20

/** Reads, each against a bare `node:http` server that sends the same bytes, and starts against a bare loop. */
export async function benchHttp(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const [database, copy] = [join(folder, 'svc.db'), join(folder, 'bare.db')]
  const reports = await seed(database)
  copyFileSync(database, copy)
  const server = await startServer(database)
  try {
    const report = reports[0]
    if (report === undefined) throw new Error('nothing was seeded')
    const reads = [
      { name: 'the list of rankings', path: () => '/v1/rankings', of: reports, keyed: false, least: 0.45 },
      { name: "a report's status", path: statusOf, of: reports.slice(FULL_SIZE), keyed: true, least: 0.3 },
      { name: 'a report', path: reportOf, of: reports.slice(0, FULL_SIZE), keyed: true, least: 0.3 },
    ]
    const ratios: Ratio[] = []
    for (const { name, path, of, keyed, least } of reads) {
      const first = await fetch(`${server.url}${path(report.slug)}`, {
        headers: { authorization: `Bearer ${report.keys[0]}`, 'x-forwarded-for': '10.9.9.9' },
      })
      const body = Buffer.from(await first.arrayBuffer())
      if (first.status !== 200) throw new Error(`${name} gave ${first.status}`)
      const requests = requestsOver(of, path, keyed)
      const rounds = await withBare(body, async (bareUrl) => {
        const measured: { ours: number; bare: number }[] = []
        for (let round = 0; round < ROUNDS; round += 1)
          measured.push({ bare: await load(bareUrl, requests), ours: await load(server.url, from(requests, round)) })
        return measured
      })
      const ours = median(rounds.map((round) => round.ours))
      const bare = median(rounds.map((round) => round.bare))
      ratios.push({
        name: `reads of ${name} (${(body.length / 1_024).toFixed(1)} KB) over a bare server's`,
        ratio: ours / bare,
        bound: { least },
        detail: `${ours.toFixed(0)} requests/s against ${bare.toFixed(0)}`,
      })
    }
    ratios.push(await benchStarts(server.url, reports, { database, copy }))
    return ratios
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same requests, begun at another place in each round: every connection walks them from the first on. */
function from(requests: Request[], round: number): Request[] {
  const start = Math.floor((requests.length * round) / ROUNDS)
  return [...requests.slice(start), ...requests.slice(0, start)]
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
