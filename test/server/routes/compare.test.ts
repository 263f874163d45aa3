import { expect, test } from 'vitest'
import { comparison as schema } from '../../../pipeline/contract/comparison/comparison.ts'
import { marketOf } from '../../../pipeline/contract/market/market.ts'
import type { FrozenReport } from '../../../pipeline/contract/report.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { endReport, insertReport } from '../../../pipeline/store/report/reports.ts'
import { replaceFrozen } from '../../../pipeline/store/report/versions.ts'
import { words } from '../../render/markup.ts'
import { madeReport, type Names } from '../../report/over-time/made.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { newReport } from '../../support/job.ts'
import { customer } from '../customer.ts'
import { freshApp } from '../fresh-app.ts'

const rarely: Names = ({ question }) => (question < 2 ? ['Acme', 'Bolt'] : ['Bolt'])
const often: Names = ({ question }) => (question < 8 ? ['Acme', 'Bolt'] : ['Bolt'])

/** Stores a report that ended at noon of a day. */
async function keep(
  db: Store,
  accountId: string | null,
  slug: string,
  day: string,
  names = rarely,
  changed: Partial<FrozenReport> = {},
) {
  const body = madeReport(slug, day, names, { changed })
  const { domain, category, brand, description, simulated } = body
  const { country, language } = marketOf(body)
  const now = Date.parse(`${day}T12:00:00Z`)
  await db.transaction().execute(async (trx) => {
    await insertReport(
      trx,
      newReport({ slug, accountId, domain, category, country, language, brand, description, simulated, aliases: [] }),
      now,
    )
    if (body.status === 'COMPLETE') await endReport(trx, slug, { error: null, body }, now)
  })
}

/** An account with a report of each of three months; another account has one of the same product in between. */
async function threeMonths() {
  const service = await freshApp()
  const { db, get } = service
  const ada = await customer(db)
  const bob = await customer(db, { email: 'bob@agency.example' })
  await keep(db, ada.account.id, 'september', '2026-09-05')
  await keep(db, ada.account.id, 'october', '2026-10-05')
  await keep(db, bob.account.id, 'of-bob', '2026-10-20', often)
  await keep(db, null, 'of-nobody', '2026-10-21', often)
  await keep(db, ada.account.id, 'november', '2026-11-05', often)
  const compare = (one: string, other: string, headers = {}) =>
    get(`/v1/reports/${one}/compare/${other}`, { ...ada.headers, ...headers })
  const page = async (slug: string) => words(await (await get(`/r/${slug}`, { accept: 'text/html' })).text())
  return { ...service, ada, bob, compare, page }
}

test('two reports are compared in either order, with the reports up to the later one, and may be cached', async () => {
  const { db, compare } = await threeMonths()
  const response = await compare('september', 'october')
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  const { comparison } = Object(await response.json())
  expect(schema.strict().parse(comparison)).toMatchObject({
    ...{ brand: 'Acme', domain: 'acme.example', category: 'CRM software', simulated: false },
    before: { slug: 'september', completedAt: '2026-09-05T12:00:00.000Z', mentions: 12, answers: 60 },
    after: { slug: 'october' },
    // November's is newer than both.
    history: [
      { slug: 'september', apart: false },
      { slug: 'october', apart: false, mentions: 12, answers: 60 },
    ],
  })
  expect(await (await compare('october', 'september')).json()).toEqual({ comparison })
  const later = Object(await (await compare('october', 'november')).json()).comparison
  expect(later.brands[0]).toMatchObject({ name: 'Acme', change: { from: 0.2, to: 0.8, moved: true } })
  expect(later.history.map(({ slug }: { slug: string }) => slug)).toEqual(['september', 'october', 'november'])

  const etag = response.headers.get('etag') ?? ''
  expect((await compare('september', 'october', { 'if-none-match': etag })).status).toBe(304)
  // Counted again, it is another one.
  const again = madeReport('september', '2026-09-05', often)
  await db.transaction().execute((trx) => replaceFrozen(trx, again, Date.now()))
  const fresh = await compare('september', 'october', { 'if-none-match': etag })
  expect(fresh.status).toBe(200)
  expect(Object(await fresh.json()).comparison.before.mentions).toBe(48)
})

test("another account's report answers as one that doesn't exist does §5.7", async () => {
  const { compare, get, bob } = await threeMonths()
  const bodies = []
  for (const [one, other] of [
    ['october', 'of-bob'],
    ['of-bob', 'october'],
    ['october', 'of-nobody'],
    ['october', 'unknown'],
    ['unknown', 'october'],
    ['october', '%00'],
  ] as const) {
    const response = await compare(one, other)
    expect(response.status).toBe(404)
    bodies.push(await response.text())
  }
  expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ error: 'There is no such report.' })]))
  expect((await get('/v1/reports/september/compare/october', bob.headers)).status).toBe(404)
  await assertErrorShape(await get('/v1/reports/september/compare/october'), 401)
})

test('what can’t be compared is refused with a sentence that says why', async () => {
  const { db, ada, compare } = await threeMonths()
  await keep(db, ada.account.id, 'other-product', '2026-11-06', often, { domain: 'bolt.example' })
  await keep(db, ada.account.id, 'other-category', '2026-11-07', often, { category: 'Help desks' })
  await keep(db, ada.account.id, 'made-up', '2026-11-08', often, { simulated: true })
  await keep(db, ada.account.id, 'waiting', '2026-11-09', often, { status: 'PENDING' })
  const sentences = {
    november: 'These two are the same report; compare it with another one.',
    'other-product': 'These reports are of different products, so they cannot be compared.',
    'other-category': 'These reports are of different categories, so they cannot be compared.',
    'made-up':
      'One of these reports is simulated and the other is not; made-up answers are never compared with real ones.',
    waiting: 'Only complete reports can be compared, and one of these two is not.',
  }
  for (const [other, error] of Object.entries(sentences)) {
    const response = await compare('november', other)
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ error, ...(other === 'waiting' && { status: 'PENDING' }) })
  }
})

test.each([
  ['country', { country: 'DE' }],
  ['language', { language: 'de' }],
])('a report of another %s is in no comparison, on no page and in no line of reports over time', async (_, market) => {
  const { db, ada, compare, page } = await threeMonths()
  await keep(db, ada.account.id, 'elsewhere', '2026-10-25', often, { country: 'US', language: 'en', ...market })
  const refused = await compare('october', 'elsewhere')
  expect([refused.status, Object(await refused.json()).error]).toEqual([
    409,
    'These reports were asked from different countries or in different languages, so they cannot be compared.',
  ])
  const { comparison } = Object(await (await compare('october', 'november')).json())
  expect(comparison.history.map(({ slug }: { slug: string }) => slug)).toEqual(['september', 'october', 'november'])
  expect(await page('november')).toContain('Since 5 October 2026')
  expect(await page('elsewhere')).not.toContain('Since')
})

test('a page compares its report with the previous one of the account, and reveals no others and no newer ones', async () => {
  const { page } = await threeMonths()
  expect(await page('september')).not.toContain('Since')
  const october = await page('october')
  expect(october).toContain('Since 5 September 2026')
  expect(october).toContain(
    'Acme is named in 12 of 60 answers on 5 October 2026, and was named in 12 of 60 answers on 5 September 2026.',
  )
  expect(october).toContain('None of the 2 brands compared moved by more than noise')
  expect(october).not.toContain('November 2026')
  const november = await page('november')
  expect(november).toContain('Since 5 October 2026')
  expect(november).toContain(
    'it went from 12 of 60 (20\u00a0%) to 48 of 60 (80\u00a0%): up, +60.0 points (95&nbsp;% interval +',
  )
  expect(november).toContain('1 of 2 brands compared moved. The other one is too close to tell')
  expect(november).toContain('Nothing else changed')
  expect(november).toContain('12 of 60 answers on 5 September 2026; 12 of 60 answers on 5 October 2026; 48 of 60')
  // These are the other account's and the operator's, of the same product.
  expect(await page('of-bob')).not.toContain('Since')
  expect(await page('of-nobody')).not.toContain('Since')
})

test('a page gives no other report’s address away', async () => {
  const { get } = await threeMonths()
  const html = await (await get('/r/november', { accept: 'text/html' })).text()
  expect(html).toContain('Since 5 October 2026')
  expect(html).not.toMatch(/september["/]|october["/]|of-bob|of-nobody/)
})

test('a simulated report is compared only with a simulated one', async () => {
  const { db, ada, page } = await threeMonths()
  await keep(db, ada.account.id, 'made-up', '2026-11-08', often, { simulated: true })
  expect(await page('made-up')).not.toContain('Since')
  await keep(db, ada.account.id, 'made-up-too', '2026-11-09', often, { simulated: true })
  expect(await page('made-up-too')).toContain('Simulated data.')
  expect(await page('made-up-too')).toContain('Since 8 November 2026')
  expect(await page('made-up-too')).toContain('Its last 2 reports')
  await keep(db, ada.account.id, 'december', '2026-12-05')
  expect(await page('december')).toContain('Since 5 November 2026')
  expect(await page('december')).toContain('Its last 4 reports')
})
