import { ZodError } from 'zod'
import { EngineError } from './error.ts'

/** The largest reply body to read, in bytes after decompression. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/**
 * A `fetch` for one call to a vendor that aborts a body as soon as it exceeds 8 MB, and follows no redirects, so the
 * key and the question reach no other host. It passes its errors through `fail`, because the SDKs wrap or drop them.
 */
function vendorFetch(fail: (error: EngineError) => EngineError): typeof fetch {
  const globalFetch = globalThis.fetch
  return async (input, init) => {
    const response = await globalFetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      throw neverConnected(error) ? fail(new EngineError('CONNECTION_REFUSED')) : error
    })
    const { status, statusText, headers, body } = response
    if (status >= 300 && status < 400) {
      await body?.cancel()
      throw fail(new EngineError('REDIRECTED', { status }))
    }
    if (body === null) return response
    const limited = bounded(body, () => fail(new EngineError('TOO_LONG', { status })))
    return new Response(limited, { status, statusText, headers })
  }
}

/** Classifies an error that isn't a vendor's: an HTTP 200 in the wrong format, or a broken connection. */
export function brokenCall(error: unknown): EngineError {
  const unreadable = error instanceof SyntaxError || error instanceof ZodError
  return unreadable ? new EngineError('UNREADABLE', { status: 200 }) : new EngineError('NETWORK')
}

function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>, tooLong: () => EngineError) {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BODY_BYTES) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
  return body.pipeThrough(counter)
}

/** Whether no connection was made; a host with several addresses gives an error for each. */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  const { code, syscall }: NodeJS.ErrnoException = error
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo') return true
  return neverConnected(error.cause)
}

/**
 * Runs one call, including reading its body, within `timeoutMs` and until the signal aborts; the SDKs' own timeouts end
 * with the headers or keep the process alive. Throws only EngineError: TIMEOUT, the fault that `fetch` met, or else the
 * error as `toError` classifies it.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  timeoutMs: number,
  call: (signal: AbortSignal, fetch: typeof globalThis.fetch) => Promise<T>,
  toError: (error: unknown) => EngineError,
): Promise<T> {
  if (signal.aborted) throw new EngineError('TIMEOUT')
  // AbortSignal.any with AbortSignal.timeout can be garbage-collected before it fires.
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal.addEventListener('abort', abort, { once: true })
  let failure: EngineError | undefined
  const fail = (error: EngineError) => {
    failure ??= error
    return error
  }
  try {
    return await call(controller.signal, vendorFetch(fail))
  } catch (error) {
    if (failure !== undefined) throw failure
    if (controller.signal.aborted) throw new EngineError('TIMEOUT')
    throw error instanceof EngineError ? error : toError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
