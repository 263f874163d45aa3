import { HTTPResponse } from 'h3'
import type { ErrorBody } from '../../pipeline/contract/error.ts'

/** Why a request is refused. A refusal is a value that a handler returns; a fault is an exception. */
export type Refusal =
  | { readonly refusal: 'malformedRequest' | 'malformedUrl' | 'requestTimeout' | 'headersTooLarge' }
  | { readonly refusal: 'unknownPath' | 'noRanking' | 'busy' | 'fault' }
  | { readonly refusal: 'badMonth' }
  | { readonly refusal: 'wrongMethod'; readonly allow: string }
  | { readonly refusal: 'rateLimited'; readonly retryAfterSeconds: number }

/** An error as it goes out: the status, the headers that belong to the refusal, and the JSON of its body. */
export interface ErrorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The error that answers a refusal. The sentences stand here alone, and none repeats anything that was sent. */
export function errorReply(refusal: Refusal): ErrorReply {
  switch (refusal.refusal) {
    case 'malformedRequest':
      return reply(400, { error: 'The request is not valid HTTP.' })
    case 'malformedUrl':
      return reply(400, { error: 'The address is not valid: a percent sign in it does not begin a UTF-8 character.' })
    case 'badMonth':
      return reply(400, { error: 'The month must be written YYYY-MM, once.', fields: ['month'] })
    case 'unknownPath':
      return reply(404, { error: 'There is nothing at this address.' })
    case 'noRanking':
      return reply(404, { error: 'There is no such ranking.' })
    case 'wrongMethod':
      return reply(405, { error: 'This address does not take that method.' }, { allow: refusal.allow })
    case 'requestTimeout':
      return reply(408, { error: 'The request took too long to arrive.' })
    case 'rateLimited': {
      const { retryAfterSeconds } = refusal
      const error = 'Too many requests from this address; wait until the minute is over.'
      return reply(429, { error, retryAfterSeconds }, { 'retry-after': String(retryAfterSeconds) })
    }
    case 'headersTooLarge':
      return reply(431, { error: 'The headers of the request are too large.' })
    case 'fault':
      return reply(500, { error: 'Something went wrong on our side.' })
    case 'busy':
      return reply(503, { error: 'The service is busy for a moment; try again shortly.' }, { 'retry-after': '5' })
  }
}

/** The same error as h3 answers with it. */
export function errorResponse(refusal: Refusal): HTTPResponse {
  const { body, ...init } = errorReply(refusal)
  return new HTTPResponse(body, init)
}

/** What a fault looks like from outside: a store that is locked is busy, everything else is a fault. */
export function refusalOf(fault: unknown): Refusal {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  return { refusal: /^SQLITE_(BUSY|LOCKED)/.test(code) ? 'busy' : 'fault' }
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
