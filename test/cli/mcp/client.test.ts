import { expect, test } from 'vitest'
import { createClient, operationOf } from '../../../cli/mcp/client.ts'

const SETTINGS = { baseUrl: 'https://api.example', apiKey: 'svc_Yk2hQ8vZr5TnX1pLw7cJ4mB9dF3gS6' }
const SIGNAL = new AbortController().signal
const WELL = { fields: ['domain'], limit: 'perDay', retryAfterSeconds: 17, status: 'FAILED' }

function startAnswered(response: Response) {
  const api = createClient(SETTINGS, async () => response)
  return api.call(operationOf('startReport'), { body: {} }, SIGNAL)
}

test.each<[object, string]>([
  [{ limit: 'newKind' }, 'limit'],
  [{ retryAfterSeconds: 2.5 }, 'retryAfterSeconds'],
  [{ fields: 'domain' }, 'fields'],
  [{ status: 7 }, 'status'],
])('all other fields of an error body with %j are reported', async (odd, left) => {
  const body = { error: 'Enough for today.', ...WELL, ...odd }
  const outcome = await startAnswered(Response.json(body, { status: 429 }))
  const rest = Object.fromEntries(Object.entries(WELL).filter(([name]) => name !== left))
  expect(outcome).toEqual({ failure: { error: 'Enough for today.', httpStatus: 429, ...rest } })
})

test('the header says how long to wait if the body says it in another form', async () => {
  const body = { error: 'Too many.', retryAfterSeconds: '17' }
  const outcome = await startAnswered(Response.json(body, { status: 429, headers: { 'retry-after': '17' } }))
  expect(outcome).toEqual({ failure: { error: 'Too many.', httpStatus: 429, retryAfterSeconds: 17 } })
})

test.each([{ ...WELL }, { ...WELL, error: { message: 'No.' } }])('%j is not an error body', async (body) => {
  const outcome = await startAnswered(Response.json(body, { status: 400 }))
  const error = expect.stringContaining("not the API's")
  expect(outcome).toEqual({ failure: { error, httpStatus: 400 } })
})

test.each<[number, object]>([
  [200, { outcomeUnknown: true }],
  [404, {}],
])('a body with status %i that is too large to read is reported, and not read to its end', async (status, more) => {
  const part = new Uint8Array(1_024 * 1_024)
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(part),
    cancel: () => {
      cancelled = true
    },
  })
  const outcome = await startAnswered(new Response(body, { status }))
  const error = 'The response is larger than 64 MB; check that SVC_BASE_URL is the address of the API.'
  expect(outcome).toEqual({ failure: { error, httpStatus: status, ...more } })
  expect(cancelled).toBe(true)
})
