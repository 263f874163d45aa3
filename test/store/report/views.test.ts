import { describe, expect, test } from 'vitest'
import { report as reportShape } from '../../../pipeline/contract/report.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { beginReport, endReport, findOwnReport, insertReport } from '../../../pipeline/store/report/reports.ts'
import { listReports, progressOf, publicReport } from '../../../pipeline/store/report/views.ts'
import { skipCells } from '../../../pipeline/store/survey/cells.ts'
import { commitJournal } from '../../../pipeline/store/survey/journal.ts'
import { newAccount, newReport } from '../../support/accounts.ts'
import { frozenReport as frozen } from '../../support/reports.ts'
import { freshStore } from '../../support/store/store.ts'
import { NEW, SITE, withReport, withSurvey } from '../one-report.ts'

async function answersOf(db: Store) {
  return (await progressOf(db, 'one', SITE))?.progress
}

describe('another account’s report', () => {
  test('reads as one that doesn’t exist', async () => {
    const { db, accountId } = await withReport()
    const bob = await newAccount(db, 'bob@agency.example')
    expect(await findOwnReport(db, accountId, 'one')).toMatchObject({ slug: 'one' })
    expect(await progressOf(db, 'one', SITE, accountId)).toMatchObject({ slug: 'one' })
    expect(await publicReport(db, 'one', SITE, accountId)).toMatchObject({ slug: 'one' })
    for (const slug of ['one', 'nothing']) {
      expect(await findOwnReport(db, bob.id, slug)).toBeUndefined()
      expect(await progressOf(db, slug, SITE, bob.id)).toBeUndefined()
      expect(await publicReport(db, slug, SITE, bob.id)).toBeUndefined()
    }
    expect(await listReports(db, bob.id, SITE, { limit: 9 })).toEqual({ reports: [], more: false })
    expect(await listReports(db, bob.id, SITE, { limit: 9, after: 'one' })).toBeUndefined()
  })

  test('is not shown if it belongs to nobody', async () => {
    const { db, accountId } = await withReport({ accountId: null })
    expect(await findOwnReport(db, accountId, 'one')).toBeUndefined()
    expect(await publicReport(db, 'one', SITE, accountId)).toBeUndefined()
    expect(await publicReport(db, 'one', SITE)).toMatchObject({ slug: 'one' })
  })
})

describe('the list', () => {
  test('has every field of an item', async () => {
    const { db, accountId } = await withReport()
    await endReport(db, 'one', { error: null, body: frozen() }, 3_000)
    expect((await listReports(db, accountId, SITE, { limit: 1 }))?.reports).toEqual([
      {
        slug: 'one',
        url: 'https://site.example/r/one',
        status: 'COMPLETE',
        simulated: true,
        plan: 'QUICK',
        funding: 'BYOK',
        overallScore: 41.7,
        createdAt: '1970-01-01T00:00:01.000Z',
        completedAt: '1970-01-01T00:00:03.000Z',
        brand: 'Acme',
        domain: 'acme.example',
        category: 'CRM software',
        country: 'US',
        language: 'en',
      },
    ])
  })

  test('is as long as asked, newest first, and continues after any of them, even within one moment', async () => {
    const { db } = await freshStore()
    const { id: accountId } = await newAccount(db)
    for (let at = 0; at < 7; at += 1) await newReport(db, { slug: `at-${at}`, accountId, now: Math.floor(at / 3) })
    const seen: string[] = []
    for (let more = true; more; ) {
      const page = await listReports(db, accountId, SITE, { limit: 2, after: seen.at(-1) })
      seen.push(...(page?.reports ?? []).map(({ slug }) => slug))
      more = page?.more ?? false
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, at) => `at-${6 - at}`))
  })
})

test('the list of every report has those of all accounts and of none, newest first and a page at a time', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  for (let at = 0; at < 103; at += 1)
    await newReport(db, { slug: `at-${at}`, accountId: at % 2 === 0 ? accountId : null, now: at })
  const pages: string[][] = []
  for (let after: string | undefined; pages.length < 4; after = pages.at(-1)?.at(-1) ?? after)
    pages.push((await listReports(db, undefined, SITE, { limit: 40, after }))?.reports.map(({ slug }) => slug) ?? [])
  expect(pages.map((page) => page.length)).toEqual([40, 40, 23, 0])
  expect(pages.flat()).toEqual(Array.from({ length: 103 }, (_, at) => `at-${102 - at}`))
  expect(await listReports(db, undefined, SITE, { limit: 1 })).toEqual(
    await listReports(db, accountId, SITE, { limit: 1 }),
  )
  expect(await listReports(db, undefined, SITE, { limit: 1, after: 'at-103' })).toBeUndefined()
})

describe('progress', () => {
  test('before the questions are written is planned for the engines that a key was sent for', async () => {
    const { db } = await withReport()
    expect(await answersOf(db)).toEqual({ answersStored: 0, answersPlanned: 4 * 2 * 2 })
    await insertReport(db, { ...NEW, slug: 'two', accountId: null, funding: 'FREE', byokEngines: null }, 1_000)
    const planned = { answersStored: 0, answersPlanned: 4 * 2 * 3 }
    expect(await progressOf(db, 'two', SITE)).toMatchObject({ progress: planned })
  })

  test('counts the finished cells of the engines that are asked, whichever way they ended §3.2', async () => {
    const { db, lease } = await withSurvey()
    expect(await answersOf(db)).toEqual({ answersStored: 0, answersPlanned: 8 })
    const cell = (id: string) => `report/one/OPENAI/${id}`
    const answer = { text: 'Acme.', model: 'm' }
    const sent = (cellId: string) => ({ step: 'sent' as const, cellId, attempt: 1, turn: 0 })
    await commitJournal(db, lease, [sent(cell('r0/q0')), sent(cell('r0/q1')), sent(cell('r1/q0'))], 3_000)
    expect(await answersOf(db)).toEqual({ answersStored: 0, answersPlanned: 8 })
    const answered = { kind: 'answered' as const, ...answer, citations: [], grounded: true }
    await commitJournal(
      db,
      lease,
      [
        { step: 'finished', cellId: cell('r0/q0'), end: answered },
        { step: 'finished', cellId: cell('r0/q1'), end: { kind: 'noAnswer', ...answer } },
        { step: 'finished', cellId: cell('r1/q0'), end: { kind: 'failed', reason: 'timed out' } },
      ],
      4_000,
    )
    expect(await answersOf(db)).toEqual({ answersStored: 3, answersPlanned: 8 })
    // The engine stops, and what it had left is skipped: it was asked.
    await skipCells(db, lease, 'report/one', 'OPENAI', 'out of quota', 5_000)
    expect(await answersOf(db)).toEqual({ answersStored: 4, answersPlanned: 8 })
    // One that stops before it stored anything was not.
    await skipCells(db, lease, 'report/one', 'ANTHROPIC', 'provider rejected the key', 5_000)
    expect(await answersOf(db)).toEqual({ answersStored: 4, answersPlanned: 4 })
  })

  test('comes with the status, the error and the funding', async () => {
    const { db } = await withReport()
    await endReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
    expect(await progressOf(db, 'one', SITE)).toEqual({
      slug: 'one',
      status: 'FAILED',
      simulated: true,
      progress: { answersStored: 0, answersPlanned: 16 },
      overallScore: null,
      error: 'It failed.',
      url: 'https://site.example/r/one',
      funding: 'BYOK',
    })
  })
})

describe('the public report', () => {
  test.each(['PENDING', 'RUNNING', 'FAILED'] as const)('of a %s one is what is known', async (status) => {
    const { db, lease } = await withReport()
    if (status === 'RUNNING') await beginReport(db, lease, 'one', 2_000)
    if (status === 'FAILED') await endReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
    const shown = await publicReport(db, 'one', SITE)
    expect(reportShape.parse(shown)).toEqual(shown)
    expect(shown).toMatchObject({
      status,
      overallScore: null,
      completedAt: status === 'FAILED' ? '1970-01-01T00:00:03.000Z' : null,
      error: status === 'FAILED' ? 'It failed.' : null,
      answersCounted: 0,
      engines: [],
      questions: [],
      method: null,
    })
  })

  test('of a finished one is what was frozen, with its address', async () => {
    const { db } = await withReport()
    const body = frozen({ slug: 'one' })
    await endReport(db, 'one', { error: null, body }, 3_000)
    await db.updateTable('reports').set({ brand: 'Other', category: 'other' }).execute()
    expect(await publicReport(db, 'one', SITE)).toEqual({ ...body, url: 'https://site.example/r/one' })
  })
})
