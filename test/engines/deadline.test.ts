import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EngineError } from '../../pipeline/engines/error.ts'
import { withDeadline } from '../../pipeline/engines/vendor-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const network = () => new EngineError('NETWORK')

/** A call that only its signal ends, with the error that `fetch` throws then. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('returns the result of the call and leaves no timer or listener', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  await expect(withDeadline(signal, 1000, async () => 'reply', network)).resolves.toBe('reply')
  expect(vi.getTimerCount()).toBe(0)
  expect(removed).toHaveBeenCalledOnce()
})

test('ends the call at its timeout', async () => {
  const call = withDeadline(new AbortController().signal, 1000, endless, network)
  const ended = expect(call).rejects.toMatchObject({ kind: 'TIMEOUT' })
  await vi.advanceTimersByTimeAsync(1000)
  await ended
})

test('ends the call when the signal aborts, and leaves no timer', async () => {
  const controller = new AbortController()
  const call = withDeadline(controller.signal, 1000, endless, network)
  controller.abort()
  await expect(call).rejects.toMatchObject({ kind: 'TIMEOUT' })
  expect(vi.getTimerCount()).toBe(0)
})

test('starts nothing if the signal has already aborted', async () => {
  const call = vi.fn(async () => 'reply')
  await expect(withDeadline(AbortSignal.abort(), 1000, call, network)).rejects.toMatchObject({ kind: 'TIMEOUT' })
  expect(call).not.toHaveBeenCalled()
})

test('rethrows an EngineError and classifies every other error', async () => {
  const { signal } = new AbortController()
  const throwing = (error: unknown) => withDeadline(signal, 1000, () => Promise.reject(error), network)
  await expect(throwing(new EngineError('QUOTA'))).rejects.toMatchObject({ kind: 'QUOTA' })
  await expect(throwing(new TypeError('fetch failed'))).rejects.toMatchObject({ kind: 'NETWORK' })
})
