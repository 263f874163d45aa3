import { EngineError } from './error.ts'
import { vendorFetch } from './vendor-fetch.ts'

/**
 * Runs one call, the reading of its body included, under the caller's signal and a limit of its own in ms, and with a
 * `fetch` of its own (see vendor-fetch.ts). The SDKs' own timeouts do not do: one ends with the headers, another keeps the
 * process alive after the call. Throws EngineError and nothing else: TIMEOUT for either end of patience, what its `fetch`
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
