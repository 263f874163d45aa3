import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of this many characters are searched: a prefix that a log would show is found too. */
const PART = 8
/** Parts of an encoded marker; ten characters of base64 stand for seven of it. */
const ENCODED_PART = 10

/**
 * Where a secret marker stands in the files of a folder, however deep, as `path: part`: whole or in any part of eight
 * characters, as it is, in base64 at each alignment, in hex or percent-encoded. Its characters must be random, so that
 * no part of it can stand anywhere by chance.
 */
export function findMarker(folder: string, marker: string): string[] {
  const parts = partsOf(marker)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) => {
      const part = firstIn(readFileSync(path, 'latin1'), parts)
      return part === undefined ? [] : [`${path}: ${part}`]
    })
}

/** The same in a text: standard output, a log or a response; the part found, or undefined. */
export function findMarkerIn(text: string, marker: string): string | undefined {
  return firstIn(text, partsOf(marker))
}

function firstIn(text: string, parts: readonly string[]): string | undefined {
  return parts.find((part) => text.includes(part))
}

function partsOf(marker: string): string[] {
  if (!/^[\x21-\x7e]{16,}$/.test(marker)) throw new TypeError('a marker has 16 or more printable ASCII characters')
  // A part of a base64 text begins at any of three alignments; the last characters depend on what follows.
  const encoded = [0, 1, 2].flatMap((skip) => {
    const bytes = Buffer.from(marker.slice(skip))
    return (['base64', 'base64url'] as const).map((encoding) =>
      bytes.subarray(0, bytes.length - (bytes.length % 3)).toString(encoding),
    )
  })
  const hex = Buffer.from(marker).toString('hex')
  return [
    marker,
    ...windows(marker, PART),
    ...windows(encodeURIComponent(marker), 2 * PART),
    ...encoded.flatMap((text) => windows(text, ENCODED_PART)),
    ...windows(hex, 2 * PART),
    ...windows(hex.toUpperCase(), 2 * PART),
  ]
}

function windows(text: string, width: number): string[] {
  return Array.from({ length: Math.max(0, text.length - width + 1) }, (_, at) => text.slice(at, at + width))
}
