import { expect, test } from 'vitest'
import { assertErrorShape } from '../../support/error-shape.ts'
import { freshApp } from '../fresh-app.ts'

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

test('takes only reads', async () => {
  const { get } = await freshApp()
  const response = await get('/healthz', {}, 'POST')
  await assertErrorShape(response, 405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
