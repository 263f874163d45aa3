import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import { refusingLimit } from '../../pipeline/report/limits.ts'
import { activatePlan, cancelPlan } from '../../pipeline/store/accounts/plans.ts'
import { fail, OWN_KEYS, START, slugOf, starter } from './starting.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 1_000 * HOUR
const plan = { limits: { projects: 2, reportsPerMonth: 3, perDay: 2, concurrent: 1 }, periodEnd: NOW + 100 * HOUR }
const unused = { domains: new Set<string>(), reports: 0, lastDay: [], open: 0 }

test('a plan with room refuses nothing', () => {
  expect(refusingLimit(plan, unused, 'acme.com', NOW)).toBeUndefined()
  const nearly = { domains: new Set(['acme.com']), reports: 2, lastDay: [NOW], open: 0 }
  expect(refusingLimit(plan, nearly, 'other.com', NOW)).toBeUndefined()
})

test('if several limits apply, the one that lifts last refuses', () => {
  const full = { domains: new Set(['a.com', 'b.com']), reports: 3, lastDay: [NOW - 23 * HOUR, NOW], open: 1 }
  const inPeriod = { retryAfterMs: 100 * HOUR }
  expect(refusingLimit(plan, full, 'c.com', NOW)).toEqual({ limit: 'projects', ...inPeriod })
  expect(refusingLimit(plan, full, 'a.com', NOW)).toEqual({ limit: 'reportsPerMonth', ...inPeriod })
  expect(refusingLimit(plan, { ...full, reports: 2 }, 'a.com', NOW)).toEqual({ limit: 'perDay', retryAfterMs: HOUR })
  const onlyOpen = { ...full, reports: 2, lastDay: [NOW] }
  expect(refusingLimit(plan, onlyOpen, 'a.com', NOW)).toEqual({ limit: 'concurrent' })
})

describe('the limits of a start', () => {
  test('hold only for own keys', async () => {
    const { start } = await starter({ credits: 2, plan: { projects: 0, reportsPerMonth: 0, perDay: 0, concurrent: 0 } })
    expect(await start(START)).toMatchObject({ reused: false })
    expect(await start(START)).toMatchObject({ reused: false })
    expect(await start(OWN_KEYS)).toMatchObject({ refusal: 'planLimited', limit: 'projects' })
  })

  test('are not used up by reports on credits', async () => {
    const { start } = await starter({ credits: 1, plan: { projects: 1, reportsPerMonth: 1, perDay: 1, concurrent: 1 } })
    expect(await start({ ...START, domain: 'other.example' })).toMatchObject({ reused: false })
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
  })

  test('projects: brands of the period by domain, until it ends', async () => {
    const { db, account, clock, start } = await starter({ plan: { projects: 2, concurrent: 99 } })
    const periodEnd = Date.UTC(2026, 11, 20)
    for (const domain of ['one.example', 'two.example', 'www.one.example'])
      expect(await start({ ...OWN_KEYS, domain })).toMatchObject({ reused: false })
    clock.advance(3 * HOUR)
    const refusal = { refusal: 'planLimited', limit: 'projects', retryAfterMs: periodEnd - clock.now() }
    expect(await start({ ...OWN_KEYS, domain: 'three.example' })).toEqual(refusal)
    expect(await start({ ...OWN_KEYS, domain: 'two.example' })).toMatchObject({ reused: false })
    await db.updateTable('reports').set({ status: 'COMPLETE' }).where('account_id', '=', account.id).execute()
    clock.advance(refusal.retryAfterMs - 1)
    expect(await start({ ...OWN_KEYS, domain: 'three.example' })).toMatchObject({ limit: 'projects', retryAfterMs: 1 })
    clock.advance(1)
    expect(await start({ ...OWN_KEYS, domain: 'three.example' })).toMatchObject({ reused: false })
  })

  test('reportsPerMonth: reports of the period however they ended, until it ends', async () => {
    const { db, account, clock, start } = await starter({ plan: { reportsPerMonth: 2 } })
    for (const _ of [1, 2]) await fail(db, account.id, slugOf(await start(OWN_KEYS)), clock.now())
    clock.advance(2 * DAY)
    const retryAfterMs = Date.UTC(2026, 11, 20) - clock.now()
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'reportsPerMonth', retryAfterMs })
    clock.advance(retryAfterMs)
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
  })

  test('perDay: reports of any 24 hours, until the oldest is 24 hours old', async () => {
    const { clock, start } = await starter({ plan: { perDay: 2, concurrent: 99 } })
    await start(OWN_KEYS)
    clock.advance(5 * HOUR)
    await start(OWN_KEYS)
    clock.advance(HOUR)
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'perDay', retryAfterMs: 18 * HOUR })
    clock.advance(18 * HOUR - 1)
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'perDay', retryAfterMs: 1 })
    clock.advance(1)
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'perDay', retryAfterMs: 5 * HOUR })
  })

  test('perDay: looks back over the beginning of a period', async () => {
    const { db, account, clock, start } = await starter({ plan: { perDay: 1, reportsPerMonth: 1, concurrent: 99 } })
    clock.advance(Date.UTC(2026, 11, 20) - HOUR - clock.now())
    await fail(db, account.id, slugOf(await start(OWN_KEYS)), clock.now())
    clock.advance(2 * HOUR)
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'perDay', retryAfterMs: 22 * HOUR })
    await activatePlan(db, account.id, { limits: { ...DEFAULT_LIMITS, perDay: 0 } }, clock.now())
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'perDay' })
  })

  test('perDay: if the limit was lowered, waits until enough reports are old enough', async () => {
    const { db, account, clock, start } = await starter({ plan: { concurrent: 99 } })
    for (const _ of [1, 2, 3]) {
      await start(OWN_KEYS)
      clock.advance(HOUR)
    }
    const periodStart = clock.now() - 9 * HOUR
    await activatePlan(
      db,
      account.id,
      { limits: { ...DEFAULT_LIMITS, perDay: 2, concurrent: 99 }, periodStart },
      clock.now(),
    )
    const refusal = await start(OWN_KEYS)
    expect(refusal).toEqual({ refusal: 'planLimited', limit: 'perDay', retryAfterMs: 22 * HOUR })
    clock.advance(22 * HOUR)
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
  })

  test.each(['COMPLETE', 'FAILED'] as const)('concurrent: lifts when one is %s, and names no time', async (status) => {
    const { db, start } = await starter({ plan: { concurrent: 2 } })
    const first = slugOf(await start(OWN_KEYS))
    const second = slugOf(await start(OWN_KEYS))
    await db.updateTable('reports').set({ status: 'RUNNING' }).where('slug', '=', first).execute()
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'concurrent' })
    await db.updateTable('reports').set({ status }).where('slug', '=', second).execute()
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
  })

  test('concurrent: counts a report that still runs from an earlier period', async () => {
    const { db, account, clock, start } = await starter({ plan: { concurrent: 1 } })
    await start(OWN_KEYS)
    clock.advance(40 * DAY)
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'concurrent' })
    await cancelPlan(db, account.id, clock.now())
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'noPlan' })
  })

  test('a plan with an end is over there', async () => {
    const { db, account, clock, start } = await starter()
    const periodEnd = clock.now() + DAY
    await activatePlan(db, account.id, { limits: { ...DEFAULT_LIMITS, projects: 0 }, periodEnd }, clock.now())
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'planLimited', limit: 'projects', retryAfterMs: DAY })
    clock.advance(DAY)
    expect(await start(OWN_KEYS)).toEqual({ refusal: 'noPlan' })
  })
})
