import { H3 } from 'h3'
import type { Log } from '../pipeline/log.ts'
import { windowCounter } from '../pipeline/store/accounts/windows.ts'
import { codeOf } from '../pipeline/store/driver/faults.ts'
import { callerOf } from './http/caller.ts'
import { errorResponse, refusalOf } from './http/errors.ts'
import { idOf, isApiPath, LEGACY_PREFIX, setCommonHeaders, setQuota } from './http/headers.ts'
import { registerOperations } from './http/operations.ts'
import type { Quota } from './http/rate-limit.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { accountRoute } from './routes/account.ts'
import { reportPage } from './routes/pages.ts'
import { rankingRoutes } from './routes/rankings.ts'
import type { ReportScope } from './routes/reports.ts'
import { reportRoutes } from './routes/reports.ts'
import { serviceRoutes } from './routes/service.ts'
import { siteHandler } from './routes/site.ts'

declare module 'h3' {
  interface H3EventContext {
    requestId?: string
    /** When the request came, in epoch ms. */
    since?: number
    quota?: Quota | undefined
  }
}

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
  const count = createRateLimit({ ...options, countIn: windowCounter(db) })
  const app = new H3({
    // h3 would print faults, and answer malformed escapes before the rate limit counts them.
    silent: true,
    allowMalformedURL: true,
    onError: (error, event) => {
      const fault = error.cause ?? error
      const refusal = refusalOf(fault)
      if (refusal.refusal === 'fault')
        log.fault('A request failed by a fault of ours.', fault, { requestId: idOf(event) })
      else log.warn('The store could not be used for now.', { requestId: idOf(event), fault: codeOf(fault) })
      // What a handler set before it failed is not of this response.
      setCommonHeaders(event, baseUrl)
      return errorResponse(refusal)
    },
    onResponse: (response, event) => {
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
    setCommonHeaders(event, baseUrl)
    const { pathname } = event.url
    if (isApiPath(pathname)) {
      event.context.caller = await callerOf(db, event.req.headers.get('authorization'))
      const { by, quota } = await count(event, event.context.caller)
      setQuota(event, quota)
      if (quota.exceeded) return errorResponse({ refusal: 'rateLimited', by, quota })
    }
    return decodes(pathname) ? next() : errorResponse({ refusal: 'malformedUrl' })
  })

  const handlers = {
    ...rankingRoutes(db, siteUrl),
    ...reportRoutes(options),
    ...accountRoute(db, now),
    ...serviceRoutes(db, () => ({ baseUrl: baseUrl(), legacyBaseUrl: options.legacyBaseUrl })),
  }
  for (const prefix of ['', LEGACY_PREFIX]) {
    registerOperations(app, prefix, handlers)
    app.all(`${prefix}/v1/**`, () => errorResponse({ refusal: 'unknownPath' }))
  }
  app.all('/r/:slug', reportPage(db, siteUrl))
  app.all('/**', siteHandler(options.siteDir))
  return app
}

function decodes(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
