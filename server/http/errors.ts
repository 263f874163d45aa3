import { NOT_COMPARABLE, type NotComparable } from '../../pipeline/contract/comparison/comparison.ts'
import type { ErrorBody } from '../../pipeline/contract/error.ts'
import type { ReportStatus } from '../../pipeline/contract/report.ts'
import type { LimitRefusal } from '../../pipeline/report/limits.ts'
import type { StartRefusal } from '../../pipeline/report/start.ts'
import { codeOf } from '../../pipeline/store/driver/faults.ts'
import type { PlainResponse } from './headers.ts'
import type { Quota } from './rate-limit.ts'

/** Why a request is refused; a fault is an exception. */
export type Refusal =
  | StartRefusal
  | { readonly refusal: 'malformedRequest' | 'malformedUrl' | 'requestTimeout' | 'headersTooLarge' }
  | { readonly refusal: 'noJson' | 'wrongType' | 'bodyTooLarge' }
  | { readonly refusal: 'unknownPath' | 'noRanking' | 'noReport' | 'busy' | 'fault' }
  | { readonly refusal: 'badIdempotencyKey' | 'noKey' | 'unpaidKit' }
  | { readonly refusal: 'notComplete'; readonly status: ReportStatus }
  | ({ readonly refusal: 'notComparable' } & NotComparable)
  | { readonly refusal: 'wrongMethod'; readonly allow: string }
  | { readonly refusal: 'rateLimited'; readonly by: 'key' | 'address'; readonly quota: Quota }

/** An error response, whose body is JSON. */
export interface ErrorReply extends PlainResponse {
  readonly body: string
}

/** The error response for a refusal. All sentences for API callers are here, and none repeats what the caller sent. */
export function errorReply(refusal: Refusal): ErrorReply {
  switch (refusal.refusal) {
    case 'malformedRequest':
      return reply(400, { error: 'The request is not valid HTTP.' })
    case 'malformedUrl':
      return reply(400, { error: 'The address is not valid: a percent sign in it does not begin a UTF-8 character.' })
    case 'noJson':
      return reply(400, { error: 'The body must be one JSON object in UTF-8.' })
    case 'badIdempotencyKey':
      return reply(400, { error: IDEMPOTENCY, fields: ['idempotencyKey'] })
    case 'unwritten':
      return reply(400, {
        error:
          'Nothing was started, because this server cannot write questions in this language: send as many seedPrompts as the plan asks.',
        fields: ['seedPrompts'],
      })
    case 'wrongFields':
      return reply(400, {
        error: 'Some fields are missing, not valid or not known; `fields` names them.',
        fields: [...refusal.fields],
      })
    case 'noKey':
    case 'accountGone':
      return reply(401, { error: 'This address needs an active API key.' }, { 'www-authenticate': 'Bearer' })
    case 'noCredit':
      return reply(402, { error: 'No credit is left; nothing was started.' })
    case 'noPlan':
      return reply(402, { error: 'A report on own keys needs an active Agent plan.', limit: 'plan' })
    case 'unverified':
      return reply(403, { error: "The account's e-mail address must be verified before it starts reports." })
    case 'byokOff':
      return reply(403, { error: 'Reports on own provider keys are not enabled on this server.' })
    case 'unpaidKit':
      return reply(403, { error: 'Only paid reports have a kit, and this report is not paid.' })
    case 'unknownPath':
      return reply(404, { error: 'There is nothing at this address.' })
    case 'noRanking':
      return reply(404, { error: 'There is no such ranking.' })
    case 'noReport':
      return reply(404, { error: 'There is no such report.' })
    case 'wrongMethod':
      return reply(405, { error: 'This address does not support that method.' }, { allow: refusal.allow })
    case 'requestTimeout':
      return reply(408, { error: 'The request took too long to arrive.' })
    case 'notComplete':
      return reply(409, { error: 'The report is not complete, so it has no kit.', status: refusal.status })
    case 'notComparable': {
      const { notComparable, status } = refusal
      return reply(409, { error: NOT_COMPARABLE[notComparable], ...(status && { status }) })
    }
    case 'creditReturned':
      return reply(409, { error: 'The credit of that start is back in the balance; start again with a new key.' })
    case 'bodyTooLarge':
      return reply(413, { error: 'The body is larger than 32 KB.' })
    case 'wrongType':
      return reply(415, { error: 'The body must be sent as application/json, not compressed.' })
    case 'rateLimited': {
      const error = `Too many requests ${refusal.by === 'key' ? 'with this key' : 'from this address'}; wait until the minute is over.`
      return limited({ error }, refusal.quota.resetSeconds)
    }
    case 'startsLimited': {
      const error = 'This key has started as many reports as it may in an hour; wait until the hour is over.'
      return limited({ error }, secondsOf(refusal.retryAfterMs))
    }
    case 'planLimited': {
      const { limit, retryAfterMs } = refusal
      return limited({ error: PLAN_LIMITS[limit], limit }, retryAfterMs && secondsOf(retryAfterMs))
    }
    case 'headersTooLarge':
      return reply(431, { error: 'The headers of the request are too large.' })
    case 'fault':
      return reply(500, { error: 'Something went wrong on our side.' })
    case 'busy':
      return reply(503, { error: 'The service is busy for a moment; try again shortly.' }, { 'retry-after': '5' })
  }
}

const IDEMPOTENCY =
  'An idempotency key has 16 to 128 characters of A-Z a-z 0-9 - _, and is the same in the header and in the body.'

const PLAN_LIMITS: Readonly<Record<LimitRefusal['limit'], string>> = {
  projects: 'The Agent plan allows no further domain in this billing period.',
  reportsPerMonth: 'The Agent plan allows no further report in this billing period.',
  perDay: 'The Agent plan allows no further report in these 24 hours.',
  concurrent: 'The Agent plan allows no further report at the same time; wait until one has finished.',
}

/** SQLite locked or read-only, its disk full or failed; PostgreSQL unreachable or read-only. */
const UNAVAILABLE = /^(SQLITE_(BUSY|LOCKED|PROTOCOL|IOERR|CANTOPEN|FULL|READONLY)|STORE_(AWAY|READONLY)$)/

/** `busy` for a store that is unavailable for the moment, `fault` for anything else. */
export function refusalOf(fault: unknown): Refusal {
  return { refusal: UNAVAILABLE.test(codeOf(fault)) ? 'busy' : 'fault' }
}

/** Whole seconds to wait, at least 1. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

function limited(error: ErrorBody, retryAfterSeconds: number | undefined): ErrorReply {
  if (retryAfterSeconds === undefined) return reply(429, error)
  return reply(429, { ...error, retryAfterSeconds }, { 'retry-after': String(retryAfterSeconds) })
}

function reply(status: number, error: ErrorBody, headers: Record<string, string> = {}): ErrorReply {
  const body = JSON.stringify(error)
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  }
}
