import type { z } from 'zod'
import { errorBody } from '../../pipeline/contract/error.ts'
import type { Operation, OperationId } from '../../pipeline/contract/operations.ts'
import { operations } from '../../pipeline/contract/operations.ts'
import type { Failure } from './failure.ts'
import { refused } from './failure.ts'
import type { Settings } from './settings.ts'

/** Below the 60 seconds after which agents commonly give a tool up, so that they hear what happened. */
const TIMEOUT_MS = 30_000
/** The largest body that is read; a report of 600 long answers has a tenth of it. */
const MAX_BYTES = 64 * 1_024 * 1_024

type Listed = (typeof operations)[number]

export interface ApiRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Outcome<Body> = { readonly body: Body } | { readonly failure: Failure }

export interface ApiClient {
  /** Calls one operation; every refusal, fault and timeout is a value. `signal` gives the call up. */
  call<Body>(
    operation: Operation & { readonly response: z.ZodType<Body> },
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Body>>
}

/** The operation of the API with this id. */
export function operationOf<Id extends OperationId>(id: Id): Listed & { readonly id: Id } {
  const found = operations.find((each): each is Listed & { readonly id: Id } => each.id === id)
  if (found === undefined) throw new TypeError(`no operation ${id}`)
  return found
}

/** A client of the API, made from the contract's table of operations; a key goes only to operations that need one. */
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
      const limit = new AbortController()
      const late = setTimeout(() => limit.abort(), timeoutMs)
      const giveUp = () => limit.abort()
      signal.addEventListener('abort', giveUp)
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
          signal: limit.signal,
        })
        return outcomeOf(operation, response, jsonOf(await textOf(response)))
      } catch {
        // What was thrown may repeat what was sent, so it is not looked at.
        const error = signal.aborted
          ? 'The call was given up.'
          : limit.signal.aborted
            ? `The service did not answer within ${timeoutMs / 1_000} seconds.`
            : 'The service cannot be reached; check that it runs and that SVC_BASE_URL is its address.'
        return { failure: refused(error, unknownAfter(operation)) }
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', giveUp)
      }
    },
  }
}

function addressOf(baseUrl: string, path: string, { params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `${baseUrl}${filled}${search && `?${search}`}`
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new RangeError('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function outcomeOf<Body>(
  operation: Operation & { readonly response: z.ZodType<Body> },
  response: Response,
  json: unknown,
): Outcome<Body> {
  const { status, headers } = response
  const parsed = response.ok ? operation.response.safeParse(json) : undefined
  if (parsed?.success === true) return { body: parsed.data }
  const refusal = response.ok ? undefined : errorBody.safeParse(json).data
  const error =
    refusal?.error ??
    (status >= 300 && status < 400
      ? 'The service redirects, which is not followed; set SVC_BASE_URL to the address that it leads to.'
      : 'The answer is not one of the API; check that SVC_BASE_URL is its address and that both are of one version.')
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? secondsOf(headers.get('retry-after'))
  const requestId = /^[\w-]{1,64}$/.exec(headers.get('x-request-id') ?? '')?.[0]
  return {
    failure: {
      ...refusal,
      error,
      httpStatus: status,
      ...((response.ok || status >= 500) && unknownAfter(operation)),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(requestId !== undefined && { requestId }),
    },
  }
}

/** Without an answer that can be understood, a start may have gone through or not; a read changes nothing. */
function unknownAfter({ method }: Operation): Pick<Failure, 'outcomeUnknown'> {
  return method === 'POST' ? { outcomeUnknown: true } : {}
}

function secondsOf(header: string | null): number | undefined {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined
}
