import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The file that marks a folder as a published site, which may be replaced. */
export const MARKER = '.svc-site'

const STALE_AFTER_MS = 60 * 60_000
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const SWAP_ATTEMPTS = 5

/** A site that can't be published; the message is a sentence for a person, possibly followed by output of the build. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal'
}

/** The real path of the site's folder. Throws SiteRefusal unless it is a published site, an empty folder or missing. */
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

/** Makes a folder for one build beside the site, on the same disk, so that the result can be renamed into place. */
export async function beginWork(siteDir: string): Promise<string> {
  const work = join(dirname(siteDir), `${workPrefix(siteDir)}${HOST}-${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(work, { recursive: true })
  return work
}

/** Replaces the site in `siteDir` with the one in the work folder, and moves the old one there; retries if another publish intervenes. */
export async function swapIn(work: string, siteDir: string): Promise<void> {
  for (let attempt = 0; attempt < SWAP_ATTEMPTS; attempt++) {
    await rename(siteDir, join(work, `old-${attempt}`)).catch(nothingThere)
    try {
      await rename(join(work, 'site'), siteDir)
      return
    } catch (fault) {
      if (!hasCode(fault, ['ENOTEMPTY', 'EEXIST'])) throw fault
    }
  }
  throw new SiteRefusal('The site was not published, as others were being published at the same time; try again.')
}

/** Removes a work folder, after restoring a site that was moved into it and never replaced. */
export async function discardWork(work: string, siteDir: string): Promise<void> {
  const movedAway = (await readdir(work)).filter((name) => name.startsWith('old-')).sort()
  const last = movedAway.at(-1)
  if (last !== undefined && (await lstat(siteDir).catch(nothingThere)) === undefined)
    await rename(join(work, last), siteDir)
  await rm(work, { recursive: true, force: true, maxRetries: 3 })
}

/** Discards the work folders of killed builds; a build on another machine counts as running for an hour. */
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
    if (ended || now - found.mtimeMs > STALE_AFTER_MS) await discardWork(work, siteDir)
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
