import { expect, test } from 'vitest'
import { finishReport, type ReportEnd } from '../../pipeline/report/finish.ts'
import { sealKeys } from '../../pipeline/report/seal.ts'
import { creditState, grantCredits, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import { type Lease, LeaseLost, takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { beginReport } from '../../pipeline/store/report/reports.ts'
import { keepSealed, readSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { publicReport } from '../../pipeline/store/report/views.ts'
import { dueMail } from '../../pipeline/store/upkeep/outbox.ts'
import { listDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { newAccount } from '../support/accounts.ts'
import { queued, queueReport, stored } from '../support/job.ts'
import { frozenReport } from '../support/reports.ts'
import { freshStore } from '../support/store/store.ts'
import { newWebhook } from '../support/webhooks.ts'

const AT = Date.UTC(2026, 10, 20, 12)
const LEASE: Lease = { name: 'report/r1', holder: 'me' }
const COMPLETE: ReportEnd = { kind: 'complete', at: AT, body: frozenReport({ slug: 'r1' }) }
const FAILED: ReportEnd = { kind: 'failed', at: AT, error: 'It was late.', body: null }

/** A running report on a credit, with keys beside it as no such report has them. */
async function running(endMailUrl: string | null = 'https://site.example/r/r1'): Promise<Store> {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  await grantCredits(db, accountId, 1, 0)
  await queueReport(db, { accountId, funding: 'CREDITS', endMailUrl })
  await spendCredit(db, { accountId, slug: 'r1' }, 0)
  await keepSealed(db, 'r1', sealKeys(Buffer.alloc(32), { slug: 'r1', sealedAt: 0 }, { OPENAI: 'sk-none-012345' }), 0)
  await takeLease(db, LEASE, AT)
  await beginReport(db, LEASE, 'r1', AT)
  return db
}

async function state(db: Store) {
  return {
    status: (await stored(db, 'r1')).status,
    jobs: await queued(db),
    sealed: (await readSealed(db, 'r1')) !== undefined,
    credit: await creditState(db, 'r1'),
  }
}

test('a complete report is off the queue, its keys are gone, its credit stays spent', async () => {
  const db = await running()
  expect(await finishReport(db, LEASE, await stored(db, 'r1'), COMPLETE)).toBe(true)
  expect(await state(db)).toEqual({ status: 'COMPLETE', jobs: [], sealed: false, credit: 'spent' })
  expect(await stored(db, 'r1')).toMatchObject({ overallScore: 41.7, completedAt: AT, error: null })
})

test('a failed report says why, and its credit is back', async () => {
  const db = await running()
  expect(await finishReport(db, LEASE, await stored(db, 'r1'), FAILED)).toBe(true)
  expect(await state(db)).toEqual({ status: 'FAILED', jobs: [], sealed: false, credit: 'returned' })
  expect(await publicReport(db, 'r1', 'https://site.example')).toMatchObject({
    status: 'FAILED',
    error: 'It was late.',
    completedAt: new Date(AT).toISOString(),
    engines: [],
  })
})

test('its end is mailed to its account, unless that was declined', async () => {
  const db = await running()
  await finishReport(db, LEASE, await stored(db, 'r1'), COMPLETE)
  const [mail, ...others] = await dueMail(db, AT, 9)
  expect(others).toEqual([])
  expect(mail?.recipient).toBe('ada@agency.example')
  expect(mail?.subject).toMatch(/^(\[simulated\] )?Your report on .* is complete$/)
  expect(mail?.text).toContain('named in 4 of 10 counted answers')
  expect(mail?.text).toContain('https://site.example/r/r1')

  const silent = await running(null)
  await finishReport(silent, LEASE, await stored(silent, 'r1'), FAILED)
  expect(await dueMail(silent, AT, 9)).toEqual([])
})

test('its end is told to only the webhooks of its account, in the transaction that ends it', async () => {
  for (const [end, type, overallScore] of [
    [COMPLETE, 'report.completed', 41.7],
    [FAILED, 'report.failed', null],
  ] as const) {
    const db = await running()
    const report = await stored(db, 'r1')
    const other = await newAccount(db, 'bob@agency.example')
    const { id } = await newWebhook(db, { url: 'https://ada.example/', accountId: report.accountId ?? '' })
    await newWebhook(db, { url: 'https://bob.example/', accountId: other.id })
    await newWebhook(db, { url: 'https://operator.example/' })
    await db.updateTable('leases').set({ holder: 'other' }).execute()
    await expect(finishReport(db, LEASE, report, end)).rejects.toThrow(LeaseLost)
    expect(await listDeliveries(db)).toEqual([])

    await db.updateTable('leases').set({ holder: LEASE.holder }).execute()
    await finishReport(db, LEASE, report, end)
    await finishReport(db, LEASE, report, end)
    const { slug, brand, domain, category, simulated, plan } = report
    const product = { brand, domain, category, country: 'US', language: 'en' }
    const data = { slug, ...product, simulated, plan, overallScore }
    const ended = { status: end.kind === 'complete' ? 'COMPLETE' : 'FAILED', completedAt: new Date(AT).toISOString() }
    expect(await listDeliveries(db)).toMatchObject([{ webhook: id, event: { type, data: { ...data, ...ended } } }])
  }
})

test('the end of a report without an account is told to the operator', async () => {
  const { db } = await freshStore()
  const ada = await newAccount(db)
  await newWebhook(db, { url: 'https://ada.example/', accountId: ada.id })
  const { id } = await newWebhook(db, { url: 'https://operator.example/' })
  await queueReport(db)
  await takeLease(db, LEASE, AT)
  await beginReport(db, LEASE, 'r1', AT)
  await finishReport(db, LEASE, await stored(db, 'r1'), COMPLETE)
  expect((await listDeliveries(db)).map(({ webhook }) => webhook)).toEqual([id])
})

test('a report ends only once', async () => {
  const db = await running()
  const report = await stored(db, 'r1')
  await finishReport(db, LEASE, report, COMPLETE)
  expect(await finishReport(db, LEASE, report, FAILED)).toBe(false)
  expect(await dueMail(db, AT, 9)).toHaveLength(1)
  expect(await state(db)).toMatchObject({ status: 'COMPLETE', credit: 'spent' })
})

test('without the lease no end is written', async () => {
  const db = await running()
  await db.updateTable('leases').set({ holder: 'other' }).execute()
  const before = await state(db)
  await expect(finishReport(db, LEASE, await stored(db, 'r1'), FAILED)).rejects.toThrow(LeaseLost)
  expect(await state(db)).toEqual(before)
  expect(before).toEqual({ status: 'RUNNING', jobs: ['r1'], sealed: true, credit: 'spent' })
})
