import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { BundleManifest, Section } from '../contract/bundle.ts'
import { bundleManifest, bundleSignature, SECTIONS } from '../contract/bundle.ts'
import { isSignedBy } from './keys.ts'
import { BundleRefusal } from './refusal.ts'

/** What each section holds, in words. */
const HOLDS: Readonly<Record<Section, string>> = {
  questions: 'questions',
  cells: "engines' replies",
  canaries: 'replies to the canary questions',
  readings: "readers' replies",
  rulings: 'rulings',
  before: 'month before',
  tested: 'p-values of the month',
  entry: 'entry of the list',
  ranking: 'published ranking',
}

/**
 * Reads a bundle's lines: hands its manifest to `begin` and each further line to `take`, and checks the hash of each section
 * and the signature. What was handed over is sound only once this has resolved. Throws BundleRefusal.
 */
export async function readBundle(
  lines: AsyncIterator<Buffer>,
  {
    begin,
    take,
  }: {
    begin(manifest: BundleManifest): Promise<void>
    take(section: Section, line: string): Promise<void>
  },
): Promise<BundleManifest> {
  const whole = createHash('sha256')
  const next = async () => {
    const { done, value } = await lines.next()
    if (done === true) throw new BundleRefusal('The bundle is cut short; get it again.')
    return value
  }
  const first = await next()
  whole.update(first).update('\n')
  const manifest = parsedLine(
    bundleManifest,
    first.toString(),
    'This is not a bundle that this version of svc can read.',
  )
  await begin(manifest)
  for (const section of SECTIONS) {
    const hash = createHash('sha256')
    let fault: unknown
    for (let left = manifest.sections[section].lines; left > 0; left -= 1) {
      const line = await next()
      for (const each of [hash, whole]) each.update(line).update('\n')
      // A line that was changed may be anything; then the hash says what happened.
      if (fault === undefined) fault = await take(section, line.toString()).catch((caught: unknown) => caught)
    }
    if (hash.digest('hex') !== manifest.sections[section].sha256)
      throw new BundleRefusal(`The ${HOLDS[section]} in the bundle were changed: their hash is not the manifest's.`)
    if (fault !== undefined) throw fault
  }
  const { signature } = parsedLine(bundleSignature, (await next()).toString(), 'The bundle has no signature.')
  if (!isSignedBy(manifest.publicKey, whole.digest(), signature))
    throw new BundleRefusal('The signature does not fit: the manifest was changed, or another key signed it.')
  if ((await lines.next()).done !== true) throw new BundleRefusal('The bundle goes on after its signature.')
  return manifest
}

/** A line of JSON of this form. Throws BundleRefusal, with this sentence, for any other. */
export function parsedLine<Value>(shape: z.ZodType<Value>, line: string, otherwise: string): Value {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw new BundleRefusal(otherwise)
  }
  const result = shape.safeParse(json)
  if (!result.success) throw new BundleRefusal(otherwise)
  return result.data
}

/** The sentence on a line of a section that isn't of its form. */
export function malformed(section: Section): string {
  return `The ${HOLDS[section]} in the bundle are not of the form of this version of svc.`
}
