import { H3, type H3Event } from 'h3'
import type { Log } from '../pipeline/log.ts'
import type { StartOptions } from '../pipeline/report/start.ts'
import { windowCounter } from '../pipeline/store/accounts/windows.ts'
import { codeOf } from '../pipeline/store/driver/faults.ts'
import { callerOf } from './http/caller.ts'
import { errorReply, refusalOf } from './http/errors.ts'
import { idOf, isApiPath, LEGACY_PREFIX, type PlainResponse, withCommonHeaders } from './http/headers.ts'
import { type AddRoute, registerOperations } from './http/operations.ts'
import { createRateLimit, type Quota } from './http/rate-limit.ts'
import { accountRoute } from './routes/account.ts'
import { kitFile, reportPage } from './routes/pages.ts'
import { rankingRoutes } from './routes/rankings.ts'
import { reportRoutes } from './routes/reports.ts'
import { serviceRoutes } from './routes/service.ts'
import { siteHandler } from './routes/site.ts'

declare module 'h3' {
  interface H3EventContext {
    requestId?: string
    /** When the request arrived, in epoch ms. */
    receivedAt?: number
    quota?: Quota | undefined
  }
}

/** A request that was answered; `route` is the registered pattern or `none`, `method` one of METHODS or `other`. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The public addresses are functions, as they may be known only once the server listens. */
export interface AppOptions extends StartOptions {
  /** The address of the API. */
  baseUrl(): string
  /** The older address of the API, shown in its description; requests to it are served on any host. */
  readonly legacyBaseUrl: string | undefined
  /** The folder of the published site, which may not exist yet. */
  readonly siteDir: string
  /** The number of proxies in front that set X-Forwarded-For. */
  readonly trustedProxies: number
  readonly log: Log
  readonly answered?: ((request: AnsweredRequest) => void) | undefined
}

/** The HTTP service: the API on both bases, /healthz and /readyz, the report pages, and the published site everywhere else. */
export function createApp(options: AppOptions): H3 {
  const { db, baseUrl, siteUrl, now, log } = options
  const countRequest = createRateLimit({ ...options, countIn: windowCounter(db) })
  const send = (event: H3Event, response: PlainResponse) => withCommonHeaders(event, response, baseUrl)
  const app = new H3({
    // Otherwise h3 prints faults, and answers malformed escapes before the rate limit counts them.
    silent: true,
    allowMalformedURL: true,
    onError: (error, event) => {
      const fault = error.cause ?? error
      const refusal = refusalOf(fault)
      if (refusal.refusal === 'fault')
        log.fault('A request failed because of a fault of ours.', fault, { requestId: idOf(event) })
      else log.warn('The store could not be used for now.', { requestId: idOf(event), fault: codeOf(fault) })
      return send(event, errorReply(refusal))
    },
    onResponse: (response, event) => {
      const { method } = event.req
      // The path is never logged, because a report's slug opens its page.
      const route = event.context.matchedRoute?.route
      const { status } = response
      const ms = now() - (event.context.receivedAt ?? now())
      log.info('request', { requestId: idOf(event), method, route, status, ms })
      options.answered?.({ method: METHODS.includes(method) ? method : 'other', route: route ?? 'none', status, ms })
    },
  })

  app.use(async (event, next) => {
    event.context.receivedAt = now()
    const { pathname } = event.url
    if (isApiPath(pathname)) {
      event.context.caller = await callerOf(db, event.req.headers.get('authorization'))
      const { by, quota } = await countRequest(event, event.context.caller)
      event.context.quota = quota
      if (quota.exceeded) return send(event, errorReply({ refusal: 'rateLimited', by, quota }))
    }
    return decodes(pathname) ? next() : send(event, errorReply({ refusal: 'malformedUrl' }))
  })

  const addRoute: AddRoute = (path, handler, anyOrigin = false) =>
    app.all(path, async (event) => send(event, await handler(event)), { meta: { anyOrigin } })
  const handlers = {
    ...rankingRoutes(db, siteUrl),
    ...reportRoutes(options, baseUrl),
    ...accountRoute(db, now),
    ...serviceRoutes(db, () => ({ baseUrl: baseUrl(), legacyBaseUrl: options.legacyBaseUrl })),
  }
  for (const prefix of ['', LEGACY_PREFIX]) {
    registerOperations(addRoute, prefix, handlers)
    addRoute(`${prefix}/v1/**`, () => errorReply({ refusal: 'unknownPath' }))
  }
  addRoute('/r/:slug', reportPage(db, siteUrl))
  addRoute('/r/:slug/kit/:file', kitFile(db))
  addRoute('/**', siteHandler(options.siteDir))
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
