import { promisify } from 'node:util'
import zlib from 'node:zlib'
import Negotiator from 'negotiator'

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/** Brotli's default of 11 takes seconds for a report; at 4 it is as quick as gzip and smaller. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Below so many bytes a coding saves nothing that a packet would notice. */
const WORTH_IT = 1_024

export interface Coded {
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Null where it goes out as it is. */
  readonly coding: 'br' | 'gzip' | null
}

/** A body in the coding that the client's Accept-Encoding likes best, of equals the first (RFC 9110 section 12.5.3). */
export async function encodeBody(accepted: string | null, body: string | Uint8Array<ArrayBuffer>): Promise<Coded> {
  if (accepted === null || Buffer.byteLength(body) < WORTH_IT) return { body, coding: null }
  const wanted = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const coding = wanted.encoding(['br', 'gzip', 'identity'])
  if (coding === 'br') return { body: await brotli(body, BROTLI), coding }
  if (coding === 'gzip') return { body: await gzip(body), coding }
  return { body, coding: null }
}
