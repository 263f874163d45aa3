import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type BundleManifest, bundleManifest, bundleSignature, SECTIONS, type Section } from '../contract/bundle.ts'
import { isSignedBy } from './keys.ts'
import { BundleRefusal } from './refusal.ts'

/** The contents of each section, as errors name them. */
const CONTENTS: Readonly<Record<Section, string>> = {
  questions: 'the questions',
  cells: "the engines' replies",
  canaries: 'the replies to the canary questions',
  readings: "the readers' replies",
  rulings: 'the rulings',
  before: 'the month before',
  tested: "the month's p-values",
  entry: 'the entry in the list of rankings',
  ranking: 'the published ranking',
}

/**
 * Reads a bundle: hands its manifest to `begin` and each further line to `take`, and checks the hash of each section and the
 * signature. Nothing that was handed over can be trusted until this has resolved. Throws BundleRefusal.
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
    if (done === true) throw new BundleRefusal('The bundle is cut short; download it again.')
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
      // A line that was tampered with can fail in any way; then the hash below tells why.
      if (fault === undefined) fault = await take(section, line.toString()).catch((caught: unknown) => caught)
    }
    if (hash.digest('hex') !== manifest.sections[section].sha256)
      throw new BundleRefusal(
        `The part of the bundle with ${CONTENTS[section]} was changed: its hash differs from the manifest's.`,
      )
    if (fault !== undefined) throw fault
  }
  const { signature } = parsedLine(bundleSignature, (await next()).toString(), 'The bundle has no signature.')
  if (!isSignedBy(manifest.publicKey, whole.digest(), signature))
    throw new BundleRefusal('The signature does not match: the manifest was changed, or another key signed it.')
  if ((await lines.next()).done !== true) throw new BundleRefusal('The bundle has lines after its signature.')
  return manifest
}

/** The value of a line of JSON of this shape. Throws BundleRefusal with the message `otherwise` if the line has another. */
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

/** The message about a line that doesn't have its section's shape. */
export function malformed(section: Section): string {
  return `This version of svc cannot read the part of the bundle with ${CONTENTS[section]}.`
}
