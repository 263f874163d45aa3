import type { H3Event } from 'h3'
import { getRequestIP, H3 } from 'h3'
import type { Store } from '../pipeline/store/open.ts'
import { addressBlock, clientAddress } from './http/client-address.ts'
import { errorResponse, refusalOf } from './http/errors.ts'
import type { Quota } from './http/rate-limit.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { allowAnyOrigin, registerOperations } from './http/register.ts'
import { requestId } from './http/request-id.ts'
import { health } from './routes/health.ts'
import { rankingRoutes } from './routes/rankings.ts'
import { siteHandler } from './routes/site.ts'

declare module 'h3' {
  interface H3EventContext {
    requestId?: string
    quota?: Quota
  }
}

/** Requests a minute that one client address may make under /v1 without a key. */
const ADDRESS_LIMIT = 60

export interface AppOptions {
  readonly db: Store
  /** The public address of the site, for the links to its pages; asked late, as it may be known only once listening. */
  readonly siteUrl: () => string
  /** The folder of the published site; it need not exist yet. */
  readonly siteDir: string
  /** How many proxies in front set X-Forwarded-For. */
  readonly trustedProxies: number
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Takes the faults that callers are told nothing about. */
  readonly log: (fault: unknown, requestId: string) => void
}

/** The HTTP service: the API of the contract under /v1, /healthz, and the published site everywhere else. */
export function createApp(options: AppOptions): H3 {
  const countRequest = createRateLimit(ADDRESS_LIMIT, options.now)
  const app = new H3({
    // h3 would print faults, answer malformed escapes before the rate limit counts them, and drop headers on errors.
    silent: true,
    allowMalformedURL: true,
    onError: (error, event) => {
      const fault = error.cause ?? error
      const refusal = refusalOf(fault)
      if (refusal.refusal === 'fault') options.log(fault, idOf(event))
      return errorResponse(refusal)
    },
    onResponse: (response, event) => {
      response.headers.set('x-request-id', idOf(event))
      response.headers.set('x-content-type-options', 'nosniff')
      setQuota(response.headers, event.context.quota)
      allowAnyOrigin(event, response.headers)
    },
  })

  app.use((event, next) => {
    const { pathname } = event.url
    if (pathname === '/v1' || pathname.startsWith('/v1/')) {
      const forwardedFor = event.req.headers.get('x-forwarded-for')
      const address = clientAddress(getRequestIP(event) ?? '', forwardedFor, options.trustedProxies)
      const quota = countRequest(addressBlock(address))
      event.context.quota = quota
      if (quota.exceeded) return errorResponse({ refusal: 'rateLimited', retryAfterSeconds: quota.resetSeconds })
    }
    return decodes(pathname) ? next() : errorResponse({ refusal: 'malformedUrl' })
  })

  registerOperations(app, { ...rankingRoutes(options.db, options.siteUrl), health })
  app.all('/v1/**', () => errorResponse({ refusal: 'unknownPath' }))
  app.all('/**', siteHandler(options.siteDir))
  return app
}

function idOf(event: H3Event): string {
  event.context.requestId ??= requestId(event.req.headers.get('x-request-id'))
  return event.context.requestId
}

function setQuota(headers: Headers, quota: Quota | undefined): void {
  if (quota === undefined) return
  headers.set('ratelimit-limit', String(quota.limit))
  headers.set('ratelimit-remaining', String(quota.remaining))
  headers.set('ratelimit-reset', String(quota.resetSeconds))
}

function decodes(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
