import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Bundle } from '../../pipeline/bundle/write.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { bundleName } from '../../pipeline/contract/bundle.ts'
import { codeOf } from '../../pipeline/store/driver/faults.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { CommandError } from '../terminal/output.ts'
import { partOf, removeLeftParts } from './parts.ts'

const LOCKFILE = join(import.meta.dirname, '../../package-lock.json')

/** The folder from which the site's build takes bundles. */
export function bundlesFolder({ siteDir }: Config): string {
  return join(dirname(siteDir), 'bundles')
}

/** The file from which the site's build takes the bundle of a version. */
export function bundleFile(
  config: Config,
  { slug, month, version }: { readonly slug: string; readonly month: string; readonly version: number },
): string {
  return join(bundlesFolder(config), bundleName(slug, month, version))
}

/** The SHA-256 of this checkout's package-lock.json. */
export async function lockfileHash(): Promise<string> {
  return createHash('sha256')
    .update(await readFile(LOCKFILE))
    .digest('hex')
}

/**
 * Writes the newest version of a month as a signed bundle, after deriving it again without a difference, and returns it.
 * Throws CommandError or BundleRefusal, and writes nothing, if it can't.
 */
export async function exportBundle(
  { signingKey }: Config,
  db: Store,
  of: { readonly slug: string; readonly month: string },
  fileOf: (version: number) => string,
): Promise<{ readonly bundle: Bundle; readonly file: string }> {
  if (signingKey === undefined)
    throw new CommandError('Bundles are signed: set SVC_SIGNING_KEY, which `./svc rankings key` generates.')
  const { bundleMonth } = await import('../../pipeline/bundle/write.ts')
  const bundle = await bundleMonth(db, of, { seed: signingKey, lockfile: await lockfileHash() })
  if (bundle === undefined)
    throw new CommandError('No such ranking is published for that month; `./svc rankings list` shows what is.')
  await refuseDifference(bundle)
  const file = fileOf(bundle.version)
  await writeGzipped(file, bundle.lines)
  return { bundle, file }
}

/** Throws CommandError if the bundle doesn't yield what was published; rules other than today's can't be checked. */
async function refuseDifference({ detector, lines }: Bundle): Promise<void> {
  const { DETECTOR } = await import('../../pipeline/mentions/count.ts')
  if (detector !== DETECTOR) return
  const { verifyBundle } = await import('../../pipeline/bundle/verify.ts')
  const bytes = lines.values().map((line) => Buffer.from(line))
  const { difference } = await verifyBundle(Readable.from(bytes)[Symbol.asyncIterator]())
  if (difference !== undefined)
    throw new CommandError(
      'The stored replies do not yield what was published, so nothing was signed; `./svc audit` lists the differences.',
    )
}

async function writeGzipped(file: string, lines: readonly string[]): Promise<void> {
  const part = partOf(file)
  try {
    await mkdir(dirname(file), { recursive: true })
    await removeLeftParts(dirname(file), [basename(file)])
    const bytes = lines.values().map((line) => Buffer.from(`${line}\n`))
    await pipeline(Readable.from(bytes), createGzip({ level: 9 }), createWriteStream(part))
    await rename(part, file)
  } catch (fault) {
    await rm(part, { force: true }).catch(() => {})
    if (codeOf(fault) === '') throw fault
    throw new CommandError('The bundle could not be written; check its folder, the permissions, and the disk.')
  }
}
