import { ZodError } from 'zod'
import { EngineError } from './error.ts'

/** The longest body of a reply that is read, in bytes after decompression. */
const BYTES_AT_MOST = 8 * 1024 * 1024

/** The `fetch` of one call, and the fault that it met: the SDKs wrap its errors, and one drops what they hold. */
interface VendorFetch {
  readonly fetch: typeof fetch
  fault(): EngineError | undefined
}

/**
 * A `fetch` for one call to a vendor. It follows no redirect, as the key and the question stay with the host that they
 * are meant for, and it ends a body that grows beyond 8 MB while it streams.
 */
function vendorFetch(): VendorFetch {
  const plain = globalThis.fetch
  let fault: EngineError | undefined
  const fail = (met: EngineError) => {
    fault ??= met
    return met
  }
  return {
    fault: () => fault,
    fetch: async (input, init) => {
      const response = await plain(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
        throw neverConnected(error) ? fail(new EngineError('CONNECTION_REFUSED')) : error
      })
      const { status, statusText, headers, body } = response
      if (status >= 300 && status < 400) {
        await body?.cancel()
        throw fail(new EngineError('REDIRECTED', { status }))
      }
      if (body === null) return response
      return new Response(
        bounded(body, () => fail(new EngineError('TOO_LONG', { status }))),
        {
          status,
          statusText,
          headers,
        },
      )
    },
  }
}

/** What an error means that no vendor sent: a reply of HTTP 200 in another form than the vendor's, or a broken connection. */
export function brokenCall(error: unknown): EngineError {
  const unreadable = error instanceof SyntaxError || error instanceof ZodError
  return unreadable ? new EngineError('UNREADABLE', { status: 200 }) : new EngineError('NETWORK')
}

function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>, tooLong: () => EngineError) {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > BYTES_AT_MOST) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
  return body.pipeThrough(counter)
}

/** Whether the request ended before a connection stood; a host with several addresses has an error for each. */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  const { code, syscall }: NodeJS.ErrnoException = error
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo') return true
  return neverConnected(error.cause)
}

/**
 * Runs one call, the reading of its body included, under the caller's signal and a limit of its own in ms, and with a
 * `fetch` of its own. The SDKs' own timeouts don't do: one ends with the headers, another keeps
 * the process alive after the call. Throws EngineError and nothing else: TIMEOUT for either end of patience, what its `fetch`
 * met, `toError`'s reading of whatever else came.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  timeoutMs: number,
  call: (signal: AbortSignal, fetch: typeof globalThis.fetch) => Promise<T>,
  toError: (error: unknown) => EngineError,
): Promise<T> {
  if (signal.aborted) throw new EngineError('TIMEOUT')
  // Not AbortSignal.any with AbortSignal.timeout: the pair can be collected and never fire.
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal.addEventListener('abort', abort, { once: true })
  const vendor = vendorFetch()
  try {
    return await call(controller.signal, vendor.fetch)
  } catch (error) {
    const fault = vendor.fault()
    if (fault !== undefined) throw fault
    if (controller.signal.aborted) throw new EngineError('TIMEOUT')
    throw error instanceof EngineError ? error : toError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
