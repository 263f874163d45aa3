import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

// A site's folder is a symbolic link to `site` in a generation, a folder beside it: publishing renames a new link over it.

/** The file that marks a folder as a published site, which may be replaced. */
export const MARKER = '.svc-site'

const STALE_AFTER_MS = 60 * 60_000
/** In a generation, once it was published. */
const PUBLISHED = 'published'
/** A generation's name after its prefix: the machine, the process, a random number. */
const NAME = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A site that can't be published; the message is a sentence for a person, possibly followed by output of the build. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal'
}

/**
 * Where the site's link is or will be: the path itself or, if that is a link of the operator's, its target. Throws
 * SiteRefusal unless a published site, an empty folder or nothing is there.
 */
export async function findSite(path: string): Promise<string> {
  const found = await lstat(path).catch(nothingThere)
  if (found === undefined) return path
  if (found.isSymbolicLink()) {
    const target = resolve(dirname(path), await readlink(path))
    if (dirname(dirname(target)) === dirname(path) && basename(dirname(target)).startsWith(prefixOf(path))) return path
    if ((await stat(path).catch(nothingThere)) !== undefined) return findSite(target)
  }
  const files = found.isDirectory() ? await readdir(path).catch(() => undefined) : undefined
  if (files !== undefined && (files.length === 0 || files.includes(MARKER))) return path
  throw new SiteRefusal(
    `${path} holds something that is not a site published by svc; name another folder for the site.`,
  )
}

/** The generation that is published at the site's place; undefined if none is. */
export async function currentGeneration(siteDir: string): Promise<string | undefined> {
  const target = await readlink(siteDir).catch(() => undefined)
  const generation = target === undefined ? undefined : dirname(resolve(dirname(siteDir), target))
  return generation !== undefined && (await stat(join(generation, 'site', MARKER)).catch(nothingThere)) !== undefined
    ? generation
    : undefined
}

/** Makes the folder of a new generation, next to the site and so on the same disk. */
export async function beginWork(siteDir: string): Promise<string> {
  const name = `${prefixOf(siteDir)}${HOST}-${process.pid}-${randomBytes(6).toString('hex')}`
  const work = join(dirname(siteDir), name)
  await mkdir(work, { recursive: true })
  return work
}

/**
 * Publishes a generation: a link to it is renamed over the one before, so that there is always a site. Only a folder from
 * earlier releases, or an empty one, is moved away first.
 */
export async function publishWork(work: string, siteDir: string): Promise<void> {
  const link = join(work, 'link')
  await symlink(join(basename(work), 'site'), link)
  if ((await lstat(siteDir).catch(nothingThere))?.isDirectory())
    await rename(siteDir, join(work, 'before')).catch(nothingThere)
  await rename(link, siteDir)
  await rm(join(work, 'before'), { recursive: true, force: true })
  await writeFile(join(work, PUBLISHED), '')
}

/**
 * Removes what killed builds left, and generations that are no longer published; as it comes before a build, the last one
 * stays for visitors who are reading it. A build on another machine counts as running for an hour.
 */
export async function sweepWork(siteDir: string, now: number): Promise<void> {
  const current = await currentGeneration(siteDir)
  const parent = dirname(siteDir)
  for (const name of (await readdir(parent).catch(nothingThere)) ?? []) {
    const made = name.startsWith(prefixOf(siteDir)) && NAME.exec(name.slice(prefixOf(siteDir).length))
    if (!made || join(parent, name) === current) continue
    const work = join(parent, name)
    const found = await lstat(work).catch(nothingThere)
    if (!found?.isDirectory()) continue
    const published = (await lstat(join(work, PUBLISHED)).catch(nothingThere)) !== undefined
    const ended = made[1] === HOST ? !isRunning(Number(made[2])) : now - found.mtimeMs > STALE_AFTER_MS
    if (published || ended) await rm(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

function prefixOf(siteDir: string): string {
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
