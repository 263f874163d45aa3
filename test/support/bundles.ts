import { createHash } from 'node:crypto'
import { signerOf } from '../../pipeline/bundle/keys.ts'
import { type Verified, verifyBundle } from '../../pipeline/bundle/verify.ts'
import { bundleManifest, SECTIONS, type Section } from '../../pipeline/contract/bundle.ts'

/** A key for tests, as SVC_SIGNING_KEY has it, and its 32 bytes. */
export const SEED = Buffer.alloc(32, 7)
export const SIGNING_KEY = SEED.toString('base64')

/** Verifies a bundle's lines. */
export async function verified(lines: readonly string[]): Promise<Verified> {
  async function* bytes() {
    for (const line of lines) yield Buffer.from(line)
  }
  return verifyBundle(bytes())
}

/** The lines of a section. */
export function sectionOf(lines: readonly string[], of: Section): readonly string[] {
  const [from, count] = placeOf(lines, of)
  return lines.slice(from, from + count)
}

/** The bundle with other lines in a section, its hashes and signature as they were. */
export function changed(
  lines: readonly string[],
  of: Section,
  change: (line: string, at: number) => string | undefined,
): string[] {
  const [from, count] = placeOf(lines, of)
  return lines.flatMap((line, at) => {
    const own = at >= from && at < from + count ? change(line, at - from) : line
    return own === undefined ? [] : [own]
  })
}

/** The same with hashes and a signature that fit, as by somebody with a key of his own. */
export function forged(
  lines: readonly string[],
  of: Section,
  change: (line: string) => string,
  manifestToo: (manifest: Record<string, unknown>) => object = (manifest) => manifest,
): string[] {
  const [first = '', ...material] = changed(lines, of, change).slice(0, -1)
  const manifest = bundleManifest.parse(JSON.parse(first))
  const own = signerOf(Buffer.alloc(32, 9))
  const sections = Object.fromEntries(
    SECTIONS.map((name) => {
      const held = sectionOf([first, ...material], name)
      return [name, { lines: held.length, sha256: digestOf(held).toString('hex') }]
    }),
  )
  const signed = [JSON.stringify(manifestToo({ ...manifest, publicKey: own.publicKey, sections })), ...material]
  return [...signed, JSON.stringify({ signature: own.sign(digestOf(signed)) })]
}

function digestOf(lines: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(`${line}\n`)
  return hash.digest()
}

function placeOf([first = '']: readonly string[], of: Section): [from: number, count: number] {
  const { sections } = bundleManifest.parse(JSON.parse(first))
  const before = SECTIONS.slice(0, SECTIONS.indexOf(of)).map((name) => sections[name].lines)
  return [1 + before.reduce((sum, lines) => sum + lines, 0), sections[of].lines]
}
