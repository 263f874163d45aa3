import { describe, expect, test } from 'vitest'
import { LeaseLost } from '../../../pipeline/store/driver/leases.ts'
import {
  attachSurvey,
  beginReport,
  endReport,
  findReport,
  frozenReport,
  insertReport,
  keepRanMs,
} from '../../../pipeline/store/report/reports.ts'
import { frozenReport as frozen } from '../../support/reports.ts'
import { NEW, QUESTIONS, withReport, withSurvey } from '../one-report.ts'

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

  test('begins once: a resumed report keeps its start time', async () => {
    const { db, lease } = await withReport()
    expect(await beginReport(db, lease, 'one', 2_000)).toBe(true)
    expect(await beginReport(db, lease, 'one', 9_000)).toBe(true)
    expect(await findReport(db, 'one')).toMatchObject({ status: 'RUNNING', startedAt: 2_000 })
    expect(await beginReport(db, lease, 'two', 9_000)).toBe(false)
  })

  test('is written only by the holder of its lease', async () => {
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
    await endReport(db, 'one', { error: 'It failed.', body: null }, 3_000)
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
    expect(await endReport(db, 'one', { error: null, body }, 3_000)).toBe(true)
    expect(await endReport(db, 'one', { error: 'It failed.', body: null }, 4_000)).toBe(false)
    expect(await endReport(db, 'one', { error: null, body: frozen({ overallScore: 1 }) }, 4_000)).toBe(false)
    expect(await beginReport(db, lease, 'one', 4_000)).toBe(false)
    const survey = { surveyId: 'report/one', questions: QUESTIONS, simulated: true }
    expect(await attachSurvey(db, lease, 'one', survey, 4_000)).toBe(false)
    const ended = { status: 'COMPLETE', overallScore: 41.7, error: null, completedAt: 3_000, startedAt: null }
    expect(await findReport(db, 'one')).toMatchObject(ended)
    expect(await frozenReport(db, 'one')).toEqual(body)
  })

  test('ends as FAILED with a sentence, with or without partial results', async () => {
    const { db } = await withReport()
    expect(await endReport(db, 'one', { error: 'It failed.', body: null }, 3_000)).toBe(true)
    expect(await endReport(db, 'one', { error: null, body: frozen() }, 4_000)).toBe(false)
    const ended = { status: 'FAILED', overallScore: null, error: 'It failed.', completedAt: 3_000 }
    expect(await findReport(db, 'one')).toMatchObject(ended)
    expect(await frozenReport(db, 'one')).toBeUndefined()

    await insertReport(db, { ...NEW, slug: 'two', accountId: null }, 1_000)
    const body = frozen({ slug: 'two', status: 'FAILED', error: 'It failed.', overallScore: null })
    await endReport(db, 'two', { error: 'It failed.', body }, 3_000)
    expect(await frozenReport(db, 'two')).toEqual(body)
  })
})
