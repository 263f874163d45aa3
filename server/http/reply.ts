import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { H3Event } from 'h3'
import { HTTPResponse, handleCacheHeaders } from 'h3'
import Negotiator from 'negotiator'
import { set } from './headers.ts'

type Json = string | Uint8Array<ArrayBuffer>

/**
 * What to answer with: a body, 200 unless it says otherwise, with further headers where it has any; or JSON that may be kept as
 * `cacheControl` says, its ETag (without quotes) known before it is made.
 */
export type Reply =
  | { readonly status?: 202; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly cacheControl: string; readonly etag: string; json(): Promise<Json> }

/** What everyone may keep for five minutes. */
export const PUBLIC = 'public, max-age=300'

/** A strong ETag over the bytes of a body, or over what determines them; without quotes. */
export function etagOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** The body of the response, in the coding that the client takes; its headers go on the event. 304 where the client has it. */
export async function sendReply(event: H3Event, reply: Reply): Promise<Json | HTTPResponse> {
  set(event, { 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' })
  if ('etag' in reply) {
    if (isUnchanged(event, reply)) return new HTTPResponse(null, { status: 304 })
  } else {
    set(event, { 'cache-control': 'no-store', ...reply.headers })
    event.res.status = reply.status ?? 200
  }
  const json = 'etag' in reply ? await reply.json() : JSON.stringify(reply.body)
  const { body, coding } = await encodeBody(event.req.headers.get('accept-encoding'), json)
  if (coding !== null) set(event, { 'content-encoding': coding })
  // An ETag stands for the JSON and not for its coding.
  if (coding !== null && 'etag' in reply) set(event, { etag: `W/"${reply.etag}"` })
  set(event, { 'content-length': String(Buffer.byteLength(body)) })
  return body
}

/** Sets ETag and Cache-Control, and says whether If-None-Match holds that ETag. */
export function isUnchanged(event: H3Event, kept: { readonly etag: string; readonly cacheControl: string }): boolean {
  return handleCacheHeaders(event, { etag: `"${kept.etag}"`, cacheControls: [kept.cacheControl] })
}

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/** Brotli's default of 11 takes seconds for a report; at 4 it is as quick as gzip and smaller. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Below so many bytes a coding saves nothing that a packet would notice. */
const WORTH_IT = 1_024

interface Coded {
  readonly body: Json
  /** Null where it goes out as it is. */
  readonly coding: 'br' | 'gzip' | null
}

/** A body in the coding that the client's Accept-Encoding likes best, of equals the first (RFC 9110 section 12.5.3). */
async function encodeBody(accepted: string | null, body: Json): Promise<Coded> {
  if (accepted === null || Buffer.byteLength(body) < WORTH_IT) return { body, coding: null }
  const wanted = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const coding = wanted.encoding(['br', 'gzip', 'identity'])
  if (coding === 'br') return { body: await brotli(body, BROTLI), coding }
  if (coding === 'gzip') return { body: await gzip(body), coding }
  return { body, coding: null }
}
