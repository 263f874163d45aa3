import { expect, test } from 'vitest'
import { deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { inTransaction } from '../../../pipeline/store/driver/transaction.ts'
import { endReport, findReport } from '../../../pipeline/store/report/reports.ts'
import {
  insertTracked,
  insertTrackedReport,
  listTracked,
  removeTracked,
  trackedQuestions,
  trackedReports,
} from '../../../pipeline/store/report/tracked.ts'
import { insertSurvey } from '../../../pipeline/store/survey/surveys.ts'
import { newAccount } from '../../support/accounts.ts'
import { frozenReport } from '../../support/reports.ts'
import { freshStore } from '../../support/store/store.ts'
import { newTracked, track } from '../../support/tracked.ts'

const NOVEMBER = { slug: 'nov', simulated: false, period: '2026-11' }
const DECEMBER = { slug: 'dec', simulated: false, period: '2026-12' }

const complete = (db: Store, slug: string, now: number) =>
  endReport(db, slug, { error: null, body: frozenReport({ slug }) }, now)

test('a product is read as it was added, and is tracked once for an account in a category', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const product = newTracked({ accountId, every: 'weekly', aliases: ['Ridge Loom'], seedPrompts: ['Which is best?'] })
  const added = await insertTracked(db, product, 5)
  expect(await listTracked(db)).toEqual([{ ...product, id: Object(added).id, createdAt: 5 }])

  const again = { ...product, category: ' crm  Software', every: 'monthly', plan: 'FULL' } as const
  expect(await insertTracked(db, again, 6)).toEqual({ already: Object(added).id })
  for (const other of [{ accountId: null }, { domain: 'other.example' }, { category: 'Help desks' }])
    expect(await insertTracked(db, { ...product, ...other }, 7)).toEqual({ id: expect.any(String) })
  // Two without an account are one product too.
  expect(await insertTracked(db, { ...product, accountId: null }, 8)).toEqual({ already: expect.any(String) })
  expect(await listTracked(db)).toHaveLength(4)
  expect(await listTracked(db, accountId)).toHaveLength(3)
})

test('its report is an ordinary one, free of charge, which joins its account and no queue', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const { every: _, createdAt: __, id, ...product } = await track(db, { accountId, seedPrompts: ['Which is best?'] })
  expect(await insertTrackedReport(db, { ...product, every: 'monthly', createdAt: 0, id }, NOVEMBER, 9)).toBe(true)
  expect(await findReport(db, 'nov')).toMatchObject({
    ...product,
    ...{ slug: 'nov', status: 'PENDING', funding: 'FREE', simulated: false, createdAt: 9, endMailUrl: null },
    tracked: { id, period: '2026-11' },
  })
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('started by ten processes at once, a period has one report', async () => {
  const { db } = await freshStore()
  const product = await track(db)
  const begin = (slug: string, simulated = false) =>
    inTransaction(db, (trx) => insertTrackedReport(trx, product, { ...NOVEMBER, slug, simulated }, 1))
  const begun = await Promise.all(Array.from({ length: 10 }, (_, at) => begin(`try-${at}`)))
  expect(begun.filter(Boolean)).toHaveLength(1)
  expect((await trackedReports(db)).get(product.id)).toHaveLength(1)
  expect(await begin('made-up', true)).toBe(true)
})

test('a period has one report whether that is complete or failed, and none begins while another is unfinished', async () => {
  const { db } = await freshStore()
  const product = await track(db)
  await insertTrackedReport(db, product, NOVEMBER, 1)
  expect(await insertTrackedReport(db, product, DECEMBER, 2)).toBe(false)
  await endReport(db, 'nov', { error: 'It failed.', body: null }, 3)
  expect(await insertTrackedReport(db, product, { ...NOVEMBER, slug: 'nov-2' }, 4)).toBe(false)
  expect(await insertTrackedReport(db, product, DECEMBER, 5)).toBe(true)
  await complete(db, 'dec', 6)
  expect(await insertTrackedReport(db, product, { ...DECEMBER, slug: 'dec-2' }, 7)).toBe(false)
  const reports = (await trackedReports(db)).get(product.id)
  expect(reports?.map(({ slug, status, period, completedAt }) => [slug, status, period, completedAt])).toEqual([
    ['dec', 'COMPLETE', '2026-12', 6],
    ['nov', 'FAILED', '2026-11', 3],
  ])
})

test('removed, it begins no report any more, and those that it has stay', async () => {
  const { db } = await freshStore()
  const product = await track(db)
  await insertTrackedReport(db, product, NOVEMBER, 1)
  await complete(db, 'nov', 2)
  expect(await removeTracked(db, product.id)).toBe(true)
  expect(await removeTracked(db, product.id)).toBe(false)
  expect(await listTracked(db)).toEqual([])
  expect(await findReport(db, 'nov')).toMatchObject({ status: 'COMPLETE', tracked: null })
  expect(await insertTrackedReport(db, product, DECEMBER, 4)).toBe(false)
  expect(await findReport(db, 'dec')).toBeUndefined()
  // Tracked again it begins anew, and the month that it had a report for is free.
  expect(await insertTrackedReport(db, await track(db), { ...NOVEMBER, slug: 'anew' }, 5)).toBe(true)
})

test('it goes with its account', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const product = await track(db, { accountId })
  const other = await track(db)
  await insertTrackedReport(db, product, NOVEMBER, 1)
  await deleteAccount(db, 'ada@agency.example', 2)
  expect((await listTracked(db)).map(({ id }) => id)).toEqual([other.id])
  expect(await trackedReports(db)).toEqual(new Map())
  expect(await insertTrackedReport(db, product, DECEMBER, 3)).toBe(false)
})

test('its questions are those of its first report that has any, simulated and real apart', async () => {
  const { db } = await freshStore()
  const { id } = await track(db)
  const [product] = await listTracked(db)
  if (product === undefined) throw new Error('it is not tracked')
  const kept = (simulated = false) => trackedQuestions(db, { id, simulated })
  const fix = async (slug: string, questions: readonly string[]) => {
    await insertSurvey(db, { id: `report/${slug}`, simulated: false, questions }, 1)
    await db
      .updateTable('reports')
      .set({ survey_id: `report/${slug}` })
      .where('slug', '=', slug)
      .execute()
  }
  await insertTrackedReport(db, product, { ...NOVEMBER, slug: 'never-asked', period: '2026-10' }, 1)
  await endReport(db, 'never-asked', { error: 'It failed.', body: null }, 2)
  expect(await kept()).toBeUndefined()
  await insertTrackedReport(db, product, NOVEMBER, 3)
  await fix('nov', ['Which is cheap?', 'Which is best?'])
  await endReport(db, 'nov', { error: 'It failed.', body: null }, 4)
  await insertTrackedReport(db, product, DECEMBER, 5)
  await fix('dec', ['Which is newest?'])
  expect(await kept()).toEqual(['Which is cheap?', 'Which is best?'])
  expect(await kept(true)).toBeUndefined()
})
