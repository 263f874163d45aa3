import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The file that says of a folder that it is a published site, and so may be replaced. */
export const MARKER = '.svc-site'

const OLDEST_WORK_MS = 60 * 60_000
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const AT_ONCE = 5

/** A site that can't be published; the message begins with a sentence for a person, lines of the build may follow. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal'
}

/**
 * The real folder of the site. Throws SiteRefusal where something else stands there: only a published site, an empty
 * folder or nothing may be replaced.
 */
export async function findSite(path: string): Promise<string> {
  const found = await lstat(path).catch(nothingThere)
  if (found === undefined) return path
  const siteDir = await realpath(path).catch(nothingThere)
  const files = siteDir === undefined ? undefined : await readdir(siteDir).catch(() => undefined)
  if (siteDir !== undefined && files !== undefined && (files.length === 0 || files.includes(MARKER))) return siteDir
  throw new SiteRefusal(
    `${path} holds something that is not a site published by svc; name another folder for the site.`,
  )
}

/** Makes a folder for one build beside the site, on the same disk, so that a rename can put the outcome in place. */
export async function beginWork(siteDir: string): Promise<string> {
  const work = join(dirname(siteDir), `${workPrefix(siteDir)}${HOST}-${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(work, { recursive: true })
  return work
}

/**
 * Puts the site in the work folder in place of the one in `siteDir`, which moves into the work folder. Tried again
 * where another publish came between the two renames.
 */
export async function swapIn(work: string, siteDir: string): Promise<void> {
  for (let attempt = 0; attempt < AT_ONCE; attempt++) {
    await rename(siteDir, join(work, `old-${attempt}`)).catch(nothingThere)
    try {
      await rename(join(work, 'site'), siteDir)
      return
    } catch (fault) {
      if (!hasCode(fault, ['ENOTEMPTY', 'EEXIST'])) throw fault
    }
  }
  throw new SiteRefusal('The site was not published: others were published at the same time; try again.')
}

/** Removes a work folder, after putting a site back that was moved into it and never replaced. */
export async function discardWork(work: string, siteDir: string): Promise<void> {
  const aside = (await readdir(work)).filter((name) => name.startsWith('old-')).sort()
  const last = aside.at(-1)
  if (last !== undefined && (await lstat(siteDir).catch(nothingThere)) === undefined)
    await rename(join(work, last), siteDir)
  await rm(work, { recursive: true, force: true, maxRetries: 3 })
}

/** Discards the work folders of builds that were killed. A build on another machine is taken for running for an hour. */
export async function sweepWork(siteDir: string, now: number): Promise<void> {
  const parent = dirname(siteDir)
  const prefix = workPrefix(siteDir)
  for (const name of (await readdir(parent).catch(nothingThere)) ?? []) {
    const made = name.startsWith(prefix) ? /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/.exec(name.slice(prefix.length)) : null
    if (made === null) continue
    const work = join(parent, name)
    const found = await lstat(work).catch(nothingThere)
    if (!found?.isDirectory()) continue
    const ended = made[1] === HOST && !isRunning(Number(made[2]))
    if (ended || now - found.mtimeMs > OLDEST_WORK_MS) await discardWork(work, siteDir)
  }
}

function workPrefix(siteDir: string): string {
  return `.${basename(siteDir)}.svc-site-`
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return !hasCode(fault, ['ESRCH'])
  }
}

function nothingThere(fault: unknown): undefined {
  if (!hasCode(fault, ['ENOENT'])) throw fault
}

function hasCode(fault: unknown, codes: readonly string[]): boolean {
  return fault instanceof Error && 'code' in fault && codes.includes(String(fault.code))
}
