import { expect, test } from 'vitest'
import { afterError, mayAskAgain, mayBeBilled, newTries } from '../../pipeline/ask/retry.ts'
import { EngineError, type EngineErrorKind } from '../../pipeline/engines/error.ts'

const half = () => 0.5

test.each<[EngineErrorKind, string]>([
  ['KEY_REJECTED', 'provider rejected the key'],
  ['QUOTA', "provider's quota or credit is used up"],
  ['PROVIDER_REFUSED', 'provider refused the account, the country or the model'],
])('%s stops the whole engine', (kind, reason) => {
  expect(afterError(new EngineError(kind), newTries(), half)).toEqual({ kind: 'stop', reason })
})

test.each<EngineErrorKind>(['BAD_REQUEST', 'REDIRECTED', 'TOO_LONG'])('%s is not sent twice', (kind) => {
  expect(afterError(new EngineError(kind), newTries(), half)).toEqual({ kind: 'failed' })
})

test.each<EngineErrorKind>([
  ...(['OVERLOADED', 'SERVER', 'CONNECTION_REFUSED', 'NETWORK', 'TIMEOUT', 'UNREADABLE'] as const),
])('%s is asked three times in all', (kind) => {
  const tries = newTries()
  const next = () => afterError(new EngineError(kind), tries, half)
  expect([next(), next(), next()]).toEqual([
    { kind: 'again', delayMs: 500 },
    { kind: 'again', delayMs: 1_000 },
    { kind: 'failed' },
  ])
})

test('a 429 is waited out eight times, not counted among the three attempts', () => {
  const tries = newTries()
  const kinds = Array.from({ length: 9 }, () => afterError(new EngineError('RATE_LIMITED'), tries, half).kind)
  expect(kinds).toEqual([...Array(8).fill('again'), 'failed'])
  expect(tries.asked).toBe(0)
})

test('a 429 is not waited out for more than ten minutes', () => {
  const tries = { ...newTries(), rateLimitedMs: 9.5 * 60_000 }
  expect(afterError(new EngineError('RATE_LIMITED', { retryAfterMs: 60_000 }), tries, half)).toEqual({ kind: 'failed' })
})

test("the server's hint wins over a shorter backoff, up to a minute", () => {
  const after = (retryAfterMs: number) =>
    afterError(new EngineError('RATE_LIMITED', { retryAfterMs }), newTries(), half)
  expect([after(7_000), after(900_000)]).toEqual([
    { kind: 'again', delayMs: 7_000 },
    { kind: 'again', delayMs: 60_000 },
  ])
})

test('the backoff stays under thirty seconds', () => {
  const tries = { ...newTries(), rateLimits: 7 }
  expect(afterError(new EngineError('RATE_LIMITED'), tries, () => 1)).toEqual({ kind: 'again', delayMs: 30_000 })
})

test('only a request that was sent may be billed: a refused connection costs nothing', () => {
  const kinds: EngineErrorKind[] = ['TIMEOUT', 'NETWORK', 'UNREADABLE', 'TOO_LONG', 'CONNECTION_REFUSED', 'REDIRECTED']
  const billed = [...kinds, 'RATE_LIMITED' as const].filter((kind) => mayBeBilled(new EngineError(kind)))
  expect(billed).toEqual(['TIMEOUT', 'NETWORK', 'UNREADABLE', 'TOO_LONG'])
})

test('a reading may ask once more, but not after two failures', () => {
  const fresh = newTries()
  expect([mayAskAgain(fresh), mayAskAgain(fresh)]).toEqual([true, false])
  expect(mayAskAgain({ ...newTries(), asked: 2 })).toBe(false)
})
