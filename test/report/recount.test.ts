import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { report as reportSchema } from '../../pipeline/contract/report.ts'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import { countReportAgain, recountReport } from '../../pipeline/report/recount.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { deleteAccount } from '../../pipeline/store/accounts/accounts.ts'
import { creditBalance, grantCredits, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import { LEASE_MS, LeaseLost, takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../pipeline/store/ranking/categories.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { completeReports } from '../../pipeline/store/report/versions.ts'
import { newAccount } from '../support/accounts.ts'
import { fixedClock } from '../support/clock.ts'
import { jobScope, queueReport, stored } from '../support/job.ts'
import { replacedBodies } from '../support/reports.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const LATER = Date.UTC(2026, 10, 25)
const clock = fixedClock(LATER)
const IGNORE: Ruling = { kind: 'ignore', name: 'Zentra' }
const MERGE: Ruling = { kind: 'merge', name: 'Quillmark', into: 'Pacewell' }

const engine = () =>
  scriptedEngine('OPENAI', ({ tag }) =>
    said(
      tag.endsWith('r0')
        ? '1. **Pacewell** - cheap\n2. **Ridgeloom** - solid\n3. **Zentra** - new'
        : '1. **Quillmark** - cheap',
    ),
  )

async function completed(db: Store, changed: Parameters<typeof queueReport>[1] = {}): Promise<string> {
  const slug = await queueReport(db, { engines: ['OPENAI'], ...changed })
  expect(await runReport(jobScope(db, { engines: [engine()] }), slug)).toBe('complete')
  return slug
}

async function rule(db: Store, ...rulings: Ruling[]): Promise<void> {
  await keepCategory(
    db,
    { slug: 'crm', category: ' crm  Software', ...DEFAULT_MARKET, simulated: false, questions: [], questionsBy: null },
    0,
  )
  for (const ruling of rulings) await makeRuling(db, 'crm', ruling, () => ({ ends: [], makes: true }), 0)
}

const rivals = async (db: Store, slug: string) =>
  (await frozenReport(db, slug))?.competitors.map(({ name, mentions }) => [name, mentions])

test('a report is counted by the rulings on its category, in any case and spacing', async () => {
  const { db } = await freshStore()
  await rule(db, IGNORE, MERGE, { kind: 'ignore', name: 'Ridgeloom' })
  const slug = await completed(db)
  expect(await rivals(db, slug)).toEqual([['Pacewell', 8]])
  expect(await frozenReport(db, slug)).toMatchObject({ overallScore: 50, method: { rulings: [IGNORE, MERGE] } })
  const other = await completed(db, { slug: 'r2', category: 'CRM' })
  expect((await rivals(db, other))?.length).toBe(3)
})

test('a report that today’s rules count the same is left as it is', async () => {
  const { db } = await freshStore()
  const slug = await completed(db)
  const before = await frozenReport(db, slug)
  expect(await recountReport(db, clock, slug)).toEqual({ result: { before, after: null } })
  expect(await replacedBodies(db, slug)).toEqual([])
  expect(await frozenReport(db, slug)).toEqual(before)
})

test('a pooled rate that an earlier release didn’t publish is no reason for a new body', async () => {
  const { db } = await freshStore()
  const slug = await completed(db)
  const { pooled, ...earlier } = (await frozenReport(db, slug)) ?? {}
  expect(pooled).toBeDefined()
  await db
    .updateTable('reports')
    .set({ body: JSON.stringify(earlier) })
    .execute()
  expect((await countReportAgain(db, clock, slug))?.after).toBeNull()
})

test('later rulings give a new body that says so; the earlier one is kept, and the rest of the report stays', async () => {
  const { db } = await freshStore()
  const account = await newAccount(db)
  await grantCredits(db, account.id, 2, 0)
  await spendCredit(db, { accountId: account.id, slug: 'r1' }, 0)
  const slug = await completed(db, { accountId: account.id, funding: 'CREDITS' })
  const [before, row] = [await frozenReport(db, slug), await stored(db, slug)]
  await rule(db, IGNORE, MERGE)

  const dry = await countReportAgain(db, clock, slug)
  expect(await frozenReport(db, slug)).toEqual(before)
  expect(await recountReport(db, clock, slug)).toEqual({ result: dry })
  const after = await frozenReport(db, slug)
  expect(after).toEqual(dry?.after)
  reportSchema.strict().parse({ ...after, url: 'https://site.example/r/r1' })
  expect(await rivals(db, slug)).toEqual([['Pacewell', 8]])
  expect(after?.method).toEqual({
    detector: DETECTOR,
    namesBy: 'rules',
    reader: null,
    unverified: 0,
    agreement: null,
    rulings: [IGNORE, MERGE],
    recounted: { at: new Date(LATER).toISOString(), from: DETECTOR },
  })
  expect(after).toMatchObject({ completedAt: before?.completedAt, ledger: before?.ledger, status: 'COMPLETE' })
  expect(await replacedBodies(db, slug)).toEqual([before])
  expect(await stored(db, slug)).toEqual(row)
  expect(await creditBalance(db, account.id)).toEqual({ balance: 1, held: 0 })

  expect(await recountReport(db, clock, slug)).toMatchObject({ result: { after: null } })
  await rule(db, { kind: 'ignore', name: 'Pacewell' })
  await recountReport(db, clock, slug)
  expect(await replacedBodies(db, slug)).toEqual([before, after])
  expect(await deleteAccount(db, account.email, 0)).toBeDefined()
  expect(await replacedBodies(db, slug)).toEqual([])
})

test('a recounted score is in the list too', async () => {
  const { db } = await freshStore()
  const slug = await completed(db)
  const before = await frozenReport(db, slug)
  const wrong = { ...before, overallScore: 10 }
  await db
    .updateTable('reports')
    .set({ overall_score: 10, body: JSON.stringify(wrong) })
    .execute()
  await recountReport(db, clock, slug)
  expect(await stored(db, slug)).toMatchObject({ overallScore: 50 })
})

test('a report that failed, waits or doesn’t exist is not recounted', async () => {
  const { db } = await freshStore()
  const failing = scriptedEngine('OPENAI', () => ({ kind: 'error', error: 'BAD_REQUEST' }))
  const failed = await queueReport(db, { engines: ['OPENAI'] })
  expect(await runReport(jobScope(db, { engines: [failing] }), failed)).toBe('failed')
  const waiting = await queueReport(db, { slug: 'r2' })
  for (const slug of [failed, waiting, 'nothing'])
    expect(await recountReport(db, clock, slug)).toEqual({ result: undefined })
  expect(await completeReports(db)).toEqual([])
})

test('a report that another process has is not touched', async () => {
  const { db } = await freshStore()
  const slug = await completed(db)
  await rule(db, IGNORE)
  await takeLease(db, { name: `report/${slug}`, holder: 'another' }, LATER)
  expect(await recountReport(db, clock, slug)).toEqual({ heldForMs: LEASE_MS })
  expect(await replacedBodies(db, slug)).toEqual([])
})

test('a report that another process took meanwhile is left to it', async () => {
  const { db } = await freshStore()
  const slug = await completed(db)
  await rule(db, IGNORE)
  const lost = recountReport(db, clock, slug).catch((fault: unknown) => fault)
  while ((await db.selectFrom('leases').select('name').execute()).length === 0);
  await db.updateTable('leases').set({ holder: 'another' }).execute()
  expect(await lost).toBeInstanceOf(LeaseLost)
  expect(await replacedBodies(db, slug)).toEqual([])
})
