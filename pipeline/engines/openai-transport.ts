import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { withDeadline } from './deadline.ts'
import type { VendorAccess } from './engine.ts'
import { EngineError } from './error.ts'
import { brokenCall } from './vendor-fetch.ts'

/**
 * Says what an HTTP error means at one vendor. `error` is what stands under `error` in its JSON body, undefined where
 * there is none; `now` (epoch ms) is what a date in `retry-after` is counted from.
 */
export type ToError = (status: number, headers: Headers, error: unknown, now: number) => EngineError

/** The body of an HTTP 200: as it came, and parsed. */
export interface Sent {
  readonly raw: string
  readonly body: unknown
}

/**
 * How the three vendors are reached that speak the Responses API. The SDK takes whatever it isn't given from the
 * OPENAI_* variables and would send it to all three of them, so everything is given.
 * The function returned throws EngineError and nothing else; the SDK's own errors repeat the key and go no further.
 */
export function createTransport({ apiKey, baseUrl, timeoutMs }: VendorAccess, toError: ToError) {
  const client = new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
  })
  return (request: object, signal: AbortSignal): Promise<Sent> =>
    withDeadline(
      signal,
      timeoutMs,
      async (limited, fetch) => {
        const options = { body: request, signal: limited, timeout: timeoutMs, maxRetries: 0 }
        // As text, because the raw body is what the journal keeps. Read so, the SDK's timeout ends with the headers.
        const raw = await (await client.withOptions({ fetch }).post('/responses', options).asResponse()).text()
        return { raw, body: JSON.parse(raw) }
      },
      (error) => fromSdkError(error, toError),
    )
}

function fromSdkError(error: unknown, toError: ToError): EngineError {
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError)
    return new EngineError('TIMEOUT')
  if (error instanceof APIError && error.status !== undefined)
    return toError(error.status, error.headers ?? new Headers(), error.error, Date.now())
  return brokenCall(error)
}
