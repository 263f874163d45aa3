import type { H3, H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import type { OperationId } from '../../pipeline/contract/operations.ts'
import { operations } from '../../pipeline/contract/operations.ts'
import { conditionalResponse } from './conditional.ts'
import type { Refusal } from './errors.ts'
import { errorResponse } from './errors.ts'

/** What a handler is given of a request. */
interface ApiRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** A body to answer with as JSON, and how many seconds it may be cached by anyone; or a refusal. */
type Reply = { readonly body: unknown; readonly cacheSeconds: number } | Refusal

export type Handlers = Readonly<Record<OperationId, (request: ApiRequest) => Promise<Reply>>>

/** Registers every operation of the contract, with HEAD beside GET, OPTIONS, and 405 for every other method. */
export function registerOperations(app: H3, handlers: Handlers): void {
  for (const [path, here] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = new Map<string, OperationId>(here.map((operation) => [operation.method, operation.id]))
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    const handler = async (event: H3Event) => {
      const { method } = event.req
      if (method === 'OPTIONS') return preflight(allow)
      const id = methods.get(method === 'HEAD' ? 'GET' : method)
      if (id === undefined) return errorResponse({ refusal: 'wrongMethod', allow })
      const reply = await handlers[id]({ params: event.context.params ?? {}, query: event.url.searchParams })
      return 'refusal' in reply ? errorResponse(reply) : json(event, reply)
    }
    const anyOrigin = here.every((operation) => operation.auth === 'none')
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), handler, { meta: { anyOrigin } })
  }
}

/** Lets a page of any browser origin read the answer, where the operation is for anyone; errors too. */
export function allowAnyOrigin(event: H3Event, headers: Headers): void {
  if (event.context.matchedRoute?.meta?.anyOrigin !== true) return
  headers.set('access-control-allow-origin', '*')
  headers.set(
    'access-control-expose-headers',
    'ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  )
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

function json(event: H3Event, reply: { body: unknown; cacheSeconds: number }): HTTPResponse {
  return conditionalResponse(event.req.headers.get('if-none-match'), JSON.stringify(reply.body), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': reply.cacheSeconds > 0 ? `public, max-age=${reply.cacheSeconds}` : 'no-store',
  })
}
