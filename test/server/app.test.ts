import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operations } from '../../pipeline/contract/operations.ts'
import { revokeKey } from '../../pipeline/store/accounts/keys.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { isPostgres } from '../../pipeline/store/driver/schema.ts'
import { assertErrorShape } from '../support/checks/error-shape.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { openTestQueue } from '../support/store/queue.ts'
import { freshDatabase } from '../support/store/store.ts'
import { BYOK, customer, start } from './customer.ts'
import { freshApp, NOON } from './fresh-app.ts'

describe('errors', () => {
  test.each(['/v1', '/v1/', '/v1/marker', '/v1/rankings/a/b', '/marker', '/v1%2Frankings', '//v1/rankings'])(
    '%s is 404 and not repeated',
    async (path) => {
      const { get } = await freshApp()
      const body = await assertErrorShape(await get(path), 404)
      expect(JSON.stringify(body)).not.toMatch(/v1|marker/)
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is 405 with Allow', async (method) => {
    const { get } = await freshApp()
    for (const path of ['/v1/rankings', '/v1/rankings/crm-software']) {
      const response = await get(path, {}, method)
      await assertErrorShape(response, 405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  test.each(['/v1/rankings/%ff', '/v1/rankings/%', '/%E0%A4%A', '/v1/%zz'])('%s is 400', async (path) => {
    const { get } = await freshApp()
    expect((await assertErrorShape(await get(path), 400)).fields).toBeUndefined()
  })

  test('HEAD of what is not there is 404 without a body', async () => {
    const { get } = await freshApp()
    const response = await get('/v1/nothing', {}, 'HEAD')
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('')
  })

  test('a fault is a plain 500, and goes to the log with the id of the request', async () => {
    const fault = new Error('secret detail')
    const { db, get, faults } = await failing(fault)
    const response = await get('/v1/rankings')
    const body = await assertErrorShape(response, 500)
    expect(JSON.stringify(body)).not.toContain('secret')
    // On PostgreSQL the limits are rows of the store that fails.
    expect(response.headers.get('ratelimit-remaining')).toBe(isPostgres(db) ? null : '59')
    expect(faults.splice(0)).toEqual([{ fault, requestId: response.headers.get('x-request-id') }])
  })

  test.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    'SQLITE_IOERR_READ',
    'SQLITE_CANTOPEN',
    'SQLITE_FULL',
  ])('%s is 503, to be tried again, and no fault §7.503', async (code) => {
    const { get, logged } = await failing(new SqliteDatabase.SqliteError('database is locked', code))
    const response = await get('/v1/rankings/crm-software')
    await assertErrorShape(response, 503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(logged[0]?.fields).toEqual({ requestId: response.headers.get('x-request-id'), fault: code })
  })

  test('an error while the body is read has the headers of every answer too', async () => {
    const away = new SqliteDatabase.SqliteError('disk', 'SQLITE_IOERR_READ')
    const { get, db } = await failing(away, (query) => JSON.stringify(query).includes('"body"'))
    await publish(db, frozenRanking())
    const response = await get('/v1/rankings/crm-software')
    await assertErrorShape(response, 503)
    expect(response.headers.get('ratelimit-remaining')).toBe('59')
  })
})

describe('X-Request-Id', () => {
  test.each(['12345678', 'a.b_c-D9', 'x'.repeat(128)])('%s is kept', async (id) => {
    const { get } = await freshApp()
    for (const path of ['/healthz', '/v1/rankings', '/v1/nothing', '/nothing', '/%ff'])
      expect((await get(path, { 'x-request-id': id })).headers.get('x-request-id'), path).toBe(id)
  })

  test.each(['1234567', 'x'.repeat(129), 'with space', 'a,b,c,d,e', '<script>1</script>', 'ümlaut-ümlaut'])(
    '%s is replaced',
    async (id) => {
      const { get } = await freshApp()
      const fresh = (await get('/healthz', { 'x-request-id': id })).headers.get('x-request-id')
      expect(fresh).toMatch(/^[A-Za-z0-9_-]{24}$/)
      expect(fresh).not.toBe(id)
    },
  )

  test('is different for every request', async () => {
    const { get } = await freshApp()
    const ids = new Set<string | null>()
    for (let request = 0; request < 100; request++) ids.add((await get('/healthz')).headers.get('x-request-id'))
    expect(ids.size).toBe(100)
  })
})

describe('the address rate limit', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('counts down to a 429 that says when to come back §7.2', async () => {
    const { get, clock } = await freshApp()
    for (let left = 59; left >= 0; left--) {
      const response = await get('/v1/rankings')
      expect(response.status).toBe(200)
      expect(response.headers.get('ratelimit-limit')).toBe('60')
      expect(response.headers.get('ratelimit-remaining')).toBe(String(left))
      expect(response.headers.get('ratelimit-reset')).toBe('40')
    }
    clock.now += 500
    const response = await get('/v1/rankings', { origin: 'https://elsewhere.example' })
    expect((await assertErrorShape(response, 429)).retryAfterSeconds).toBe(40)
    expect(response.headers.get('retry-after')).toBe('40')
    expect(response.headers.get('ratelimit-limit')).toBe('60')
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(response.headers.get('ratelimit-reset')).toBe('40')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('counts every kind of answer under /v1', async () => {
    const { get } = await freshApp()
    const etag = (await get('/v1/rankings')).headers.get('etag') ?? ''
    expect((await get('/v1/rankings', { 'if-none-match': etag })).headers.get('ratelimit-remaining')).toBe('58')
    expect((await get('/v1/rankings', {}, 'OPTIONS')).headers.get('ratelimit-remaining')).toBe('57')
    expect((await get('/v1/rankings', {}, 'HEAD')).headers.get('ratelimit-remaining')).toBe('56')
    expect((await get('/v1/rankings', {}, 'POST')).headers.get('ratelimit-remaining')).toBe('55')
    expect((await get('/v1/nothing')).headers.get('ratelimit-remaining')).toBe('54')
    expect((await get('/v1/rankings/%ff')).headers.get('ratelimit-remaining')).toBe('53')
    expect((await get('/v1')).headers.get('ratelimit-remaining')).toBe('52')
    const keyed = await get('/v1/rankings', { authorization: 'Bearer svc_unknown' })
    expect(keyed.headers.get('ratelimit-remaining')).toBe('51')
    expect((await get('/')).headers.get('ratelimit-remaining')).toBeNull()
  })

  test("starts again at the clock's minute §8.2", async () => {
    const { get, clock } = await freshApp()
    for (let request = 0; request < 60; request++) await get('/v1/rankings')
    clock.now = NOON + 39_999
    const last = await get('/v1/rankings')
    expect((await assertErrorShape(last, 429)).retryAfterSeconds).toBe(1)
    clock.now = NOON + 40_000
    const first = await get('/v1/rankings')
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-remaining')).toBe('59')
    expect(first.headers.get('ratelimit-reset')).toBe('60')
  })

  test('X-Forwarded-For has no effect without proxies', async () => {
    const { get } = await freshApp()
    await get('/v1/rankings', from('192.0.2.1'))
    expect((await get('/v1/rankings', from('192.0.2.2'))).headers.get('ratelimit-remaining')).toBe('58')
  })

  test('behind a proxy each client has its own, whatever it claims itself', async () => {
    const { get } = await freshApp({ trustedProxies: 1 })
    await get('/v1/rankings', from('192.0.2.1'))
    expect((await get('/v1/rankings', from('192.0.2.2'))).headers.get('ratelimit-remaining')).toBe('59')
    expect((await get('/v1/rankings', from('6.6.6.6, 192.0.2.1'))).headers.get('ratelimit-remaining')).toBe('58')
  })

  test('an IPv6 client is counted by its /64', async () => {
    const { get } = await freshApp({ trustedProxies: 1 })
    await get('/v1/rankings', from('2001:db8:1:2::1'))
    const same = await get('/v1/rankings', from('2001:db8:1:2:ffff::9'))
    expect(same.headers.get('ratelimit-remaining')).toBe('58')
    expect((await get('/v1/rankings', from('2001:db8:1:3::1'))).headers.get('ratelimit-remaining')).toBe('59')
  })
})

describe('the rate limit of a key', () => {
  test('is its own: 60 requests a minute wherever they come from, with every kind of answer §7.429 §8.1', async () => {
    const { db, get, clock } = await freshApp({ trustedProxies: 1 })
    const { headers } = await customer(db)
    const paths = ['/v1/reports', '/v1/rankings', '/v1/reports/x/status', '/v1/openapi.json', '/v1/nothing', '/v1/%ff']
    for (let left = 59; left >= 0; left--) {
      const path = paths[left % paths.length] ?? ''
      const response = await get(path, { ...headers, 'x-forwarded-for': `192.0.2.${left}` })
      expect(response.headers.get('ratelimit-limit')).toBe('60')
      expect(response.headers.get('ratelimit-remaining'), path).toBe(String(left))
    }
    for (const path of paths) {
      const response = await get(path, headers)
      const { retryAfterSeconds, limit } = await assertErrorShape(response, 429)
      expect({ retryAfterSeconds, limit }).toEqual({ retryAfterSeconds: 40, limit: undefined })
      expect(response.headers.get('retry-after')).toBe('40')
      expect(response.headers.get('ratelimit-remaining')).toBe('0')
      expect(response.headers.get('ratelimit-reset')).toBe('40')
    }
    clock.now = NOON + 40_000
    expect((await get('/v1/reports', headers)).headers.get('ratelimit-remaining')).toBe('59')
  })

  test('is apart from other keys and from the limit of the address', async () => {
    const { db, get } = await freshApp()
    const ada = await customer(db)
    const bob = await customer(db, { email: 'bob@agency.example' })
    for (let request = 0; request < 61; request++) await get('/v1/reports', ada.headers)
    expect((await get('/v1/reports', bob.headers)).headers.get('ratelimit-remaining')).toBe('59')
    expect((await get('/v1/rankings')).headers.get('ratelimit-remaining')).toBe('59')
  })

  test('holds for a valid key even if its address has used up its own', async () => {
    const { db, get } = await freshApp()
    const { headers } = await customer(db)
    for (let request = 0; request < 60; request++) await get('/v1/rankings')
    await assertErrorShape(await get('/v1/rankings'), 429)
    expect((await get('/v1/rankings', headers)).status).toBe(200)
  })

  test('of a key that is missing, unknown or revoked is the limit of the address, 401 or not §8.5', async () => {
    const { db, get } = await freshApp()
    const { keyId, headers } = await customer(db)
    await revokeKey(db, keyId, NOON)
    for (let left = 59; left >= 0; left--) {
      const sent = [headers, {}, { authorization: 'Bearer svc_mistyped' }][left % 3]
      const response = await get('/v1/reports', sent)
      await assertErrorShape(response, 401)
      expect(response.headers.get('ratelimit-remaining')).toBe(String(left))
    }
    await assertErrorShape(await get('/v1/reports', headers), 429)
  })
})

describe('the log', () => {
  test('has a line for each request, without its path, its key or its body', async () => {
    const { db, send, get, logged, clock } = await freshApp()
    const ada = await customer(db, { plan: {} })
    const providerKeys = { OPENAI: 'sk-marker-7f3a-0123' }
    const response = await send('/v1/reports', start(ada, { ...BYOK, description: 'marker-7f3a', providerKeys }))
    const { slug } = Object(await response.json())
    clock.now += 1
    await get(`/v1/reports/${slug}/status?marker-7f3a=1`, ada.headers)
    await get(`/r/${slug}`, { accept: 'text/html' })
    await get('/v1/marker-7f3a', { 'user-agent': 'marker-7f3a', 'x-request-id': 'id-of-the-last' })
    expect(logged.map(({ event, fields }) => [event, fields.method, fields.route, fields.status])).toEqual([
      ['request', 'POST', '/v1/reports', 202],
      ['request', 'GET', '/v1/reports/:slug/status', 200],
      ['request', 'GET', '/r/:slug', 200],
      ['request', 'GET', '/v1/**', 404],
    ])
    expect(logged[0]?.fields.requestId).toBe(response.headers.get('x-request-id'))
    expect(logged[3]?.fields.requestId).toBe('id-of-the-last')
    const text = JSON.stringify(logged)
    for (const secret of ['marker-7f3a', slug, ada.key.slice(4, 12), 'acme']) expect(text).not.toContain(secret)
  })
})

test('whatever is asked, the answer has an id, is in the contract, and is no fault §4.0.2 §7.1', async () => {
  const { app, clock } = await freshApp()
  const path = fc.oneof(
    fc.webPath(),
    fc.tuple(fc.constantFrom('/v1/rankings/', '/v1/', '/'), fc.string()).map(([base, rest]) => base + encodeURI(rest)),
    fc
      .tuple(fc.constantFrom('/v1/rankings/x?month=', '/'), fc.stringMatching(/^[ -~]*$/))
      .map((parts) => parts.join('')),
  )
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE')
  const statuses = new Set<number>([200, ...operations.flatMap((each) => Object.keys(each.statuses).map(Number))])
  await fc.assert(
    fc.asyncProperty(path, method, async (path, method) => {
      clock.now += 60_000
      const response = await app.request(new Request(`http://localhost/${path.replace(/^\/+/, '')}`, { method }))
      expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/)
      if (response.status === 204) return
      expect(statuses).toContain(response.status)
      if (response.status !== 200 && method !== 'HEAD') await assertErrorShape(response, response.status)
    }),
    { numRuns: 150 },
  )
})

/** An app whose queries fail with this fault: all of them, or only those selected. */
async function failing(fault: Error, fails: (query: RootOperationNode) => boolean = () => true) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (fails(node)) throw fault
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const store = await openStore(await freshDatabase(), NOON)
  onTestFinished(() => store.destroy())
  const app = await freshApp({ db: store.withPlugin(plugin), queue: await openTestQueue(store) })
  return { ...app, db: store }
}
