import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { type H3Event, handleCacheHeaders, mockEvent } from 'h3'
import Negotiator from 'negotiator'
import type { PlainResponse } from './headers.ts'

type Json = string | Uint8Array<ArrayBuffer>

/** What a handler returns: a body, sent with 200 by default, or cacheable JSON whose ETag (unquoted) is known before the JSON is built. */
export type Reply =
  | { readonly status?: 202; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly cacheControl: string; readonly etag: string; json(): Promise<Json> }

/** Cache-Control of what anyone may cache for five minutes. */
export const PUBLIC = 'public, max-age=300'

/** A strong ETag over the bytes of a body, or over what determines them; unquoted. */
export function etagOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** The response for a reply, compressed as the client accepts; 304 if the client has it. */
export async function respond(event: H3Event, reply: Reply): Promise<PlainResponse> {
  const type = { 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' }
  const accepted = event.req.headers.get('accept-encoding')
  if ('etag' in reply) {
    const headers = { ...type, 'cache-control': reply.cacheControl, etag: `"${reply.etag}"` }
    if (isUnchanged(event, reply.etag)) return { status: 304, headers, body: null }
    const { body, coding } = await compress(accepted, await reply.json())
    // The ETag is of the JSON, so it is weak for any encoding of it.
    const coded = coding && { 'content-encoding': coding, etag: `W/"${reply.etag}"` }
    return { status: 200, headers: { ...headers, ...coded }, body }
  }
  const { body, coding } = await compress(accepted, JSON.stringify(reply.body))
  const headers = { ...type, 'cache-control': 'no-store', ...reply.headers }
  return { status: reply.status ?? 200, headers: { ...headers, ...(coding && { 'content-encoding': coding }) }, body }
}

/** Whether the request's If-None-Match matches this ETag (unquoted). */
export function isUnchanged({ req }: H3Event, etag: string): boolean {
  // This takes an event of its own, because h3 sets headers on the one it is given.
  return req.headers.has('if-none-match') && handleCacheHeaders(mockEvent(req), { etag: `"${etag}"` })
}

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/** Brotli's default of 11 takes seconds for a report; at 4 it is as fast as gzip and smaller. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/** In bytes: compressing less than one packet saves nothing. */
const COMPRESS_FROM = 1_024

/** A content coding; null for none. */
export type Coding = 'br' | 'gzip' | null

/** Compresses a body as the client's Accept-Encoding prefers (RFC 9110 section 12.5.3). */
async function compress(accepted: string | null, body: Json): Promise<{ body: Json; coding: Coding }> {
  const coding = Buffer.byteLength(body) < COMPRESS_FROM ? null : codingFor(accepted)
  if (coding === 'br') return { body: await brotli(body, BROTLI), coding }
  if (coding === 'gzip') return { body: await gzip(body), coding }
  return { body, coding }
}

/** The coding that an Accept-Encoding prefers. */
export function codingFor(accepted: string | null): Coding {
  if (accepted === null) return null
  const wanted = new Negotiator({ headers: { 'accept-encoding': accepted } })
  // Negotiator ranks equals in the client's order, and browsers list gzip first.
  const [first, second] = wanted.encodings(['br', 'gzip', 'identity'])
  if (first === 'gzip' && second === 'br' && !/q=/.test(accepted)) return 'br'
  return first === 'br' || first === 'gzip' ? first : null
}
