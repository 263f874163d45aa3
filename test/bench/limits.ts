import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer } from '../support/store/postgres-server.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'
import type { Ratio } from './fan-out.ts'
import { newDatabase, pause, queueReports, startWorkers } from './workers.ts'

/** The vendor's token bucket, in calls and calls a second. */
const RATE = 20
const BURST = 20
const LATENCY_MS = 300
/** More calls at once than the vendor's rate takes. */
const WIDTH = 40
const SECONDS = 60

/** How much of a vendor's rate one worker and four workers get, and what share of their calls is answered 429. */
export async function benchLimits(): Promise<Ratio[]> {
  const postgres = await startPostgresServer()
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  try {
    const ratios: Ratio[] = []
    for (const store of ['SQLite', 'PostgreSQL'])
      for (const workers of [1, 4]) {
        const name = `limits_${workers}`
        const database = store === 'SQLite' ? join(folder, `${name}.db`) : await newDatabase(postgres, name)
        ratios.push(...(await against(database, folder, workers, `${workers} workers on ${store}`)))
      }
    return ratios
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function against(database: string, cwd: string, workers: number, name: string): Promise<Ratio[]> {
  await queueReports(database)
  const vendors = await startVendorServer({ latencyMs: LATENCY_MS })
  let tokens = BURST
  let filledAt = performance.now()
  let firstAt: number | undefined
  let good = 0
  let limited = 0
  vendors.always('OPENAI', () => {
    const now = performance.now()
    firstAt ??= now
    tokens = Math.min(BURST, tokens + ((now - filledAt) / 1_000) * RATE)
    filledAt = now
    if (tokens < 1) {
      limited += 1
      return 'rate-limited'
    }
    tokens -= 1
    good += 1
    return 'ok'
  })
  const working = startWorkers(workers, { cwd, env: { ...vendors.env, SVC_DATABASE: database }, width: WIDTH })
  while (firstAt === undefined) await pause(10)
  await pause(firstAt + SECONDS * 1_000 - performance.now())
  const [answered, refused] = [good, limited]
  await working.kill()
  await vendors.close()
  return [
    {
      name: `${name}: calls answered over the ${RATE} a second that the vendor allows`,
      ratio: answered / (BURST + SECONDS * RATE),
      bound: { least: 0.9 },
      detail: `${answered} calls in ${SECONDS} s`,
    },
    {
      name: `${name}: 429s over all calls`,
      ratio: refused / (answered + refused),
      bound: { most: 0.03 },
      detail: `${refused} calls`,
    },
  ]
}
