import { z } from 'zod'
import { type ErrorBody, errorBody } from '../../pipeline/contract/error.ts'
import { type Operation, type OperationId, operations } from '../../pipeline/contract/operations.ts'
import { type Failure, refused } from './failure.ts'
import type { Settings } from './settings.ts'

/** Below the 60 seconds after which agents commonly abandon a tool call, so that they see the error. */
const TIMEOUT_MS = 30_000
/** The largest body that is read; ten times a report of 600 long answers. */
const MAX_BYTES = 64 * 1_024 * 1_024

const { error, fields, retryAfterSeconds, limit, status } = errorBody.shape
/** The error body, perhaps from another version of the API: fields that don't fit are left out. */
const refusalBody = z.object({
  error,
  fields: fields.catch(undefined),
  retryAfterSeconds: retryAfterSeconds.catch(undefined),
  limit: limit.catch(undefined),
  status: status.catch(undefined),
} satisfies Record<keyof ErrorBody, z.ZodType>)

type Listed = (typeof operations)[number]

export interface ApiRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Outcome<Body> = { readonly body: Body } | { readonly failure: Failure }

export interface ApiClient {
  /** Calls one operation; every refusal, fault and timeout is returned as a failure. `signal` cancels the call. */
  call<Body>(
    operation: Operation & { readonly response: z.ZodType<Body> },
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Body>>
}

/** The API's operation with this id. */
export function operationOf<Id extends OperationId>(id: Id): Listed & { readonly id: Id } {
  const found = operations.find((each): each is Listed & { readonly id: Id } => each.id === id)
  if (found === undefined) throw new TypeError(`no operation ${id}`)
  return found
}

/** A client of the API; sends the API key only to operations that need one. */
export function createClient(
  { baseUrl, apiKey }: Pick<Settings, 'baseUrl' | 'apiKey'>,
  fetcher: typeof fetch,
  timeoutMs = TIMEOUT_MS,
): ApiClient {
  return {
    async call(operation, request, signal) {
      const keyed = operation.auth === 'key'
      if (keyed && apiKey === undefined)
        return {
          failure: refused(
            'Reports need an API key: set SVC_API_KEY in the environment of this tool server and start it again.',
          ),
        }
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetcher(addressOf(baseUrl, operation.path, request), {
          method: operation.method,
          headers: {
            accept: 'application/json',
            ...(keyed && { authorization: `Bearer ${apiKey}` }),
            ...(request.body !== undefined && { 'content-type': 'application/json' }),
            ...request.headers,
          },
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
          // A redirect could carry the keys to another host.
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout]),
        })
        return outcomeOf(operation, response, await textOf(response))
      } catch {
        // The error may repeat what was sent, so it is never shown.
        const error = signal.aborted
          ? 'The call was cancelled.'
          : timeout.aborted
            ? `The service did not answer within ${timeoutMs / 1_000} seconds.`
            : 'The service cannot be reached; check that it runs and that SVC_BASE_URL is its address.'
        return { failure: refused(error, unknownAfter(operation)) }
      }
    },
  }
}

function addressOf(baseUrl: string, path: string, { params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `${baseUrl}${filled}${search && `?${search}`}`
}

/** The body; undefined if it is larger than MAX_BYTES. */
async function textOf(response: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function outcomeOf<Body>(
  operation: Operation & { readonly response: z.ZodType<Body> },
  response: Response,
  text: string | undefined,
): Outcome<Body> {
  const { status, headers } = response
  const json = jsonOf(text)
  const parsed = response.ok ? operation.response.safeParse(json) : undefined
  if (parsed?.success === true) return { body: parsed.data }
  const refusal = response.ok ? undefined : refusalBody.safeParse(json).data
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? secondsOf(headers.get('retry-after'))
  const requestId = /^[\w-]{1,64}$/.exec(headers.get('x-request-id') ?? '')?.[0]
  return {
    failure: {
      ...refusal,
      error: refusal?.error ?? whyUnreadable(status, text),
      httpStatus: status,
      ...((response.ok || status >= 500) && unknownAfter(operation)),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(requestId !== undefined && { requestId }),
    },
  }
}

function whyUnreadable(status: number, text: string | undefined): string {
  if (status >= 300 && status < 400)
    return 'The service redirects, and redirects are not followed; set SVC_BASE_URL to the address it redirects to.'
  if (text === undefined)
    return `The response is larger than ${MAX_BYTES / 1_024 ** 2} MB; check that SVC_BASE_URL is the address of the API.`
  return "The response is not the API's; check that SVC_BASE_URL is its address and that both have the same version."
}

/** Without a readable response a start may or may not have gone through; a read changes nothing. */
function unknownAfter({ method }: Operation): Pick<Failure, 'outcomeUnknown'> {
  return method === 'POST' ? { outcomeUnknown: true } : {}
}

function secondsOf(header: string | null): number | undefined {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined
}
