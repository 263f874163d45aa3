import { z } from 'zod'
import { errorBody } from '../../pipeline/contract/error.ts'

/** Why a tool failed: the API's error body, and what the caller needs in order to continue. */
export const failure = errorBody.extend({
  /** Null if the API was not called or not reached. */
  httpStatus: z.int().nullable(),
  /** The report may have been started; only a retry with this idempotencyKey finds out safely. */
  outcomeUnknown: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
  /** The request's id in the service's log. */
  requestId: z.string().optional(),
})
export type Failure = z.infer<typeof failure>

/** A failure that never reached the API. */
export function refused(error: string, rest: Partial<Failure> = {}): Failure {
  return { error, httpStatus: null, ...rest }
}

/** What went wrong and what to do next, in sentences. */
export function explain(failure: Failure): string {
  const { httpStatus, error, fields, limit, status, retryAfterSeconds, requestId } = failure
  const known = failure.idempotencyKey === undefined ? '' : ` "${failure.idempotencyKey}"`
  return [
    error,
    ...(httpStatus === null ? [] : [`(HTTP ${httpStatus})`]),
    ...(fields === undefined || fields.length === 0 ? [] : [`Fix: ${fields.join(', ')}.`]),
    ...(limit === undefined ? [] : [`Limit: ${limit}.`]),
    ...(status === undefined ? [] : [`The report is ${status}.`]),
    ...(httpStatus === 401 ? ['Check SVC_API_KEY in the environment of this tool server.'] : []),
    ...(retryAfterSeconds === undefined
      ? []
      : [`Wait ${retryAfterSeconds} seconds before the next call (retryAfterSeconds: ${retryAfterSeconds}).`]),
    ...(limit !== undefined && retryAfterSeconds === undefined ? ['Do not retry in a loop.'] : []),
    ...(failure.outcomeUnknown === true
      ? [
          'It is unknown whether the report was started.',
          `Call report_start again with the same arguments and idempotencyKey${known}:`,
          'that returns the report if there is one, starts it if there is none, and never pays twice.',
          'Do not use another key.',
        ]
      : []),
    ...(httpStatus !== null && httpStatus >= 500 && requestId !== undefined ? [`Request id: ${requestId}.`] : []),
  ].join(' ')
}
