import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startVendorServer } from '../support/vendors/vendor-server.ts'
import type { Ratio } from './fan-out.ts'

const SVC = fileURLToPath(new URL('../../svc', import.meta.url))
const BOUND_BYTES = 150e6
/** Prints the peak of the process's resident memory in KB as its last line. */
const PEAK = encodeURIComponent("process.on('exit', () => console.error(process.resourceUsage().maxRSS))")
const LATENCY_MS = 20
/** All but PERPLEXITY, whose rate makes a month of forty categories take hours. */
const ENGINES = 'OPENAI,ANTHROPIC,GEMINI,GROK,AI_OVERVIEW'

const run = promisify(execFile)

/** The peak memory of a month, without the build of the site, over 150 MB: simulated, and asked of the loopback vendors. */
export async function benchMemory(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const vendors = await startVendorServer({ latencyMs: LATENCY_MS, record: false })
  const ratios: Ratio[] = []
  try {
    for (const categories of [1, 3, 10, 40])
      for (const [how, args, env] of [
        ['simulated', ['--simulate'], {}],
        ['over the wire', ['--budget', '10000', '--engines', ENGINES], vendors.env],
      ] as const) {
        const bytes = await peakOf(folder, categories, args, env)
        ratios.push({
          name: 'peak memory of a month, without the site, over 150 MB',
          ratio: bytes / BOUND_BYTES,
          bound: { most: 1 },
          detail: `${(bytes / 1e6).toFixed(0)} MB, ${how}, categories: ${categories}`,
        })
      }
  } finally {
    await vendors.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return ratios
}

async function peakOf(
  folder: string,
  categories: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const entries = Array.from({ length: categories }, (_, at) => ({ slug: `number-${at}`, category: `software ${at}` }))
  const file = join(folder, `${categories}.json`)
  writeFileSync(file, JSON.stringify({ categories: entries }))
  const database = join(folder, 'month.db')
  rmSync(database, { force: true })
  const month = ['rankings', 'run', '--no-site', '--categories', file, '--database', database]
  const { stderr } = await run(SVC, [...month, ...args], {
    cwd: folder,
    env: { ...process.env, ...env, NODE_OPTIONS: `--import=data:text/javascript,${PEAK}` },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  return Number(stderr.trimEnd().split('\n').at(-1)) * 1_024
}
