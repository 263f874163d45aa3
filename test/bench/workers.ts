import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { insertReport } from '../../pipeline/store/report/reports.ts'
import { newReport } from '../support/job.ts'
import { startSvc } from '../support/process/svc.ts'
import { databaseAddress, onServer } from '../support/store/postgres-databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/store/postgres-server.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'
import type { Ratio } from './fan-out.ts'

/** Quick for a vendor; eight calls at once of one engine for each worker. */
const LATENCY_MS = 2_000
const LANES = 8
/** Reports that wait: more than four workers ask in the time, and enough at once to keep all lanes busy. */
const AT_ONCE = 12
const REPORTS = 250
const SECONDS = 20

/** Calls a second of 1, 2 and 4 workers on one PostgreSQL, where the vendors' latency is what they wait for. */
export async function benchWorkers(): Promise<Ratio[]> {
  const postgres = await startPostgresServer()
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  try {
    const one = await callsPerSecond(postgres, folder, 1)
    const two = await callsPerSecond(postgres, folder, 2)
    const four = await callsPerSecond(postgres, folder, 4)
    return [
      { workers: 2, rate: two, least: 1.9 },
      { workers: 4, rate: four, least: 3.6 },
    ].map(({ workers, rate, least }) => ({
      name: `calls a second of ${workers} workers over those of one`,
      ratio: rate / one,
      bound: { least },
      detail: `${rate.toFixed(1)} against ${one.toFixed(1)} calls/s`,
    }))
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function callsPerSecond(postgres: PostgresServer, cwd: string, workers: number): Promise<number> {
  const database = await newDatabase(postgres, `workers_${workers}`)
  await queueReports(database)
  const vendors = await startVendorServer({ latencyMs: LATENCY_MS })
  const calls = () => vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  // The width is that of all workers together.
  const working = startWorkers(workers, {
    cwd,
    env: { ...vendors.env, SVC_DATABASE: database },
    width: LANES * workers,
  })
  // Each worker begins with one call, to see whether its key holds.
  while (calls() < 4 * LANES * workers) await pause(10)
  const before = calls()
  const since = performance.now()
  await pause(SECONDS * 1_000)
  const rate = (calls() - before) / ((performance.now() - since) / 1_000)
  await working.kill()
  await vendors.close()
  return rate
}

/** An empty database on the server, by its address. */
export async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  await onServer(postgres.address, `create database ${name} template template0 encoding 'UTF8'`)
  return databaseAddress(postgres.address, name)
}

/** Queues reports of eight calls to OPENAI each. */
export async function queueReports(database: string): Promise<void> {
  const now = Date.now()
  const db = await openStore(database, now)
  const queue = await openQueue(db, database, { clock: systemClock, fault: () => {} })
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < REPORTS; at += 1) {
      const report = newReport({ slug: `r${at}`, category: `trail shoes of kind ${at}`, engines: ['OPENAI'] })
      await insertReport(trx, report, now)
      await queue.enqueueReport(trx, report, now)
    }
  })
  await queue.close()
  await db.destroy()
}

/** Workers that ask OPENAI until they are killed, `width` calls at once over all of them. */
export function startWorkers(
  workers: number,
  { cwd, env, width }: { readonly cwd: string; readonly env: Record<string, string>; readonly width: number },
): { kill(): Promise<unknown> } {
  const set = { ...env, SVC_LOG: 'silent', SVC_CONCURRENCY_OPENAI: String(width) }
  const working = Array.from({ length: workers }, () =>
    startSvc(['worker', '--workers', String(AT_ONCE)], { cwd, env: set }),
  )
  return {
    kill: () => {
      for (const { child } of working) child.kill('SIGKILL')
      return Promise.all(working.map(({ ended }) => ended))
    },
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
