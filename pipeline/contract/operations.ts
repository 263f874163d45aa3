import { z } from 'zod'
import { account } from './account.ts'
import { comparison } from './comparison/comparison.ts'
import { kit } from './kit.ts'
import { ranking, rankingListEntry } from './ranking.ts'
import { report, reportListItem, reportProgress } from './report.ts'
import { startRequest, startResponse } from './start.ts'
import { month } from './terms.ts'
import { REPORT_SLUG } from './words.ts'

/** One operation of the HTTP API; routes are registered from the table below. `path` is an OpenAPI path. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** With `none`, anyone may call it, from any browser origin. */
  readonly auth: 'none' | 'key'
  readonly summary: string
  /** The accepted query fields; if there are any, others are refused. */
  readonly query?: z.ZodObject
  readonly request?: z.ZodType
  /** The body of a successful response. */
  readonly response: z.ZodType
  /** Every status that it can return, with its meaning. */
  readonly statuses: Readonly<Record<number, string>>
}

const COMMON = {
  405: 'Wrong method; Allow lists the right ones',
  429: 'Rate limit; wait Retry-After seconds',
  500: 'An unexpected fault of the service',
  503: 'A dependency is briefly unavailable; try again after Retry-After seconds',
}

const KEYED = { ...COMMON, 401: 'A missing, malformed, unknown or revoked key, or its account is gone' }

const UNCHANGED = 'Unchanged since the ETag in If-None-Match'

/** The most reports in one response. */
export const MAX_REPORTS = 100

const ONE_REPORT = {
  400: 'A malformed address',
  404: "No such report, or another account's",
}

export const operations = [
  {
    id: 'listRankings',
    method: 'GET',
    path: '/v1/rankings',
    auth: 'none',
    summary: "Every category's latest month, with the five brands named most",
    response: z.object({ rankings: z.array(rankingListEntry) }),
    statuses: { 200: 'The rankings', 304: UNCHANGED, ...COMMON },
  },
  {
    id: 'getRanking',
    method: 'GET',
    path: '/v1/rankings/{slug}',
    auth: 'none',
    summary: "One category's latest month, or the one in `month` (YYYY-MM), with every brand and every answer",
    query: z.strictObject({ month: month.optional() }),
    response: z.object({ ranking }),
    statuses: {
      200: 'The ranking',
      304: UNCHANGED,
      400: 'A malformed month, an unknown query field, or a malformed address',
      404: 'No such ranking, or not in that month',
      ...COMMON,
    },
  },
  {
    id: 'startReport',
    method: 'POST',
    path: '/v1/reports',
    auth: 'key',
    summary: 'Starts a report on a credit or on your own provider keys; the only operation that spends anything',
    request: startRequest,
    response: startResponse,
    statuses: {
      ...KEYED,
      200: 'An earlier start with the same idempotency key; nothing was spent',
      202: 'The report is started',
      400: 'Fields to fix, named in `fields`; nothing was spent or queued, as with every 4xx',
      402: 'No credit left, or no active Agent plan (`limit: plan`)',
      403: 'The e-mail address is not verified, or reports on own keys are switched off',
      409: 'The credit of the start that is retried is back in the balance; use a new idempotency key',
      413: 'A body of more than 32,768 bytes',
      415: 'A body that is not JSON',
      429: 'Rate limit, or a limit of the Agent plan (`limit`)',
      503: 'The outcome is unknown; retry after Retry-After seconds with the same idempotency key and body',
    },
  },
  {
    id: 'listReports',
    method: 'GET',
    path: '/v1/reports',
    auth: 'key',
    summary: "The account's reports, newest first, at most 100 at once",
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(MAX_REPORTS).optional(),
      cursor: z.string().regex(REPORT_SLUG).optional(),
    }),
    response: z.object({ reports: z.array(reportListItem), nextCursor: z.string().optional() }),
    statuses: {
      200: 'The reports and, if there are more, the cursor of the next page',
      400: 'A malformed query field, which `fields` names, or an unknown one, for which it says `query`',
      ...KEYED,
    },
  },
  {
    id: 'getReport',
    method: 'GET',
    path: '/v1/reports/{slug}',
    auth: 'key',
    summary:
      'One report with every number and every answer; until it ends, what is known so far, with nulls and empty lists',
    response: z.object({ report }),
    statuses: { 200: 'The report', 304: UNCHANGED, ...ONE_REPORT, ...KEYED },
  },
  {
    id: 'reportStatus',
    method: 'GET',
    path: '/v1/reports/{slug}/status',
    auth: 'key',
    summary: 'How far along a report is; poll it about once a minute',
    response: z.object({ status: reportProgress }),
    statuses: { 200: 'The status', ...ONE_REPORT, ...KEYED },
  },
  {
    id: 'getKit',
    method: 'GET',
    path: '/v1/reports/{slug}/kit',
    auth: 'key',
    summary: 'The Distribution Kit of a finished paid report, as Markdown files',
    response: z.object({ kit }),
    statuses: {
      200: 'The kit',
      ...ONE_REPORT,
      ...KEYED,
      403: 'The report is not a paid one',
      409: 'The report is not complete; `status` says how far along it is',
    },
  },
  {
    id: 'compareReports',
    method: 'GET',
    path: '/v1/reports/{slug}/compare/{other}',
    auth: 'key',
    summary:
      'Compares two complete reports of a product, in either order, by the change test of rankings, and lists its reports over time',
    response: z.object({ comparison }),
    statuses: {
      200: 'The comparison',
      304: UNCHANGED,
      ...ONE_REPORT,
      ...KEYED,
      409: 'The two are not complete reports of one product and category, or only one of them is simulated',
    },
  },
  {
    id: 'getAccount',
    method: 'GET',
    path: '/v1/account',
    auth: 'key',
    summary: "The account's credits and Agent plan, and what its limits leave",
    response: z.object({ account }),
    statuses: { 200: 'The account', ...KEYED },
  },
  {
    id: 'openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    auth: 'none',
    summary: 'This description',
    response: z.looseObject({ openapi: z.string() }),
    statuses: { 200: 'The description', 304: UNCHANGED, ...COMMON },
  },
  {
    id: 'health',
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    summary: 'Whether the process answers',
    response: z.object({ status: z.literal('ok') }),
    statuses: { 200: 'The process answers', 405: COMMON[405], 500: COMMON[500] },
  },
  {
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    summary: 'Whether the store answers, and requests may be sent here',
    response: z.object({ status: z.literal('ready') }),
    statuses: { 200: 'The store answers', 405: COMMON[405], 503: 'The store is locked or cannot be reached' },
  },
] as const satisfies readonly Operation[]

export type OperationId = (typeof operations)[number]['id']
