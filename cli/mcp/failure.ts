import { z } from 'zod'
import { errorBody } from '../../pipeline/contract/error.ts'

/** Why a tool gave nothing: the API's error body, and around it what the caller needs to go on. */
export const failure = errorBody.extend({
  /** Null where no answer of the API stands behind it: it was not asked, or not reached. */
  httpStatus: z.int().nullable(),
  /** On a start: whether the report was started is unknown, and only a retry with this idempotencyKey finds out safely. */
  outcomeUnknown: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
  /** What the service's log calls the request. */
  requestId: z.string().optional(),
})
export type Failure = z.infer<typeof failure>

/** A failure that never reached the API. */
export function refused(error: string, rest: Partial<Failure> = {}): Failure {
  return { error, httpStatus: null, ...rest }
}

/** What went wrong and what to do now, in sentences. */
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
          [
            'It is unknown whether the report was started.',
            `Call report_start again with the same arguments and idempotencyKey${known}:`,
            'that returns the report if there is one, starts it if there is none, and never pays twice.',
            'Do not use another key.',
          ].join(' '),
        ]
      : []),
    ...(httpStatus !== null && httpStatus >= 500 && requestId !== undefined ? [`Request id: ${requestId}.`] : []),
  ].join(' ')
}
