import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BundleRefusal } from './refusal.ts'

/** Limits in bytes: of a file or a download, of what it unpacks to, and of one line. */
export const LIMITS = { packed: 512 << 20, unpacked: 1 << 30, line: 128 << 20 }

const GZIP = [0x1f, 0x8b]
const LINE_FEED = 10

/**
 * The lines of a bundle, without their breaks, from its bytes, which are gzipped unless a server has unpacked them. Throws
 * BundleRefusal if they exceed `limits` or the end is missing.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, limits = LIMITS): AsyncGenerator<Buffer> {
  let open: Uint8Array[] = []
  let length = 0
  for await (const chunk of bounded(await unpacked(bounded(bytes, limits.packed)), limits.unpacked)) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...open, chunk.subarray(from, end)])
      open = []
      length = 0
      from = end + 1
    }
    open.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > limits.line) throw tooLarge()
  }
  if (length > 0) throw new BundleRefusal('The bundle ends in the middle of a line; download it again.')
}

async function unpacked(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  const isPacked = first.done !== true && GZIP.every((byte, at) => first.value[at] === byte)
  const all = rest(first, chunks)
  return isPacked ? gunzipped(all) : all
}

async function* rest(first: IteratorResult<Uint8Array>, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // An error of either stream reaches the loop.
  pipeline(Readable.from(bytes), gunzip, () => {})
  try {
    yield* gunzip
  } catch (fault) {
    const isDamaged = fault instanceof Error && 'code' in fault && String(fault.code).startsWith('Z_')
    throw isDamaged ? new BundleRefusal('The bundle is damaged or cut short; download it again.') : fault
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > max) throw tooLarge()
    yield chunk
  }
}

function tooLarge(): BundleRefusal {
  return new BundleRefusal('This is larger than any bundle, so it was not checked.')
}
