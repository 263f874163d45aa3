import type { H3, H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import { FastResponse } from 'srvx'
import type { OperationId } from '../../pipeline/contract/operations.ts'
import { operations } from '../../pipeline/contract/operations.ts'
import type { Caller } from './auth.ts'
import { readJson } from './body.ts'
import { unchangedResponse } from './conditional.ts'
import { encodeBody } from './encoding.ts'
import type { Refusal } from './errors.ts'
import { errorResponse } from './errors.ts'
import { readQuery } from './fields.ts'

declare module 'h3' {
  interface H3EventContext {
    /** Who calls, where an active key was sent. */
    caller?: Caller | undefined
  }
}

/** What a handler is given of a request. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>
  /** The query fields, each once and as the operation takes them; empty where it takes none. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Headers
  /** The JSON of the body, unchecked; undefined where the operation takes none. */
  readonly body: unknown
}

/** The request of an operation that needs a key. */
export interface KeyedRequest extends ApiRequest {
  readonly caller: Caller
}

/**
 * What to answer with: a body, or one that is JSON already; 200 unless it says otherwise, with further headers where it
 * has any. Or what may be kept as `cacheControl` says, its ETag (without quotes) known before the JSON is made. Or a refusal.
 */
export type Reply =
  | { readonly status?: 202; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly json: string | Uint8Array<ArrayBuffer>; readonly headers?: Readonly<Record<string, string>> }
  | { readonly cacheControl: string; readonly etag: string; json(): Promise<string | Uint8Array<ArrayBuffer>> }
  | Refusal

/** What anyone may keep for five minutes. */
export const PUBLIC = 'public, max-age=300'

type Row = (typeof operations)[number]
type Handler<Id extends OperationId> = Extract<Row, { id: Id }>['auth'] extends 'key'
  ? (request: KeyedRequest) => Promise<Reply>
  : (request: ApiRequest) => Promise<Reply>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/**
 * Registers every operation of the contract under a prefix, with HEAD beside GET, OPTIONS, and 405 for every other
 * method. The caller is expected in the event's context. The headers that every answer has are put in where an answer is
 * made: to add them later costs the server a fifth of its speed.
 */
export function registerOperations(
  app: H3,
  prefix: string,
  handlers: Handlers,
  commonHeaders: (event: H3Event) => Record<string, string>,
): void {
  for (const [path, here] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = new Map<string, Row>(here.map((operation) => [operation.method, operation]))
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    const handler = async (event: H3Event) => {
      const { method } = event.req
      if (method === 'OPTIONS') return preflight(allow)
      const operation = methods.get(method === 'HEAD' ? 'GET' : method)
      if (operation === undefined) return errorResponse({ refusal: 'wrongMethod', allow })
      const reply = await answer(event, operation, handlers)
      if ('refusal' in reply) return refuse(event, reply)
      const made = await json(event, reply, commonHeaders(event))
      event.context.sealed = true
      return made
    }
    const anyOrigin = here.every((operation) => operation.auth === 'none')
    app.all(prefix + path.replaceAll(/\{(\w+)\}/g, ':$1'), handler, { meta: { anyOrigin } })
  }
}

async function answer(event: H3Event, operation: Row, handlers: Handlers): Promise<Reply> {
  const { caller, params = {} } = event.context
  if (operation.auth === 'key' && caller === undefined) return { refusal: 'noKey' }
  const read = 'query' in operation ? readQuery(operation.query, event.url.searchParams) : { query: {} }
  if ('refusal' in read) return read
  const request = { params, query: read.query, headers: event.req.headers, body: undefined }
  if (operation.auth === 'none') return handlers[operation.id](request)
  if (caller === undefined) return { refusal: 'noKey' }
  if (operation.method === 'GET') return handlers[operation.id]({ ...request, caller })
  const sent = await readJson(event.req)
  return 'refusal' in sent ? sent : handlers[operation.id]({ ...request, caller, body: sent.json })
}

/** A limit of the hour takes the place of the minute's in the headers; a plan's has none. */
function refuse(event: H3Event, refusal: Refusal): HTTPResponse {
  if (refusal.refusal === 'startsLimited') event.context.quota = refusal.quota
  if (refusal.refusal === 'planLimited') event.context.quota = undefined
  return errorResponse(refusal)
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Link',
}

/** Lets a page of any browser origin read the answer, where the operation is for anyone; errors too. */
export function originHeaders(event: H3Event): Record<string, string> {
  return event.context.matchedRoute?.meta?.anyOrigin === true ? ANY_ORIGIN : {}
}

function preflight(allow: string): HTTPResponse {
  return new HTTPResponse(null, {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-None-Match, X-Request-Id',
      'access-control-max-age': '86400',
    },
  })
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** The answer, in the coding that the client takes; an ETag stands for the JSON and not for its coding, so it is weak there. */
async function json(event: H3Event, reply: Exclude<Reply, Refusal>, common: Record<string, string>): Promise<Response> {
  const asked = event.req.headers
  const kept = 'cacheControl' in reply ? reply : undefined
  const headers = {
    ...common,
    ...JSON_TYPE,
    vary: 'Accept-Encoding',
    'cache-control': kept?.cacheControl ?? 'no-store',
    ...('headers' in reply && reply.headers),
  }
  const unchanged = kept && unchangedResponse(asked.get('if-none-match'), kept.etag, headers)
  if (unchanged !== undefined) return unchanged
  const { body, coding } = await encodeBody(asked.get('accept-encoding'), await jsonOf(reply))
  return new FastResponse(body, {
    status: 'status' in reply ? reply.status : 200,
    headers: {
      ...headers,
      ...(kept && { etag: `${coding === null ? '' : 'W/'}"${kept.etag}"` }),
      ...(coding !== null && { 'content-encoding': coding }),
      'content-length': String(Buffer.byteLength(body)),
    },
  })
}

function jsonOf(
  reply: Exclude<Reply, Refusal>,
): string | Uint8Array<ArrayBuffer> | Promise<string | Uint8Array<ArrayBuffer>> {
  if ('body' in reply) return JSON.stringify(reply.body)
  return typeof reply.json === 'function' ? reply.json() : reply.json
}
