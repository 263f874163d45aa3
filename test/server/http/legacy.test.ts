import { describe, expect, test } from 'vitest'
import { isApiPath, legacyHeaders } from '../../../server/http/headers.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { frozenRanking, publish } from '../../support/rankings.ts'
import { BODY, customer, start } from '../customer.ts'
import { freshApp } from '../fresh-app.ts'

function successor(response: Response): string | undefined {
  return /^<([^<>]+)>; rel="successor-version"$/.exec(response.headers.get('link') ?? '')?.[1]
}

describe('the older base', () => {
  test('answers as the current one does, and says that it is deprecated and what succeeds it §9.4.1', async () => {
    const { db, get } = await freshApp()
    const { headers } = await customer(db)
    await publish(db, frozenRanking())
    for (const [path, status] of [
      ['/v1/rankings', 200],
      ['/v1/rankings/crm-software?month=2026-10', 200],
      ['/v1/rankings/unknown', 404],
      ['/v1/reports', 200],
      ['/v1/reports/unknown/status', 404],
      ['/v1/openapi.json', 200],
      ['/v1/nothing', 404],
      ['/v1/rankings/%ff', 400],
    ] as const) {
      const [old, current] = [await get(`/api${path}`, headers), await get(path, headers)]
      expect(old.status, path).toBe(status)
      expect(current.status, path).toBe(status)
      expect(await old.text()).toBe(await current.text())
      // This is a structured date of RFC 9745.
      expect(old.headers.get('deprecation')).toMatch(/^@\d{10}$/)
      expect(successor(old)).toBe(`https://api.example${path}`)
      expect(current.headers.get('deprecation')).toBeNull()
      expect(current.headers.get('link')).toBeNull()
    }
  })

  test('marks refusals, preflights and what may not be called without a key too, and never redirects §9.4.2', async () => {
    const { get } = await freshApp()
    for (const [method, status] of [
      ['GET', 401],
      ['DELETE', 405],
      ['OPTIONS', 204],
    ] as const) {
      const response = await get('/api/v1/reports', {}, method)
      expect(response.status).toBe(status)
      expect(successor(response)).toBe('https://api.example/v1/reports')
    }
  })

  test('shares the limit of the current one', async () => {
    const { get } = await freshApp()
    await get('/v1/rankings')
    expect((await get('/api/v1/rankings')).headers.get('ratelimit-remaining')).toBe('58')
    for (let request = 0; request < 58; request++) await get('/api/v1/rankings')
    const response = await get('/api/v1/rankings')
    await assertErrorShape(response, 429)
    expect(successor(response)).toBe('https://api.example/v1/rankings')
  })

  test('starts a report whose links lead to the current host', async () => {
    const { db, send } = await freshApp()
    const ada = await customer(db, { credits: 1 })
    const response = await send('/api/v1/reports', start(ada, BODY))
    expect(response.status).toBe(202)
    expect(response.headers.get('deprecation')).not.toBeNull()
    const { slug, statusUrl } = Object(await response.json())
    expect(statusUrl).toBe(`https://api.example/v1/reports/${slug}/status`)
  })

  test('is only /api/v1', async () => {
    const { get } = await freshApp()
    for (const path of ['/api', '/api/', '/api/v2/rankings', '/api/v10', '/api/api/v1/rankings', '/apiv1/rankings']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('deprecation'), path).toBeNull()
      expect(isApiPath(path), path).toBe(false)
    }
  })
})

test('nothing in an address ends the link early', () => {
  const url = { pathname: '/api/v1/x>; rel="next', search: '?a=<b>"\\^`{|}é' } as URL
  expect(legacyHeaders(url, () => 'https://api.example').link).toBe(
    '<https://api.example/v1/x%3E;%20rel=%22next?a=%3Cb%3E%22%5C%5E%60%7B%7C%7D%C3%A9>; rel="successor-version"',
  )
})
