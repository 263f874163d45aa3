import { describe, expect, test } from 'vitest'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { freshApp } from '../fresh-app.ts'

describe('/healthz', () => {
  test('answers without a store, and is not counted', async () => {
    const { db, get } = await freshApp()
    await db.destroy()
    for (let request = 0; request < 61; request++) {
      const response = await get('/healthz')
      expect(response.status).toBe(200)
      expect(response.headers.get('ratelimit-limit')).toBeNull()
    }
    const response = await get('/healthz')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'ok' })
  })
})

describe('/readyz', () => {
  test('says that the store answers', async () => {
    const { get } = await freshApp()
    const response = await get('/readyz')
    expect(response.headers.get('ratelimit-limit')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'ready' })
  })

  test('is 503 while the store is unreachable', async () => {
    const { db, get } = await freshApp()
    await db.destroy()
    const response = await get('/readyz')
    await assertErrorShape(response, 503)
    expect(response.headers.get('retry-after')).toBe('5')
  })
})

test.each(['/healthz', '/readyz'])('%s accepts only reads', async (path) => {
  const { get } = await freshApp()
  const response = await get(path, {}, 'POST')
  await assertErrorShape(response, 405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
