import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../../pipeline/contract/market/market.ts'
import type { FrozenRanking } from '../../../pipeline/contract/ranking.ts'
import { freeLease, LeaseLost, takeLease } from '../../../pipeline/store/driver/leases.ts'
import { keepCategory } from '../../../pipeline/store/ranking/categories.ts'
import {
  keepCounted,
  type MonthPValues,
  publishCounted,
  publishedPValues,
} from '../../../pipeline/store/ranking/publications.ts'
import { readRanking } from '../../../pipeline/store/ranking/rankings.ts'
import { listDeliveries } from '../../../pipeline/store/webhooks/deliveries.ts'
import { frozenRanking } from '../../support/rankings.ts'
import { freshStore } from '../../support/store/store.ts'
import { newWebhook } from '../../support/webhooks.ts'

const MONTH = { month: '2026-10', simulated: false }
const LEASE = { name: 'rankings/2026-10', holder: 'own' }
const clock = { now: () => 1_000 }
const asCounted = () => (ranking: FrozenRanking) => ranking

const ASKED = { from: '2026-10-02T08:00:00.000Z', until: '2026-10-02T08:20:00.000Z' }

function counted(slug: string, version: number, pValues: (number | null)[]) {
  const { category, month, prompts, checkedAt, engines, top, simulated, ...ranking } = frozenRanking({
    ...{ slug, version, asked: ASKED },
  })
  const shared = { slug, category, month, prompts, checkedAt, engines, top, simulated }
  return { entry: { ...shared, answers: 3 }, ranking: { ...ranking, ...shared }, answersIn: 4, pValues }
}

async function held() {
  const { db } = await freshStore()
  for (const slug of ['crm', 'desk', 'pens'])
    await keepCategory(db, { ...frozenRanking(), ...DEFAULT_MARKET, slug, questions: [], questionsBy: null }, 0)
  await takeLease(db, LEASE, 0)
  return db
}

test('counted versions appear only when the month is published, all at once', async () => {
  const db = await held()
  for (const slug of ['crm', 'desk']) await keepCounted(db, LEASE, counted(slug, 1, [0.5, null]), 0)
  expect(await readRanking(db, 'crm')).toBeUndefined()
  await publishCounted(db, LEASE, { ...MONTH, slugs: ['crm', 'desk'] }, asCounted, clock)
  expect(await readRanking(db, 'crm')).toMatchObject({ slug: 'crm', version: 1 })
  expect(await readRanking(db, 'desk')).toMatchObject({ slug: 'desk', version: 1 })
})

test('all or none: a version that is already published stops the others', async () => {
  const db = await held()
  await keepCounted(db, LEASE, counted('desk', 1, []), 0)
  await publishCounted(db, LEASE, { ...MONTH, slugs: ['desk'] }, asCounted, clock)
  for (const slug of ['crm', 'desk']) await keepCounted(db, LEASE, counted(slug, 1, []), 0)
  await expect(publishCounted(db, LEASE, { ...MONTH, slugs: ['crm', 'desk'] }, asCounted, clock)).rejects.toThrow()
  expect(await readRanking(db, 'crm')).toBeUndefined()
})

test("a stopped run's versions are replaced, and unpublished ones affect nothing", async () => {
  const db = await held()
  await keepCounted(db, LEASE, counted('crm', 1, [0.1]), 0)
  await keepCounted(db, LEASE, counted('pens', 1, [0.2]), 0)
  await keepCounted(db, LEASE, counted('crm', 1, [0.3]), 0)
  const seen: MonthPValues[] = []
  await publishCounted(
    db,
    LEASE,
    { ...MONTH, slugs: ['crm'] },
    (month) => {
      seen.push(month)
      return (ranking) => ranking
    },
    clock,
  )
  expect(seen).toEqual([new Map([['crm', [0.3]]])])
  expect(await readRanking(db, 'pens')).toBeUndefined()
  expect(await db.selectFrom('counted_rankings').selectAll().execute()).toEqual([])
})

test("a month's p-values are those of its newest versions, as of any publication", async () => {
  const db = await held()
  const publish = async (slug: string, version: number, p: number) => {
    await keepCounted(db, LEASE, counted(slug, version, [p, null]), 0)
    await publishCounted(db, LEASE, { ...MONTH, slugs: [slug] }, asCounted, clock)
  }
  await publish('crm', 1, 0.1)
  await publish('desk', 1, 0.2)
  await publish('crm', 2, 0.3)
  const of = async (publication?: number) =>
    Object.fromEntries(await publishedPValues(db, { ...MONTH, ...(publication !== undefined && { publication }) }))
  expect(await of(1)).toEqual({ crm: [0.1, null] })
  expect(await of(2)).toEqual({ crm: [0.1, null], desk: [0.2, null] })
  expect(await of()).toEqual({ crm: [0.3, null], desk: [0.2, null] })
  expect(await publishedPValues(db, { ...MONTH, simulated: true })).toEqual(new Map())
})

test('webhooks are told of each version that is published, and of the moves that it announces', async () => {
  const db = await held()
  const { id } = await newWebhook(db, { url: 'https://hooks.example/' })
  for (const slug of ['crm', 'desk']) await keepCounted(db, LEASE, counted(slug, 2, [0.001, null]), 0)
  const change = {
    from: 0.25,
    to: 0.5,
    points: 0.25,
    interval: { low: 0.1, high: 0.4 },
    comparedCells: 12,
    leftOut: [],
  }
  const moving = () => (ranking: FrozenRanking) => {
    if (ranking.slug !== 'crm') return ranking
    const [first, second] = ranking.brands
    if (first === undefined || second === undefined) throw new Error('too few brands')
    const brands = [
      { ...first, change: { ...change, moved: true } },
      { ...second, change: { ...change, moved: false } },
    ]
    return { ...ranking, brands, comparedWith: { month: '2026-09', version: 3, newQuestions: 1 } }
  }
  await publishCounted(db, LEASE, { ...MONTH, slugs: ['crm', 'desk'] }, moving, clock)
  const told = (await listDeliveries(db)).map(({ webhook, event, createdAt }) => ({ webhook, ...event, createdAt }))
  const { category, month, checkedAt, simulated } = frozenRanking()
  const market = { country: 'US', language: 'en' }
  const of = (slug: string) => ({ slug, category, ...market, month, version: 2, simulated, checkedAt, asked: ASKED })
  const { leftOut: _, ...figures } = change
  const brands = [{ name: 'Acme', domain: 'acme.example', ...figures }]
  const moved = { ...of('crm'), comparedWith: { month: '2026-09', version: 3 }, brands }
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      { webhook: id, createdAt: 1_000, type: 'ranking.published', data: of('crm') },
      { webhook: id, createdAt: 1_000, type: 'ranking.published', data: of('desk') },
      { webhook: id, createdAt: 1_000, type: 'ranking.moved', data: moved },
    ]),
  )

  // A publication that fails tells nothing.
  for (const slug of ['crm', 'pens']) await keepCounted(db, LEASE, counted(slug, slug === 'crm' ? 2 : 1, []), 0)
  await expect(publishCounted(db, LEASE, { ...MONTH, slugs: ['pens', 'crm'] }, asCounted, clock)).rejects.toThrow()
  expect(await listDeliveries(db)).toHaveLength(3)
})

test("a process that lost the month's lease neither stores nor publishes anything", async () => {
  const db = await held()
  await keepCounted(db, LEASE, counted('crm', 1, []), 0)
  await freeLease(db, LEASE)
  await takeLease(db, { ...LEASE, holder: 'another' }, 0)
  await expect(keepCounted(db, LEASE, counted('desk', 1, []), 0)).rejects.toThrow(LeaseLost)
  const publishing = publishCounted(db, LEASE, { ...MONTH, slugs: ['crm'] }, asCounted, clock)
  await expect(publishing).rejects.toThrow(LeaseLost)
  expect(await readRanking(db, 'crm')).toBeUndefined()
})
