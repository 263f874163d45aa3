import type { H3, H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import type { OperationId } from '../../pipeline/contract/operations.ts'
import { operations } from '../../pipeline/contract/operations.ts'
import type { Caller } from './caller.ts'
import type { Refusal } from './errors.ts'
import { errorResponse } from './errors.ts'
import { setQuota } from './headers.ts'
import { readJson, readQuery } from './input.ts'
import type { Reply } from './reply.ts'
import { sendReply } from './reply.ts'

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

type Row = (typeof operations)[number]
type Handler<Id extends OperationId> = Extract<Row, { id: Id }>['auth'] extends 'key'
  ? (request: KeyedRequest) => Promise<Reply | Refusal>
  : (request: ApiRequest) => Promise<Reply | Refusal>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/**
 * Registers every operation of the contract under a prefix, with HEAD beside GET, OPTIONS, and 405 for every other
 * method. The caller is expected in the event's context.
 */
export function registerOperations(app: H3, prefix: string, handlers: Handlers): void {
  for (const [path, here] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = new Map<string, Row>(here.map((operation) => [operation.method, operation]))
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    const handler = async (event: H3Event) => {
      const { method } = event.req
      if (method === 'OPTIONS') return preflight(allow)
      const operation = methods.get(method === 'HEAD' ? 'GET' : method)
      if (operation === undefined) return errorResponse({ refusal: 'wrongMethod', allow })
      const reply = await answer(event, operation, handlers)
      return 'refusal' in reply ? refuse(event, reply) : sendReply(event, reply)
    }
    const anyOrigin = here.every((operation) => operation.auth === 'none')
    app.all(prefix + path.replaceAll(/\{(\w+)\}/g, ':$1'), handler, { meta: { anyOrigin } })
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

/** A limit of the hour takes the place of the minute's in the headers; a plan's has none. */
function refuse(event: H3Event, refusal: Refusal): HTTPResponse {
  if (refusal.refusal === 'startsLimited') setQuota(event, refusal.quota)
  if (refusal.refusal === 'planLimited') setQuota(event, undefined)
  return errorResponse(refusal)
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
