import { describe, expect, test } from 'vitest'
import { report as reportShape } from '../../pipeline/contract/report.ts'
import { planCells, skipCells } from '../../pipeline/store/cells.ts'
import { commitJournal } from '../../pipeline/store/journal.ts'
import { LeaseLost, takeLease } from '../../pipeline/store/leases.ts'
import type { Store } from '../../pipeline/store/open.ts'
import {
  attachSurvey,
  beginReport,
  completeReport,
  failReport,
  findOwnReport,
  findReport,
  frozenReport,
  insertReport,
  keepRanMs,
  listReports,
  type NewReport,
  progressOf,
  publicReport,
  reportUrl,
} from '../../pipeline/store/reports.ts'
import { newAccount, newReport } from '../support/accounts.ts'
import { frozenReport as frozen } from '../support/reports.ts'
import { freshStore } from '../support/store.ts'

const SITE = 'https://site.example'
const QUESTIONS = ['Which is best?', 'Which is cheap?']
const NEW: Omit<NewReport, 'accountId'> = {
  slug: 'one',
  simulated: true,
  plan: 'QUICK',
  funding: 'BYOK',
  domain: 'acme.example',
  brand: 'Acme',
  aliases: ['Acme Desk'],
  category: 'CRM software',
  description: 'A CRM.',
  engines: ['OPENAI', 'ANTHROPIC', 'GEMINI'],
  seedPrompts: ['Which is best?'],
  byokEngines: ['OPENAI', 'GEMINI', 'GROK'],
}

/** A store with one report of one account, and its lease. */
async function withReport(change: Partial<NewReport> = {}) {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const report = { ...NEW, accountId, ...change }
  await insertReport(db, report, 1_000)
  const lease = { name: 'report/one', holder: 'me' }
  await takeLease(db, lease, 1_000)
  return { db, accountId, report, lease }
}

/** Its survey as a worker leaves it: 2 questions x 2 runs x 3 engines planned, GEMINI without a key. */
async function withSurvey() {
  const made = await withReport()
  const { db, lease } = made
  await beginReport(db, lease, 'one', 2_000)
  await attachSurvey(db, lease, 'one', { surveyId: 'report/one', questions: QUESTIONS, simulated: true }, 2_000)
  await planCells(db, 'report/one', { questions: 2, engines: NEW.engines, runs: 2 })
  await skipCells(db, ['report/one'], 'GEMINI', 'no key', 2_000)
  return made
}

async function answersOf(db: Store) {
  return (await progressOf(db, 'one', SITE))?.progress
}

describe('a report’s life', () => {
  test('is read as it was inserted', async () => {
    const { db, report } = await withReport()
    expect(await findReport(db, 'one')).toEqual({
      ...report,
      surveyId: null,
      status: 'PENDING',
      overallScore: null,
      error: null,
      createdAt: 1_000,
      startedAt: null,
      ranMs: 0,
      completedAt: null,
    })
    expect(await findReport(db, 'two')).toBeUndefined()
  })

  test('begins once: a report that is resumed keeps the time at which it began', async () => {
    const { db, lease } = await withReport()
    expect(await beginReport(db, lease, 'one', 2_000)).toBe(true)
    expect(await beginReport(db, lease, 'one', 9_000)).toBe(true)
    expect(await findReport(db, 'one')).toMatchObject({ status: 'RUNNING', startedAt: 2_000 })
    expect(await beginReport(db, lease, 'two', 9_000)).toBe(false)
  })

  test('is written only by who holds its lease', async () => {
    const { db } = await withReport()
    const other = { name: 'report/one', holder: 'other' }
    const survey = { surveyId: 'report/one', questions: QUESTIONS, simulated: true }
    await expect(beginReport(db, other, 'one', 2_000)).rejects.toThrow(LeaseLost)
    await expect(attachSurvey(db, other, 'one', survey, 2_000)).rejects.toThrow(LeaseLost)
    expect(await findReport(db, 'one')).toMatchObject({ status: 'PENDING', surveyId: null })
  })

  test('keeps how long it ran while it runs, by its lease’s holder, and never less', async () => {
    const { db, lease } = await withReport()
    const ranMs = async () => (await findReport(db, 'one'))?.ranMs
    await keepRanMs(db, lease, 'one', 10, 2_000)
    expect(await ranMs()).toBe(0)
    await beginReport(db, lease, 'one', 2_000)
    await keepRanMs(db, lease, 'one', 10, 2_000)
    await keepRanMs(db, lease, 'one', 9, 2_000)
    await expect(keepRanMs(db, { ...lease, holder: 'other' }, 'one', 11, 2_000)).rejects.toThrow(LeaseLost)
    expect(await ranMs()).toBe(10)
    await failReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
    await keepRanMs(db, lease, 'one', 12, 3_000)
    expect(await ranMs()).toBe(10)
  })

  test('has its questions fixed once', async () => {
    const { db, lease } = await withSurvey()
    const other = { surveyId: 'report/other', questions: ['Another?'], simulated: true }
    expect(await attachSurvey(db, lease, 'one', other, 3_000)).toBe(false)
    expect(await findReport(db, 'one')).toMatchObject({ surveyId: 'report/one' })
    const asked = await db.selectFrom('survey_questions').select(['survey_id', 'text']).orderBy('question').execute()
    expect(asked).toEqual(QUESTIONS.map((text) => ({ survey_id: 'report/one', text })))
  })

  test('ends exactly once', async () => {
    const { db, lease } = await withReport()
    const body = frozen({ slug: 'one' })
    expect(await completeReport(db, 'one', { overallScore: 41.7, body }, 3_000)).toBe(true)
    expect(await failReport(db, 'one', { error: 'It failed.', body: null }, 4_000)).toBe(false)
    expect(await completeReport(db, 'one', { overallScore: 1, body: frozen({ overallScore: 1 }) }, 4_000)).toBe(false)
    expect(await beginReport(db, lease, 'one', 4_000)).toBe(false)
    const survey = { surveyId: 'report/one', questions: QUESTIONS, simulated: true }
    expect(await attachSurvey(db, lease, 'one', survey, 4_000)).toBe(false)
    const ended = { status: 'COMPLETE', overallScore: 41.7, error: null, completedAt: 3_000, startedAt: null }
    expect(await findReport(db, 'one')).toMatchObject(ended)
    expect(await frozenReport(db, 'one')).toEqual(body)
  })

  test('ends as FAILED with a sentence, with or without what came in', async () => {
    const { db } = await withReport()
    expect(await failReport(db, 'one', { error: 'It failed.', body: null }, 3_000)).toBe(true)
    expect(await completeReport(db, 'one', { overallScore: 1, body: frozen() }, 4_000)).toBe(false)
    const ended = { status: 'FAILED', overallScore: null, error: 'It failed.', completedAt: 3_000 }
    expect(await findReport(db, 'one')).toMatchObject(ended)
    expect(await frozenReport(db, 'one')).toBeUndefined()

    await insertReport(db, { ...NEW, slug: 'two', accountId: null }, 1_000)
    const body = frozen({ slug: 'two', status: 'FAILED', error: 'It failed.', overallScore: null })
    await failReport(db, 'two', { error: 'It failed.', body }, 3_000)
    expect(await frozenReport(db, 'two')).toEqual(body)
  })
})

describe('another account’s report', () => {
  test('reads as one that is not there', async () => {
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
    expect(await listReports(db, bob.id, SITE)).toEqual([])
  })

  test('nor is one that belongs to nobody', async () => {
    const { db, accountId } = await withReport({ accountId: null })
    expect(await findOwnReport(db, accountId, 'one')).toBeUndefined()
    expect(await publicReport(db, 'one', SITE, accountId)).toBeUndefined()
    expect(await publicReport(db, 'one', SITE)).toMatchObject({ slug: 'one' })
  })
})

describe('the list', () => {
  test('has every field of an item', async () => {
    const { db, accountId } = await withReport()
    await completeReport(db, 'one', { overallScore: 41.7, body: frozen() }, 3_000)
    expect(await listReports(db, accountId, `${SITE}/`)).toEqual([
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
      },
    ])
  })

  test('is the newest hundred, newest first', async () => {
    const { db } = await freshStore()
    const { id: accountId } = await newAccount(db)
    for (let at = 0; at < 103; at += 1) await newReport(db, { slug: `at-${at}`, accountId, now: at })
    const listed = (await listReports(db, accountId, SITE)).map(({ slug }) => slug)
    expect(listed).toEqual(Array.from({ length: 100 }, (_, at) => `at-${102 - at}`))
  })
})

describe('progress', () => {
  test('before the questions are written is planned for the engines that a key was sent for', async () => {
    const { db } = await withReport()
    expect(await answersOf(db)).toEqual({ answersStored: 0, answersPlanned: 4 * 2 * 2 })
    await insertReport(db, { ...NEW, slug: 'two', accountId: null, funding: 'FREE', byokEngines: null }, 1_000)
    const planned = { answersStored: 0, answersPlanned: 4 * 2 * 3 }
    expect(await progressOf(db, 'two', SITE)).toMatchObject({ progress: planned })
  })

  test('counts the finished cells of the engines that are asked, whichever way they ended', async () => {
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
    await skipCells(db, ['report/one'], 'OPENAI', 'out of quota', 5_000)
    expect(await answersOf(db)).toEqual({ answersStored: 4, answersPlanned: 8 })
    // One that stops before it stored anything was not.
    await skipCells(db, ['report/one'], 'ANTHROPIC', 'provider rejected the key', 5_000)
    expect(await answersOf(db)).toEqual({ answersStored: 4, answersPlanned: 4 })
  })

  test('comes with the status, the error and the funding', async () => {
    const { db } = await withReport()
    await failReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
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
    if (status === 'FAILED') await failReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
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
    await completeReport(db, 'one', { overallScore: 41.7, body }, 3_000)
    await db.updateTable('reports').set({ brand: 'Other', category: 'other' }).execute()
    expect(await publicReport(db, 'one', SITE)).toEqual({ ...body, url: 'https://site.example/r/one' })
  })
})

test('a report’s page is under the site, with or without a slash at its end', () => {
  expect(reportUrl('https://site.example/', 'one')).toBe('https://site.example/r/one')
  expect(reportUrl('https://site.example/base', 'one')).toBe('https://site.example/base/r/one')
})
