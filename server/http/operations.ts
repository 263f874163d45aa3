import type { H3Event } from 'h3'
import { type OperationId, operations } from '../../pipeline/contract/operations.ts'
import { STARTS_PER_HOUR } from '../../pipeline/report/limits.ts'
import type { Caller } from './caller.ts'
import { errorReply, type Refusal, secondsOf } from './errors.ts'
import type { PlainResponse } from './headers.ts'
import { readJson, readQuery } from './input.ts'
import { type Reply, respond } from './reply.ts'

declare module 'h3' {
  interface H3EventContext {
    /** The owner of the active key that was sent, if any. */
    caller?: Caller | undefined
  }
}

/** The parts of a request that a handler gets. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>
  /** The query, checked against the operation's schema; empty if it takes none. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Headers
  /** The body's JSON, unchecked; undefined if the operation takes none. */
  readonly body: unknown
}

/** A request to an operation that needs a key. */
export interface KeyedRequest extends ApiRequest {
  readonly caller: Caller
}

type Row = (typeof operations)[number]
type Handler<Id extends OperationId> = Extract<Row, { id: Id }>['auth'] extends 'key'
  ? (request: KeyedRequest) => Promise<Reply | Refusal>
  : (request: ApiRequest) => Promise<Reply | Refusal>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/** Registers a handler of all methods on a path; with `anyOrigin`, web pages of any origin may read its responses. */
export type AddRoute = (
  path: string,
  handler: (event: H3Event) => PlainResponse | Promise<PlainResponse>,
  anyOrigin?: boolean,
) => void

/** Registers every operation of the contract under a prefix, with HEAD, OPTIONS, and 405 for all other methods. */
export function registerOperations(addRoute: AddRoute, prefix: string, handlers: Handlers): void {
  for (const [path, here] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = new Map<string, Row>(here.map((operation) => [operation.method, operation]))
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    const handler = async (event: H3Event) => {
      const { method } = event.req
      if (method === 'OPTIONS') return preflight(allow)
      const operation = methods.get(method === 'HEAD' ? 'GET' : method)
      if (operation === undefined) return errorReply({ refusal: 'wrongMethod', allow })
      const reply = await answer(event, operation, handlers)
      return 'refusal' in reply ? refuse(event, reply) : respond(event, reply)
    }
    const anyOrigin = here.every((operation) => operation.auth === 'none')
    addRoute(prefix + path.replaceAll(/\{(\w+)\}/g, ':$1'), handler, anyOrigin)
  }
}

async function answer(event: H3Event, operation: Row, handlers: Handlers): Promise<Reply | Refusal> {
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

/** The RateLimit headers show the hourly limit when that is the one exceeded, and nothing for a plan's limit. */
function refuse(event: H3Event, refusal: Refusal): PlainResponse {
  if (refusal.refusal === 'startsLimited') {
    const resetSeconds = secondsOf(refusal.retryAfterMs)
    event.context.quota = { limit: STARTS_PER_HOUR, remaining: 0, resetSeconds, exceeded: true }
  }
  if (refusal.refusal === 'planLimited') event.context.quota = undefined
  return errorReply(refusal)
}

function preflight(allow: string): PlainResponse {
  const headers = {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-None-Match, X-Request-Id',
    'access-control-max-age': '86400',
  }
  return { status: 204, headers, body: null }
}
