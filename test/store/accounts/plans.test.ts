import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../pipeline/contract/words.ts'
import { activatePlan, agentPlan, cancelPlan } from '../../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { newAccount } from '../../support/accounts.ts'
import { freshStore } from '../../support/store/store.ts'

const limits = { projects: 1, reportsPerMonth: 2, perDay: 3, concurrent: 4 }
const at = (time: string) => Date.parse(time)

async function planFrom(periodStart: string): Promise<{ db: Store; id: string }> {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  await activatePlan(db, id, { limits }, at(periodStart))
  return { db, id }
}

test('without a plan nothing is active, and the limits are those of the contract', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  expect(await agentPlan(db, id, 0)).toEqual({
    active: false,
    limits: { projects: 5, reportsPerMonth: 40, perDay: 10, concurrent: 2 },
    periodStart: null,
    periodEnd: null,
  })
  expect(await cancelPlan(db, id, 0)).toBe(false)
})

test.each([
  ['at once', '2026-11-20T10:30:00Z', '2026-11-20T10:30:00Z', '2026-11-20T10:30:00Z', '2026-12-20T10:30:00Z'],
  ['a ms before it renews', '2026-11-20', '2026-12-19T23:59:59.999Z', '2026-11-20', '2026-12-20'],
  ['when it renews', '2026-11-20', '2026-12-20', '2026-12-20', '2027-01-20'],
  ['over a year', '2026-11-20', '2028-02-01', '2028-01-20', '2028-02-20'],
  [
    'in a month without that day',
    '2027-01-31T08:00:00Z',
    '2027-02-28T07:59:59Z',
    '2027-01-31T08:00:00Z',
    '2027-02-28T08:00:00Z',
  ],
  ['after a month without that day', '2027-01-31', '2027-03-01', '2027-02-28', '2027-03-31'],
  ['with that day back', '2027-01-31', '2027-03-31', '2027-03-31', '2027-04-30'],
  ['in a leap year', '2028-01-31', '2028-02-29', '2028-02-29', '2028-03-31'],
])('a period is a month and renews: %s', async (_, start, now, periodStart, periodEnd) => {
  const { db, id } = await planFrom(start)
  expect(await agentPlan(db, id, at(now))).toEqual({
    active: true,
    limits,
    periodStart: at(periodStart),
    periodEnd: at(periodEnd),
  })
})

test('periods follow each other without a gap, and every time is in one', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  const time = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
  await fc.assert(
    fc.asyncProperty(time, fc.integer({ min: 0, max: at('1980-01-01') }), async (start, later) => {
      await activatePlan(db, id, { limits }, start)
      const plan = await agentPlan(db, id, start + later)
      expect(plan.active).toBe(true)
      if (!plan.active) return
      expect(plan.periodStart).toBeLessThanOrEqual(start + later)
      expect(plan.periodEnd).toBeGreaterThan(start + later)
      const days = (plan.periodEnd - plan.periodStart) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
      expect(await agentPlan(db, id, plan.periodEnd)).toMatchObject({ active: true, periodStart: plan.periodEnd })
      expect(await agentPlan(db, id, plan.periodEnd - 1)).toEqual(plan)
    }),
    { numRuns: 100 },
  )
})

test('a plan with an end of its own has one period and ends there', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  const [periodStart, periodEnd] = [at('2026-11-01'), at('2027-02-01')]
  await activatePlan(db, id, { limits, periodStart, periodEnd }, at('2026-11-20'))
  const period = { limits, periodStart, periodEnd }
  expect(await agentPlan(db, id, periodStart)).toEqual({ active: true, ...period })
  expect(await agentPlan(db, id, periodEnd - 1)).toEqual({ active: true, ...period })
  expect(await agentPlan(db, id, periodEnd)).toEqual({ active: false, ...period })
})

test('a plan is not active before it begins', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  const [periodStart, now] = [at('2026-12-01'), at('2026-11-20')]
  await activatePlan(db, id, { limits, periodStart }, now)
  expect(await agentPlan(db, id, now)).toEqual({ active: false, limits, periodStart, periodEnd: at('2027-01-01') })
  expect(await agentPlan(db, id, periodStart)).toMatchObject({ active: true })
})

test('cancelling it ends it and its period at once', async () => {
  const { db, id } = await planFrom('2026-11-20')
  const cancelled = at('2027-01-05')
  expect(await cancelPlan(db, id, cancelled)).toBe(true)
  expect(await cancelPlan(db, id, cancelled + 1)).toBe(false)
  const ended = { active: false, limits, periodStart: at('2026-12-20'), periodEnd: cancelled }
  expect(await agentPlan(db, id, cancelled)).toEqual(ended)
  expect(await agentPlan(db, id, at('2028-01-01'))).toEqual(ended)
})

test('activated again it takes the new limits and a new period, also after it was cancelled', async () => {
  const { db, id } = await planFrom('2026-11-20')
  await cancelPlan(db, id, at('2026-11-25'))
  await activatePlan(db, id, { limits: DEFAULT_LIMITS }, at('2026-11-30'))
  expect(await agentPlan(db, id, at('2026-12-30') - 1)).toEqual({
    active: true,
    limits: DEFAULT_LIMITS,
    periodStart: at('2026-11-30'),
    periodEnd: at('2026-12-30'),
  })
})

test('a plan belongs to one account', async () => {
  const { db } = await planFrom('2026-11-20')
  const bob = await newAccount(db, 'bob@agency.example')
  expect(await agentPlan(db, bob.id, at('2026-11-21'))).toMatchObject({ active: false })
})
