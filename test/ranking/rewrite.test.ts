import { describe, expect, test } from 'vitest'
import { changedQuestions } from '../../pipeline/contract/wording.ts'
import { rewriteQuestions } from '../../pipeline/ranking/rewrite.ts'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findCategory } from '../../pipeline/store/ranking/categories.ts'
import { readRanking } from '../../pipeline/store/ranking/rankings.ts'
import type { AskedScribe } from '../../pipeline/survey/scribe.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { scriptedScribe, withLane } from '../support/vendors/scripted-scribe.ts'

const BARE = { slug: 'crm', category: 'CRM software' }
const engines = [scriptedEngine('OPENAI', () => said('**Ridgeloom** is good'))]
const TEN = Array.from({ length: 10 }, (_, at) => `Which CRM is best for team ${at}?`)
const never = new AbortController().signal

/** A scribe that writes these questions, whatever it is asked. */
function writing(questions: readonly string[]): AskedScribe {
  return withLane(scriptedScribe(() => ({ questions })))
}

const rewrite = (db: Store, questions: readonly string[], slug = 'crm') =>
  rewriteQuestions({ db, clock: fixedClock(), random: () => 0.5, stop: never, cut: never }, writing(questions), slug)

test('every run says that its questions are templates, until a scribe writes others for later months', async () => {
  const { db } = await freshStore()
  const run = async (month: string) => {
    const warnings: string[] = []
    await ranMonth(db, [BARE], { engines, month, warn: (sentence) => warnings.push(sentence) })
    return { prompts: (await readRanking(db, 'crm', month))?.prompts, warned: warnings.join() }
  }
  const templates = suggestQuestions('CRM software', 10)
  const warned = expect.stringContaining('`./svc questions rewrite crm`')
  expect(await run('2026-09')).toEqual({ prompts: templates, warned })
  expect(await run('2026-10')).toEqual({ prompts: templates, warned })

  const kept = [...templates.slice(0, 2), ...TEN.slice(2)]
  expect(await rewrite(db, kept)).toEqual({ questions: kept, costUsd: 0.001 })
  expect((await run('2026-10')).prompts).toEqual(templates)
  expect(await run('2026-11')).toEqual({ prompts: kept, warned: '' })
  const after = await readRanking(db, 'crm', '2026-11')
  expect(after?.comparedWith).toEqual({ month: '2026-10', version: 1, newQuestions: 8, droppedQuestions: 8 })
  expect(after && changedQuestions(after)).toBe(
    'The questions changed since October 2026: 8 of 10 are new and 8 earlier ones no longer asked; changes compare the 2 questions of both months.',
  )
  const before = await readRanking(db, 'crm', '2026-10')
  expect(before && changedQuestions(before)).toBeUndefined()
})

test('months without a question in common say that no change can be compared', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [BARE], { engines, month: '2026-10' })
  await rewrite(db, TEN)
  await ranMonth(db, [BARE], { engines })
  const ranking = await readRanking(db, 'crm')
  expect(ranking && changedQuestions(ranking)).toContain('10 of 10 are new and 10 earlier ones')
  expect(ranking && changedQuestions(ranking)).toContain('no change can be compared')
})

describe('refuses, and leaves the questions as they are,', () => {
  test('a category that was never run', async () => {
    const { db } = await freshStore()
    expect(await rewrite(db, TEN)).toEqual({ refusal: expect.stringContaining('No ranking was ever run') })
  })

  test('one whose questions the file lists', async () => {
    const { db } = await freshStore()
    await ranMonth(db, [{ ...BARE, questions: ['Which CRM?'] }], { engines })
    expect(await rewrite(db, TEN)).toEqual({ refusal: expect.stringContaining('categories file') })
    expect(await findCategory(db, 'crm')).toMatchObject({ questions: ['Which CRM?'], questionsBy: 'file' })
  })

  test('a simulated one', async () => {
    const { db } = await freshStore()
    await ranMonth(db, [BARE], { engines, simulated: true })
    expect(await rewrite(db, TEN)).toEqual({ refusal: expect.stringContaining('is simulated') })
    expect(await findCategory(db, 'crm')).toMatchObject({ questionsBy: 'templates' })
  })

  test('a scribe that writes too few', async () => {
    const { db } = await freshStore()
    await ranMonth(db, [BARE], { engines })
    const before = await findCategory(db, 'crm')
    expect(await rewrite(db, TEN.slice(0, 4))).toEqual({ refusal: expect.stringContaining('too few') })
    expect(await findCategory(db, 'crm')).toEqual(before)
  })
})
