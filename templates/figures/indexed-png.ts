import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** An index of 8 bits for each pixel (PNG specification, 11.2.1). */
const KIND = [8, 3, 0, 0, 0]
const COLOURS = 256
/** Each channel is rounded to 16 levels, this far apart, which is invisible in a drawing. */
const STEP = 17

/**
 * Opaque pixels (RGBA) as a PNG with a palette, which for a drawing is a quarter of the size of one in full colour;
 * undefined if there are too many colours, as in a photograph.
 */
export async function indexedPng(
  pixels: Uint8ClampedArray,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer | undefined> {
  const palette: number[] = []
  const known = new Int16Array(16 ** 3).fill(-1)
  // Each row begins with its filter, 0 for none.
  const rows = Buffer.alloc(height * (1 + width))
  for (let at = 0; at < width * height; at += 1) {
    const [r, g, b] = [level(pixels[4 * at]), level(pixels[4 * at + 1]), level(pixels[4 * at + 2])]
    const colour = r * 256 + g * 16 + b
    let index = known[colour] ?? -1
    if (index < 0) {
      index = palette.length / 3
      if (index === COLOURS) return undefined
      known[colour] = index
      palette.push(r * STEP, g * STEP, b * STEP)
    }
    rows[at + Math.floor(at / width) + 1] = index
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(KIND, 8)
  const data = await compress(rows, { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function level(channel = 0): number {
  return Math.round(channel / STEP)
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
