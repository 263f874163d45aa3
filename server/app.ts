import type { H3Event } from 'h3'
import { getRequestIP, H3 } from 'h3'
import type { Log } from '../pipeline/log.ts'
import { windowCounter } from '../pipeline/store/accounts/windows.ts'
import { codeOf } from '../pipeline/store/driver/faults.ts'
import { callerOf } from './http/auth.ts'
import { addressBlock, clientAddress } from './http/client-address.ts'
import { errorResponse, refusalOf } from './http/errors.ts'
import { isApiPath, LEGACY_PREFIX, legacyHeaders } from './http/legacy.ts'
import type { Quota } from './http/rate-limit.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { originHeaders, registerOperations } from './http/register.ts'
import { requestId } from './http/request-id.ts'
import { accountRoute } from './routes/account.ts'
import { healthRoutes } from './routes/health.ts'
import { openapiRoute } from './routes/openapi.ts'
import { reportPage } from './routes/pages.ts'
import { rankingRoutes } from './routes/rankings.ts'
import type { ReportScope } from './routes/reports.ts'
import { reportRoutes } from './routes/reports.ts'
import { siteHandler } from './routes/site.ts'

declare module 'h3' {
  interface H3EventContext {
    requestId?: string
    /** When the request came, in epoch ms. */
    since?: number
    /** Whether the answer was made with the common headers in it. */
    sealed?: boolean
    quota?: Quota | undefined
  }
}

/** Requests a minute, under /v1: of one client address without a valid key, and of one key. */
const ADDRESS_LIMIT = 60
const KEY_LIMIT = 60

/** A request after its answer: the route as it is registered, never the path, and one of a few methods. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The public addresses are asked late, as they may be known only once listening. */
export interface AppOptions extends ReportScope {
  /** The older address of the API, for its description; it is served on any host. */
  readonly legacyBaseUrl: string | undefined
  /** The folder of the published site; it need not exist yet. */
  readonly siteDir: string
  /** How many proxies in front set X-Forwarded-For. */
  readonly trustedProxies: number
  readonly log: Log
  /** Told of each request that was answered. */
  readonly answered?: ((request: AnsweredRequest) => void) | undefined
}

/**
 * The HTTP service: the API of the contract under /v1 and its older base, /healthz and /readyz, the report pages, and
 * the published site everywhere else.
 */
export function createApp(options: AppOptions): H3 {
  const { db, baseUrl, siteUrl, now, log } = options
  const count = countRequests(options)
  const commonHeaders = (event: H3Event) => ({
    'x-request-id': idOf(event),
    'x-content-type-options': 'nosniff',
    ...quotaHeaders(event.context.quota),
    ...legacyHeaders(event.url, baseUrl),
    ...originHeaders(event),
  })
  const app = new H3({
    // h3 would print faults, answer malformed escapes before the rate limit counts them, and drop headers on errors.
    silent: true,
    allowMalformedURL: true,
    onError: (error, event) => {
      const fault = error.cause ?? error
      const refusal = refusalOf(fault)
      if (refusal.refusal === 'fault')
        log.fault('A request failed by a fault of ours.', fault, { requestId: idOf(event) })
      else log.warn('The store could not be used for now.', { requestId: idOf(event), fault: codeOf(fault) })
      return errorResponse(refusal)
    },
    onResponse: (response, event) => {
      if (event.context.sealed !== true)
        for (const [name, value] of Object.entries(commonHeaders(event))) response.headers.set(name, value)
      const { method } = event.req
      // The route and never the path: a report's slug opens its page.
      const route = event.context.matchedRoute?.route
      const { status } = response
      const ms = now() - (event.context.since ?? now())
      log.info('request', { requestId: idOf(event), method, route, status, ms })
      options.answered?.({ method: METHODS.includes(method) ? method : 'other', route: route ?? 'none', status, ms })
    },
  })

  app.use(async (event, next) => {
    event.context.since = now()
    const { pathname } = event.url
    if (isApiPath(pathname)) {
      event.context.caller = await callerOf(db, event.req.headers.get('authorization'))
      const { by, quota } = await count(event)
      event.context.quota = quota
      if (quota.exceeded) return errorResponse({ refusal: 'rateLimited', by, quota })
    }
    return decodes(pathname) ? next() : errorResponse({ refusal: 'malformedUrl' })
  })

  const handlers = {
    ...rankingRoutes(db, siteUrl),
    ...reportRoutes(options),
    ...accountRoute(db, now),
    ...openapiRoute(() => ({ baseUrl: baseUrl(), legacyBaseUrl: options.legacyBaseUrl })),
    ...healthRoutes(db),
  }
  for (const prefix of ['', LEGACY_PREFIX]) {
    registerOperations(app, prefix, handlers, commonHeaders)
    app.all(`${prefix}/v1/**`, () => errorResponse({ refusal: 'unknownPath' }))
  }
  app.all('/r/:slug', reportPage(db, siteUrl))
  app.all('/**', siteHandler(options.siteDir))
  return app
}
/** Counts requests against the limit of their key or, without a valid one, of their address. */
function countRequests({
  db,
  now,
  trustedProxies,
}: AppOptions): (event: H3Event) => Promise<{ by: 'key' | 'address'; quota: Quota }> {
  const countIn = windowCounter(db)
  const countKey = createRateLimit(KEY_LIMIT, now, countIn)
  const countAddress = createRateLimit(ADDRESS_LIMIT, now, countIn)
  return async (event) => {
    const { caller } = event.context
    if (caller !== undefined) return { by: 'key', quota: await countKey(`key/${caller.keyId}`) }
    const forwardedFor = event.req.headers.get('x-forwarded-for')
    const address = clientAddress(getRequestIP(event) ?? '', forwardedFor, trustedProxies)
    return { by: 'address', quota: await countAddress(`address/${addressBlock(address)}`) }
  }
}

function idOf(event: H3Event): string {
  event.context.requestId ??= requestId(event.req.headers.get('x-request-id'))
  return event.context.requestId
}

function quotaHeaders(quota: Quota | undefined): Record<string, string> {
  if (quota === undefined) return {}
  return {
    'ratelimit-limit': String(quota.limit),
    'ratelimit-remaining': String(quota.remaining),
    'ratelimit-reset': String(quota.resetSeconds),
  }
}

function decodes(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
