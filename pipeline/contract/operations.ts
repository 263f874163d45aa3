import { z } from 'zod'
import { ranking, rankingListEntry } from './ranking.ts'

/** One operation of the HTTP API. Routes are registered from this table; `path` writes parameters as OpenAPI does. */
export interface Operation {
  readonly id: string
  readonly method: 'GET'
  readonly path: `/${string}`
  /** `none`: anyone may call it, and a page of any browser origin may read it. */
  readonly auth: 'none' | 'key'
  readonly summary: string
  /** The body of a success. */
  readonly response: z.ZodType
  /** Every status that it answers with, each with what it means. */
  readonly statuses: Readonly<Record<number, string>>
}

const COMMON = {
  405: 'Wrong method; Allow lists the right ones',
  429: 'Rate limit; wait Retry-After seconds',
  500: 'An unexpected fault of the service',
  503: 'A dependency is briefly unavailable; try again after Retry-After seconds',
}

export const operations = [
  {
    id: 'listRankings',
    method: 'GET',
    path: '/v1/rankings',
    auth: 'none',
    summary: "Every category's latest month, with the five brands named most",
    response: z.object({ rankings: z.array(rankingListEntry) }),
    statuses: { 200: 'The rankings', 304: 'Unchanged since the ETag in If-None-Match', ...COMMON },
  },
  {
    id: 'getRanking',
    method: 'GET',
    path: '/v1/rankings/{slug}',
    auth: 'none',
    summary: "One category's latest month, or the one in `month` (YYYY-MM), with every brand and every answer",
    response: z.object({ ranking }),
    statuses: {
      200: 'The ranking',
      304: 'Unchanged since the ETag in If-None-Match',
      400: 'A malformed month or address',
      404: 'No such ranking, or not in that month',
      ...COMMON,
    },
  },
  {
    id: 'health',
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    summary: 'Whether the process answers',
    response: z.object({ status: z.literal('ok') }),
    statuses: { 200: 'It does', 405: COMMON[405], 500: COMMON[500] },
  },
] as const satisfies readonly Operation[]

export type OperationId = (typeof operations)[number]['id']
