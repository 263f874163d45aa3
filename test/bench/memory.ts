import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ratio } from './fan-out.ts'

const SVC = fileURLToPath(new URL('../../svc', import.meta.url))
const BOUND_BYTES = 150e6
/** Prints the peak of the process's resident memory in KB as its last line. */
const PEAK = encodeURIComponent("process.on('exit', () => console.error(process.resourceUsage().maxRSS))")

/** The peak memory of a simulated month, without the build of the site, over 150 MB. */
export function benchMemory(): Ratio[] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  try {
    // The first run compiles the program, which takes 13 MB.
    runMonth(folder, 1)
    return [1, 3, 10, 40].map((categories) => {
      const bytes = runMonth(folder, categories)
      return {
        name: 'peak memory of a simulated month, without the site, over 150 MB',
        ratio: bytes / BOUND_BYTES,
        bound: { most: 1 },
        detail: `${(bytes / 1e6).toFixed(0)} MB, categories: ${categories}`,
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runMonth(folder: string, categories: number): number {
  const entries = Array.from({ length: categories }, (_, at) => ({ slug: `number-${at}`, category: `software ${at}` }))
  const file = join(folder, `${categories}.json`)
  writeFileSync(file, JSON.stringify({ categories: entries }))
  const args = ['rankings', 'run', '--simulate', '--no-site', '--categories', file]
  rmSync(join(folder, 'month.db'), { force: true })
  const { status, stderr } = spawnSync(SVC, [...args, '--database', join(folder, 'month.db')], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${PEAK}` },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`a month ended with ${status}: ${stderr}`)
  return Number(stderr.trimEnd().split('\n').at(-1)) * 1_024
}
