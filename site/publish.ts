import { spawn } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPostgresAddress } from '../pipeline/contract/database.ts'
import { beginWork, discardWork, findSite, MARKER, SiteRefusal, swapIn, sweepWork } from './folders.ts'

/**
 * Builds the site from the store, swaps it into `siteDir`, and returns its number of pages. A build that fails or is killed leaves the
 * current site as it is. `siteUrl` is the public address, including any path. Rejects with SiteRefusal.
 */
export async function publishSite(site: {
  database: string
  siteDir: string
  siteUrl: string
}): Promise<{ pages: number }> {
  if (!/^https?:$/.test(URL.parse(site.siteUrl)?.protocol ?? ''))
    throw new SiteRefusal('The site needs a public address that begins with http:// or https://.')
  const siteDir = await findSite(resolve(site.siteDir))
  await sweepWork(siteDir, Date.now())
  const work = await beginWork(siteDir)
  try {
    const fresh = join(work, 'site')
    const database = isPostgresAddress(site.database) ? site.database : resolve(site.database)
    await build(database, [fresh, join(work, 'cache'), site.siteUrl], work)
    const files = await readdir(fresh, { recursive: true })
    await writeFile(join(fresh, MARKER), 'Written by svc site build, which replaces everything in this folder.\n')
    await swapIn(work, siteDir)
    return { pages: files.filter((file) => file.endsWith('.html')).length }
  } finally {
    await discardWork(work, siteDir)
  }
}

/** When the site in the folder was built, in epoch ms; undefined without one. */
export async function builtAt(siteDir: string): Promise<number | undefined> {
  return (await stat(join(siteDir, MARKER)).catch(() => undefined))?.mtimeMs
}

/** Runs build.ts without this process's environment, which holds the providers' keys. */
function build(database: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts'), ...args], {
      cwd, // Astro keeps its scratch files in the outDir only where that lies within the working directory.
      env: { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    // If the process has already died, its close event reports it.
    child.stdin.on('error', () => {}).write(`${database}\n`)
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-2_000)
    })
    child.on('error', () => fail(new SiteRefusal('The site was not built: its process could not be started.')))
    child.on('close', (code, signal) => {
      if (code === 0) done()
      else if (signal !== null) fail(new SiteRefusal(`The site was not built: its process was ended by ${signal}.`))
      else fail(new SiteRefusal(`The site was not built; the previous one stays in place.\n${output}`.trim()))
    })
  })
}
