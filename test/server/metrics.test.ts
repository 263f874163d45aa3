import { expect, test } from 'vitest'
import { createMetricsApp } from '../../server/metrics.ts'

const app = (text = async () => 'up 1\n') => createMetricsApp({ contentType: 'text/plain; version=0.0.4', text })

test('/metrics returns the metrics in their content type, not cached', async () => {
  const response = await app().request('/metrics')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('up 1\n')
})

test.each([
  ['GET', '/', 404],
  ['GET', '/v1/reports', 404],
  ['POST', '/metrics', 405],
])('%s %s is %d', async (method, path, status) => {
  const response = await app().request(path, { method })
  expect(response.status).toBe(status)
  expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null)
})

test('a fault is not described to the client', async () => {
  const response = await app(async () => {
    throw new Error('postgres://svc:secret@host/svc')
  }).request('/metrics')
  expect(response.status).toBe(500)
  expect(await response.text()).toBe('The metrics are unavailable.\n')
})
