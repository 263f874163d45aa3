import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { kit } from '../../../pipeline/contract/kit.ts'
import { type FrozenReport, report, reportListItem, reportProgress } from '../../../pipeline/contract/report.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { endReport } from '../../../pipeline/store/report/reports.ts'
import { newReport } from '../../support/accounts.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { frozenReport } from '../../support/reports.ts'
import { BODY, BYOK, customer, start } from '../customer.ts'
import { freshApp, NOON } from '../fresh-app.ts'

const READS = ['', '/status', '/kit']

async function withReport(body: object = BODY) {
  const service = await freshApp()
  const ada = await customer(service.db, { credits: 3, plan: {} })
  const { slug } = Object(await (await service.send('/v1/reports', start(ada, body))).json())
  const path = `/v1/reports/${slug}`
  return { ...service, ada, slug: String(slug), path, read: (rest = '') => service.get(path + rest, ada.headers) }
}

async function complete(db: Store, slug: string, changed: Partial<FrozenReport> = {}): Promise<FrozenReport> {
  const body = frozenReport({ slug, ...changed })
  await endReport(db, slug, { error: null, body }, NOON)
  return body
}

describe('GET /v1/reports', () => {
  test('lists the reports of the account, newest first, with every field §2.3.2 §4.5.2', async () => {
    const { db, clock, ada, slug, send, get } = await withReport()
    clock.now += 1_000
    const second = Object(await (await send('/v1/reports', start(ada, { ...BYOK, plan: 'QUICK' }))).json())
    const bob = await customer(db, { email: 'bob@agency.example', credits: 1 })
    await send('/v1/reports', start(bob, BODY))
    await complete(db, slug)
    const response = await get('/v1/reports', ada.headers)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { reports } = Object(await response.json())
    expect(reportListItem.strict().array().parse(reports)).toEqual([
      {
        slug: second.slug,
        url: `https://www.example/r/${second.slug}`,
        status: 'PENDING',
        simulated: true,
        plan: 'QUICK',
        funding: 'BYOK',
        overallScore: null,
        createdAt: '2026-11-20T12:00:21.000Z',
        completedAt: null,
        brand: 'Acme',
        domain: 'acme.example',
        category: 'CRM software',
        country: 'US',
        language: 'en',
      },
      expect.objectContaining({ slug, status: 'COMPLETE', funding: 'CREDITS', overallScore: 41.7, plan: 'FULL' }),
    ])
  })

  test('is empty before the first, and at most 100 long §4.5.1 §8.9', async () => {
    const { db, get } = await freshApp()
    const { account, headers } = await customer(db)
    expect(await (await get('/v1/reports', headers)).json()).toEqual({ reports: [] })
    for (let n = 0; n < 101; n++) await newReport(db, { slug: `report-${n}`, accountId: account.id, now: NOON + n })
    const { reports } = Object(await (await get('/v1/reports', headers)).json())
    expect(reports).toHaveLength(100)
    expect(reports[0].slug).toBe('report-100')
    expect(reports[99].slug).toBe('report-1')
  })
})

describe('GET /v1/reports/{slug}/status', () => {
  test('counts the answers that are planned before the first is asked §2.4.2 §4.2.1', async () => {
    const { slug, read } = await withReport()
    const response = await read('/status')
    expect(response.headers.get('retry-after')).toBe('60')
    const { status } = Object(await response.json())
    expect(reportProgress.strict().parse(status)).toEqual({
      slug,
      status: 'PENDING',
      simulated: true,
      progress: { answersStored: 0, answersPlanned: 180 },
      overallScore: null,
      error: null,
      url: `https://www.example/r/${slug}`,
      funding: 'CREDITS',
    })
  })

  test('says the score of a complete report, and why one failed §2.4.3 §2.4.4 §3.4', async () => {
    const { db, slug, ada, read, send, get } = await withReport()
    await complete(db, slug)
    expect((await read('/status')).headers.get('retry-after')).toBeNull()
    expect(Object(await (await read('/status')).json()).status).toMatchObject({
      status: 'COMPLETE',
      overallScore: 41.7,
    })
    const other = Object(await (await send('/v1/reports', start(ada, BODY))).json()).slug
    await endReport(db, other, { error: 'No engine gave an answer.', body: null }, NOON)
    expect(Object(await (await get(`/v1/reports/${other}/status`, ada.headers)).json()).status).toMatchObject({
      status: 'FAILED',
      overallScore: null,
      error: 'No engine gave an answer.',
    })
  })
})

describe('GET /v1/reports by pages', () => {
  test('continues where the last one ended, until there are no more', async () => {
    const { db, get } = await freshApp()
    const ada = await customer(db)
    for (let at = 0; at < 5; at += 1) await newReport(db, { slug: `at-${at}`, accountId: ada.account.id, now: at })
    const page = async (query: string) => Object(await (await get(`/v1/reports?${query}`, ada.headers)).json())
    const first = await page('limit=3')
    expect(first.reports.map(({ slug }: { slug: string }) => slug)).toEqual(['at-4', 'at-3', 'at-2'])
    const second = await page(`limit=3&cursor=${first.nextCursor}`)
    expect(second.reports.map(({ slug }: { slug: string }) => slug)).toEqual(['at-1', 'at-0'])
    expect(second.nextCursor).toBeUndefined()
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=many', 'limit'],
    ['limit=2&limit=3', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=nobodys', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=a%20b', 'cursor'],
    ['page=2', 'query'],
    ['page=2&page=3', 'query'],
    ['svc_0123456789=2', 'query'],
  ])('is 400 on ?%s and names the field', async (query, field) => {
    const { db, get } = await freshApp()
    const ada = await customer(db)
    expect((await assertErrorShape(await get(`/v1/reports?${query}`, ada.headers), 400)).fields).toEqual([field])
  })
})

describe('GET /v1/reports/{slug} again', () => {
  test('is 304 while nothing has changed, and sent once it has', async () => {
    const { db, slug, path, ada, get } = await withReport()
    const etag = (await get(path, ada.headers)).headers.get('etag') ?? ''
    const again = await get(path, { ...ada.headers, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
    await complete(db, slug)
    const changed = await get(path, { ...ada.headers, 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)(
    'comes in %s if that is accepted, with a weak ETag that matches as the strong one does',
    async (coding, decode) => {
      const { app, db, slug, path, ada, get } = await withReport()
      await complete(db, slug)
      const plain = await (await get(path, ada.headers)).text()
      const headers = { ...ada.headers, 'accept-encoding': `${coding}, *;q=0` }
      // `get` would read the JSON.
      const response = await app.request(path, { headers })
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect(bytes.length).toBeLessThan(plain.length / 2)
      expect(decode(bytes).toString()).toBe(plain)
      const etag = response.headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\//)
      expect((await get(path, { ...ada.headers, 'if-none-match': etag })).status).toBe(304)
    },
  )
})

describe('GET /v1/reports/{slug}', () => {
  test('gives the complete report as it was frozen, with the address of its page §2.5.2 §4.3.1', async () => {
    const { db, slug, read } = await withReport()
    const frozen = await complete(db, slug)
    const body = Object(await (await read()).json())
    expect(body).toEqual({ report: { ...frozen, url: `https://www.example/r/${slug}` } })
    expect(report.strict().parse(body.report)).toEqual(body.report)
  })

  test('gives what is known before the end, nulls and empty lists', async () => {
    const { slug, read } = await withReport()
    const response = await read()
    expect(response.status).toBe(200)
    expect(report.strict().parse(Object(await response.json()).report)).toMatchObject({
      slug,
      status: 'PENDING',
      brand: 'Acme',
      overallScore: null,
      completedAt: null,
      engines: [],
      enginesSkipped: [],
      questions: [],
      method: null,
    })
  })
})

describe('GET /v1/reports/{slug}/kit', () => {
  test.each([
    ['CREDITS', BODY],
    ['BYOK', BYOK],
  ] as const)('gives the kit of a complete report on %s §3.3 §4.4.1', async (funding, start) => {
    const { db, slug, read } = await withReport(start)
    await complete(db, slug, { funding })
    const response = await read('/kit')
    expect(response.status).toBe(200)
    const body = Object(await response.json())
    expect(kit.strict().parse(body.kit)).toMatchObject({
      slug,
      brand: 'Acme',
      domain: 'acme.example',
      simulated: false,
    })
    expect(body.kit.files.length).toBeGreaterThan(0)
    for (const file of body.kit.files) expect(file.content).toContain('2026-11-20')
    expect(await (await read('/kit')).json()).toEqual(body)
  })

  test('is 409 with the status before the report is complete §4.4.3 §7.409', async () => {
    const { db, slug, read } = await withReport()
    expect((await assertErrorShape(await read('/kit'), 409)).status).toBe('PENDING')
    await db.updateTable('reports').set({ status: 'RUNNING' }).execute()
    expect((await assertErrorShape(await read('/kit'), 409)).status).toBe('RUNNING')
    await endReport(db, slug, { error: 'It failed.', body: frozenReport({ slug, status: 'FAILED' }) }, NOON)
    expect((await assertErrorShape(await read('/kit'), 409)).status).toBe('FAILED')
  })

  test('is 403 for a report that was not paid, complete or not §4.4.2 §7.403', async () => {
    const { db, slug, read } = await withReport()
    await db.updateTable('reports').set({ funding: 'FREE' }).execute()
    const { status } = await assertErrorShape(await read('/kit'), 403)
    expect(status).toBeUndefined()
    await complete(db, slug, { funding: 'FREE' })
    await assertErrorShape(await read('/kit'), 403)
  })
})

describe('a report of another account', () => {
  test.each(READS)('answers %j as a missing one does, to the byte §4.3.2 §5.7', async (rest) => {
    const { db, slug, path, get } = await withReport()
    await complete(db, slug)
    const bob = await customer(db, { email: 'bob@agency.example' })
    const headers = { ...bob.headers, 'x-request-id': 'the-same-id' }
    const theirs = await get(path + rest, headers)
    const missing = await get(`/v1/reports/${'x'.repeat(slug.length)}${rest}`, headers)
    expect(await theirs.clone().text()).toBe(await missing.clone().text())
    const fields = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'ratelimit-remaining').sort()
    expect(fields(theirs)).toEqual(fields(missing))
    const { error, ...others } = await assertErrorShape(theirs, 404)
    expect(error).not.toContain(slug)
    expect(others).toEqual({})
  })

  test('that the operator started belongs to nobody', async () => {
    const { db, get } = await freshApp()
    const ada = await customer(db)
    await newReport(db, { slug: 'operators-own-report', accountId: null })
    for (const rest of READS)
      await assertErrorShape(await get(`/v1/reports/operators-own-report${rest}`, ada.headers), 404)
  })
})

test.each(['%2e%2e', "'%20or%201=1", '%00', '%F0%9F%98%80', 'x'.repeat(4_000), '__proto__'])(
  'the slug %s is 404 §4.2.2 §7.404',
  async (slug) => {
    const { db, get } = await freshApp()
    const ada = await customer(db)
    for (const rest of READS) await assertErrorShape(await get(`/v1/reports/${slug}${rest}`, ada.headers), 404)
  },
)
