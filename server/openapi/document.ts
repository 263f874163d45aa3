import { z } from 'zod'
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { account } from '../../pipeline/contract/account.ts'
import { comparison } from '../../pipeline/contract/comparison/comparison.ts'
import { errorBody } from '../../pipeline/contract/error.ts'
import { kit } from '../../pipeline/contract/kit.ts'
import { type Operation, operations } from '../../pipeline/contract/operations.ts'
import { ranking, rankingListEntry } from '../../pipeline/contract/ranking.ts'
import { report, reportListItem, reportProgress } from '../../pipeline/contract/report.ts'
import { idempotencyKey, startRequest, startResponse } from '../../pipeline/contract/start.ts'
import { WEBHOOK_BODIES, type WebhookEventType } from '../../pipeline/contract/webhook.ts'
import { WEBHOOK_EVENTS } from '../../pipeline/contract/words.ts'
import { describeFields } from './describe-fields.ts'

/** Where the API is served; `legacyBaseUrl` is undefined without an older base. */
export interface Served {
  readonly baseUrl: string
  readonly legacyBaseUrl: string | undefined
}

function header(type: z.ZodType, description: string, example: string | number): z.ZodType {
  return type.meta({ description, examples: [example] })
}

const COUNT = z.int().optional()
const REQUEST_ID = header(
  z.string(),
  'The id of the request: the one that you sent, or a new one',
  'Ri1b0X15pX1cGCkd1DLY3b',
)
const QUOTA = {
  'RateLimit-Limit': header(COUNT, 'Requests allowed in the window', 60),
  'RateLimit-Remaining': header(COUNT, 'Requests left in the window; 0 on a 429', 59),
  'RateLimit-Reset': header(COUNT, 'Seconds until the window resets', 42),
}
const RETRY_AFTER = header(COUNT, 'Seconds to wait', 5)
const AUTHENTICATE = header(z.literal('Bearer'), 'How to send the key', 'Bearer')
const ALLOW = header(z.string(), 'The methods of this address', 'GET, HEAD')
const KEY_USE = header(
  z.enum(['first', 'replay', 'other-body']).optional(),
  'What an idempotency key did; `other-body`: it was used before, for a start with other fields',
  'first',
)

const SCHEMAS = {
  Account: account,
  Comparison: comparison,
  Error: errorBody,
  Kit: kit,
  Ranking: ranking,
  RankingListEntry: rankingListEntry,
  Report: report,
  ReportListItem: reportListItem,
  ReportStatus: reportProgress,
  ReportCompleted: WEBHOOK_BODIES['report.completed'],
  ReportFailed: WEBHOOK_BODIES['report.failed'],
  RankingPublished: WEBHOOK_BODIES['ranking.published'],
  RankingMoved: WEBHOOK_BODIES['ranking.moved'],
  StartRequest: startRequest,
  StartResponse: startResponse,
}

const WEBHOOK_SUMMARIES: Readonly<Record<WebhookEventType, string>> = {
  'report.completed': 'A report is complete',
  'report.failed': 'A report has failed',
  'ranking.published': 'A version of a month is published',
  'ranking.moved': 'A published version announces moves since the month compared with',
}
const WEBHOOK_HEADERS = z.object({
  'Svc-Event-Id': header(z.string(), 'The `id` of the body', '4fT9mPq2XbLk7RwZs0HcVa'),
  'Svc-Signature': header(
    z.string(),
    'The time in epoch seconds, and the HMAC-SHA-256 of that time, a dot and the body, in hex',
    't=1795176184,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
})

const HEADERS: Readonly<Record<string, ZodOpenApiOperationObject['requestParams']>> = {
  startReport: {
    header: z.object({
      'Idempotency-Key': header(
        idempotencyKey.optional(),
        'Binds a retry to its start; same as the field `idempotencyKey`, and equal if both are sent',
        'acme-2026-11-first-report',
      ),
    }),
  },
}

/** The API in OpenAPI 3.1, from the contract's schemas and operations. */
export function describeApi({ baseUrl, legacyBaseUrl }: Served) {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Answer-engine visibility',
        version: '1.0.0',
        summary: 'How often AI answer engines name a product',
        description:
          'Counts are rates, n of m counted answers. A failed call and an answer with nothing to score are in no count, a skipped engine is never zero, and no conclusion may be drawn from simulated data. Fields may be added over time; ignore those that you do not use.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [
        { url: baseUrl },
        ...(legacyBaseUrl === undefined
          ? []
          : [{ url: `${legacyBaseUrl}/api`, description: 'Deprecated alias; move to the first server' }]),
      ],
      tags: [
        { name: 'rankings', description: 'Who the engines name for a category; no key needed' },
        { name: 'reports', description: 'Measure one product' },
        { name: 'service', description: 'About the service itself' },
        { name: 'webhooks', description: 'What the service sends to webhooks' },
      ],
      security: [],
      paths,
      webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, { post: webhookOperation(type) }])),
      components: {
        schemas: SCHEMAS,
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_…`' } },
      },
    },
    { override: openAndUnbounded },
  )
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) describeFields(schema, [name])
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)))
    describeFields(operation, [operation.operationId])
  return document
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { id, path, auth, summary, query, request, statuses } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inPath = names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }
  return {
    operationId: id,
    summary,
    tags: [path.startsWith('/v1/rankings') ? 'rankings' : auth === 'key' ? 'reports' : 'service'],
    security: auth === 'key' ? [{ key: [] }] : [],
    requestParams: { ...inPath, ...(query && { query }), ...HEADERS[id] },
    ...(request && { requestBody: { required: true, content: { 'application/json': { schema: request } } } }),
    responses: Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [status, answer(operation, Number(status), description)]),
    ),
  }
}

function webhookOperation(type: WebhookEventType): ZodOpenApiOperationObject {
  return {
    operationId: type,
    summary: WEBHOOK_SUMMARIES[type],
    tags: ['webhooks'],
    security: [],
    requestParams: { header: WEBHOOK_HEADERS },
    requestBody: { required: true, content: { 'application/json': { schema: WEBHOOK_BODIES[type] } } },
    responses: {
      '2XX': { description: 'Accepted; after any other answer, or a late one, the event is sent again' },
      '4XX': { description: 'Not accepted' },
    },
  }
}

function answer({ id, path, response }: Operation, status: number, description: string) {
  const schema = status < 300 ? response : status >= 400 ? errorBody : undefined
  return {
    description,
    headers: z.object({
      'X-Request-Id': REQUEST_ID,
      ...(path.startsWith('/v1/') && QUOTA),
      ...(status === 401 && { 'WWW-Authenticate': AUTHENTICATE }),
      ...((status === 429 || status === 503) && { 'Retry-After': RETRY_AFTER }),
      ...(id === 'reportStatus' && status === 200 && { 'Retry-After': RETRY_AFTER }),
      ...(id === 'startReport' && status < 300 && { 'Idempotency-Key-Use': KEY_USE }),
      ...(status === 405 && { Allow: ALLOW }),
    }),
    ...(schema && { content: { 'application/json': { schema } } }),
  }
}

/** Objects stay open, as fields may be added over time, and JavaScript's integer bounds are left out. */
const openAndUnbounded: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
