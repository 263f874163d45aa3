import { execFile } from 'node:child_process'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPostgresAddress } from '../pipeline/contract/database.ts'
import type { QuestionHash } from '../pipeline/store/ranking/question-hashes.ts'
import { beginWork, currentGeneration, findSite, MARKER, publishWork, SiteRefusal, sweepWork } from './folders.ts'
import { hashesFile } from './hashes.ts'
import { replaceFile } from './write.ts'

/**
 * Builds the site from the store for its public address `siteUrl`, including any path, publishes it in `siteDir`, and
 * returns its number of pages. A build that fails or is killed leaves the current site as it is. Rejects with
 * SiteRefusal.
 */
export async function publishSite(site: {
  database: string
  siteDir: string
  siteUrl: string
  dataLicense: string
  /** The folder of exported bundles, and the public key of their signatures. */
  bundles?: string
  signingKey?: string | undefined
}): Promise<{ pages: number }> {
  if (!/^https?:$/.test(URL.parse(site.siteUrl)?.protocol ?? ''))
    throw new SiteRefusal('The site needs a public address that begins with http:// or https://.')
  let work: string | undefined
  try {
    const siteDir = await findSite(resolve(site.siteDir))
    await sweepWork(siteDir, Date.now())
    work = await beginWork(siteDir)
    const order = {
      work,
      database: isPostgresAddress(site.database) ? site.database : resolve(site.database),
      previous: await currentGeneration(siteDir),
      siteUrl: site.siteUrl.replace(/\/+$/, ''),
      dataLicense: site.dataLicense,
      bundles: site.bundles && resolve(site.bundles),
      signingKey: site.signingKey,
    }
    const compiled = (await run('compile.ts')).trim()
    const pages = Number(await run('build.ts', { ...order, compiled }))
    await writeFile(
      join(work, 'site', MARKER),
      'Written by svc site build, which replaces everything in this folder.\n',
    )
    await publishWork(work, siteDir)
    return { pages }
  } catch (fault) {
    if (work !== undefined) await rm(work, { recursive: true, force: true, maxRetries: 3 })
    if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) throw fault
    throw new SiteRefusal(
      `The site can't be published in ${site.siteDir} (${fault.code}); name a folder that can be replaced, in one that can be written.`,
    )
  }
}

/**
 * Puts the hashes of a month's questions into the published site and returns the time that it shows for those that weren't
 * published before, epoch ms; null if there is no site yet.
 */
export async function showHashes(
  siteDir: string,
  month: string,
  hashes: readonly QuestionHash[],
  now: () => number,
): Promise<number | null> {
  const generation = await currentGeneration(await findSite(resolve(siteDir)))
  if (generation === undefined) return null
  const at = now()
  const shown = hashes.map((hash) => ({ ...hash, publishedAt: hash.publishedAt ?? at }))
  await replaceFile(join(generation, 'site'), hashesFile(month, shown))
  return at
}

/** When the site in the folder was built, in epoch ms; undefined without one. */
export async function builtAt(siteDir: string): Promise<number | undefined> {
  return (await stat(join(siteDir, MARKER)).catch(() => undefined))?.mtimeMs
}

/**
 * How a program of this folder is run: without this process's environment, which holds the providers' keys, and with little
 * room for young objects (in MB), slow growth of the heap (in percent), and one malloc arena, which gives large blocks back:
 * half the memory for 300 categories, in the same time.
 */
export const PROGRAM = {
  flags: ['--max-semi-space-size=4', '--heap-growing-percent=20'],
  env: {
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    NO_COLOR: '1',
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
  },
}

/** Runs a program of this folder; returns what it prints. */
function run(program: string, order: object = {}): Promise<string> {
  return new Promise((done, fail) => {
    const refuse = (why: string) => fail(new SiteRefusal(`The site was not built${why}`.trim()))
    const child = execFile(
      process.execPath,
      [...PROGRAM.flags, join(import.meta.dirname, program)],
      { env: PROGRAM.env, maxBuffer: Number.POSITIVE_INFINITY },
      (fault, printed, faults) => {
        if (fault === null) done(printed)
        else if (typeof fault.code === 'string') refuse(': its process could not be started.')
        else if (fault.signal) refuse(`: its process was ended by ${fault.signal}.`)
        else refuse(`; the previous one stays in place.\n${faults.slice(-2_000)}`)
      },
    )
    // If the process has already died, the callback says so.
    child.stdin?.on('error', () => {}).write(`${JSON.stringify(order)}\n`)
  })
}
