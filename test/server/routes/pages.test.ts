import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../../pipeline/contract/market/market.ts'
import { buildKit } from '../../../pipeline/render/kit.ts'
import { pageStyleSource } from '../../../pipeline/render/page.ts'
import { endReport, insertReport, type NewReport } from '../../../pipeline/store/report/reports.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { frozenReport } from '../../support/reports.ts'
import { freshApp, NOON } from '../fresh-app.ts'

const { slug, plan, brand, domain, category, description } = frozenReport()
const started: NewReport = {
  ...{ slug, plan, brand, domain, category, description },
  ...DEFAULT_MARKET,
  accountId: null,
  simulated: false,
  funding: 'FREE',
  aliases: [],
  engines: ['OPENAI', 'ANTHROPIC'],
  seedPrompts: [],
  byokEngines: null,
  endMailUrl: null,
  tracked: null,
}

/** An app over a store with one report, just started; asked as a browser asks. */
async function freshPage() {
  const { db, get } = await freshApp()
  await db.transaction().execute((trx) => insertReport(trx, started, NOON))
  return { db, get: (path: string, accept = 'text/html', method = 'GET') => get(path, { accept }, method) }
}

test('the page of a complete report is not cached, indexed or framed, and runs nothing', async () => {
  const { db, get } = await freshPage()
  const body = frozenReport()
  await db.transaction().execute((trx) => endReport(trx, slug, { error: null, body }, NOON))
  const response = await get(`/r/${slug}`)
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(page).toContain('41.7')
  expect(page).not.toContain('http-equiv')
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(page)),
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/./),
  })
})

test('a report that has not ended shows its progress and reloads itself', async () => {
  const { get } = await freshPage()
  const page = await (await get(`/r/${slug}`)).text()
  expect(page).toContain('<meta http-equiv="refresh"')
  // QUICK asks 4 questions twice, here of two engines.
  expect(page).toMatch(/0 of 16 answers/)
})

test('a report that failed before it had anything says why', async () => {
  const { db, get } = await freshPage()
  const error = 'The keys could not be opened any more.'
  await db.transaction().execute((trx) => endReport(trx, slug, { error, body: null }, NOON))
  const response = await get(`/r/${slug}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(error)
})

test('an address that no report has is a page for a browser and the error body for a program', async () => {
  const { get } = await freshPage()
  for (const path of ['/r/unknown', `/r/${slug}x`, '/r/%00', `/r/${encodeURIComponent("' or 1=1 --")}`]) {
    const page = await get(path)
    expect(page.status).toBe(404)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('There is no such report')
    await assertErrorShape(await get(path, '*/*'), 404)
  }
})

test('only GET and HEAD are accepted', async () => {
  const { get } = await freshPage()
  expect((await get(`/r/${slug}`, 'text/html', 'HEAD')).status).toBe(200)
  const response = await get(`/r/${slug}`, 'text/html', 'POST')
  expect(response.headers.get('allow')).toBe('GET, HEAD')
  await assertErrorShape(response, 405)
})

/** The kit's answers, for a report that has ended so. */
async function freshKit(funding: NewReport['funding'], end: 'COMPLETE' | 'FAILED' | 'none' = 'COMPLETE') {
  const { db, get } = await freshApp()
  const body = frozenReport({ funding })
  await db.transaction().execute(async (trx) => {
    await insertReport(trx, { ...started, funding }, NOON)
    if (end === 'FAILED') await endReport(trx, slug, { error: 'why', body: { ...body, status: 'FAILED' } }, NOON)
    if (end === 'COMPLETE') await endReport(trx, slug, { error: null, body }, NOON)
  })
  return { body, get: (file: string, method = 'GET') => get(`/r/${slug}/kit/${file}`, {}, method) }
}

test('the kit of a paid report is downloaded from its page, file by file, as the API gives it', async () => {
  for (const funding of ['CREDITS', 'BYOK'] as const) {
    const { body, get } = await freshKit(funding)
    for (const { path, content } of buildKit(body).files) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(content)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': `attachment; filename="${path}"`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  }
})

test('a report that is unpaid, incomplete or missing has no kit to download', async () => {
  const file = '05-channel-plan.md'
  await assertErrorShape(await (await freshKit('FREE')).get(file), 403)
  const pending = await assertErrorShape(await (await freshKit('CREDITS', 'none')).get(file), 409)
  expect(pending.status).toBe('PENDING')
  const failed = await assertErrorShape(await (await freshKit('CREDITS', 'FAILED')).get(file), 409)
  expect(failed.status).toBe('FAILED')
  const { get } = await freshKit('CREDITS')
  for (const other of ['06-none.md', '..%2f05-channel-plan.md', '%00']) await assertErrorShape(await get(other), 404)
  await assertErrorShape(await get(file, 'POST'), 405)
  const { get: getAny } = await freshApp()
  await assertErrorShape(await getAny(`/r/unknown/kit/${file}`, {}), 404)
})
