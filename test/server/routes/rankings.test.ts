import { describe, expect, test } from 'vitest'
import { operations } from '../../../pipeline/contract/operations.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { frozenRanking, publish } from '../../support/rankings.ts'
import { freshApp } from '../fresh-app.ts'

async function published() {
  const service = await freshApp()
  await publish(service.db, frozenRanking({ month: '2026-09', checkedAt: '2026-09-02T08:30:00.000Z' }))
  await publish(service.db, frozenRanking())
  await publish(service.db, frozenRanking({ version: 2, checkedAt: '2026-10-03T08:30:00.000Z' }))
  await publish(service.db, frozenRanking({ slug: 'help-desk', category: 'Help desk', simulated: true }))
  return service
}

const LIST = '/v1/rankings'
const ONE = '/v1/rankings/crm-software'

describe('GET /v1/rankings', () => {
  test("lists every category's newest month with the address of its page §2.7.2 §4.6.1", async () => {
    const { get } = await published()
    const response = await get(LIST)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { rankings } = operations[0].response.strict().parse(await response.json())
    expect(rankings).toEqual([
      expect.objectContaining({
        slug: 'crm-software',
        month: '2026-10',
        checkedAt: '2026-10-03T08:30:00.000Z',
        answers: 3,
        simulated: false,
        url: 'https://www.example/rankings/crm-software/',
      }),
      expect.objectContaining({ slug: 'help-desk', simulated: true, url: 'https://www.example/rankings/help-desk/' }),
    ])
  })

  test('is an empty list before anything was published', async () => {
    const { get } = await freshApp()
    expect(await (await get(LIST)).json()).toEqual({ rankings: [] })
  })
})

describe('GET /v1/rankings/{slug}', () => {
  test('gives the newest version of the latest month, as it was frozen §4.7.1', async () => {
    const { get } = await published()
    const body = await (await get(ONE)).json()
    expect(operations[1].response.parse(body)).toEqual(body)
    expect(body).toEqual({
      ranking: {
        ...frozenRanking({ version: 2, checkedAt: '2026-10-03T08:30:00.000Z' }),
        url: 'https://www.example/rankings/crm-software/',
        months: ['2026-10', '2026-09'],
      },
    })
  })

  test('gives an earlier month on request', async () => {
    const { get } = await published()
    expect(await (await get(`${ONE}?month=2026-09`)).json()).toMatchObject({
      ranking: { month: '2026-09', months: ['2026-10', '2026-09'] },
    })
  })

  test.each(['/v1/rankings/unknown', '/v1/rankings/Not%20a%20slug', `${ONE}?month=2025-01`, '/v1/rankings/%2e%2e%2fx'])(
    '%s is 404 §4.7.2 §7.404',
    async (path) => {
      const { get } = await published()
      const { error, ...rest } = await assertErrorShape(await get(path), 404)
      expect(rest).toEqual({})
      expect(error).not.toMatch(/unknown|slug|2025/i)
    },
  )

  test.each(['2026-13', '2026-9', '', 'secret', '2026-09&month=2026-10'])('month=%s is 400', async (month) => {
    const { get } = await published()
    const body = await assertErrorShape(await get(`${ONE}?month=${month}`), 400)
    expect(body.fields).toEqual(['month'])
    expect(body.error).not.toMatch(/secret|2026/)
  })
})

describe.each([LIST, ONE])('caching of %s', (path) => {
  test('the ETag identifies the bytes, and another version has another §4.6.2', async () => {
    const { db, get } = await published()
    const [first, again] = [await get(path), await get(path)]
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    await publish(db, { ...frozenRanking(), version: 99 })
    const later = await get(path)
    expect(await later.text()).not.toBe(await first.text())
    expect(later.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test('If-None-Match: 304 without a body, with the headers of the 200', async () => {
    const { get } = await published()
    const etag = (await get(path)).headers.get('etag') ?? ''
    for (const sent of [etag, `W/${etag}`, `"other", W/"more" ,${etag}`, '*']) {
      const response = await get(path, { 'if-none-match': sent })
      expect(response.status, sent).toBe(304)
      expect(await response.text()).toBe('')
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const sent of ['"other"', etag.slice(1, -1), `"x${etag.slice(1)}`, 'W/*', ''])
      expect((await get(path, { 'if-none-match': sent })).status, sent).toBe(200)
  })

  test('a new version changes the ETag', async () => {
    const { db, get } = await published()
    const etag = (await get(path)).headers.get('etag') ?? ''
    await publish(db, frozenRanking({ version: 3, checkedAt: '2026-10-04T08:30:00.000Z' }))
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const { get } = await published()
    const [full, head] = [await get(path), await get(path, {}, 'HEAD')]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      expect(head.headers.get(name), name).toBe(full.headers.get(name))
    expect(head.headers.get('content-length')).toBe(String((await full.bytes()).byteLength))
  })
})

describe('pages of other origins', () => {
  test('may read answers, errors and the headers that matter', async () => {
    const { get } = await published()
    for (const path of [LIST, ONE, '/v1/rankings/unknown', `${ONE}?month=x`, '/v1/rankings/%ff']) {
      const { headers } = await get(path, { origin: 'https://elsewhere.example' })
      expect(headers.get('access-control-allow-origin'), path).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
      const needed = [
        'etag',
        'x-request-id',
        'retry-after',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
      ]
      expect(exposed).toEqual(expect.arrayContaining(needed))
    }
  })

  test('preflights are 204 without a body', async () => {
    const { get } = await published()
    const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    const response = await get(ONE, preflight, 'OPTIONS')
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('access-control-allow-headers')).toContain('If-None-Match')
    expect(response.headers.get('x-request-id')).not.toBeNull()
  })
})
