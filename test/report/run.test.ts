import { describe, expect, test } from 'vitest'
import { report as reportSchema } from '../../pipeline/contract/report.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { LEAVE_MS } from '../../pipeline/report/job.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { creditBalance, creditState } from '../../pipeline/store/accounts/credits.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { progressOf, publicReport } from '../../pipeline/store/report/views.ts'
import { newAccount } from '../support/accounts.ts'
import { fixedClock } from '../support/clock.ts'
import { cellStates, jobScope, queued, queueReport, stored } from '../support/job.ts'
import { answered, answering, askedOf, NAMES, paidReport } from '../support/running.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readingsOf, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const SITE = 'https://site.example'
const failing = (name: Engine['name']) => scriptedEngine(name, () => ({ kind: 'error', error: 'BAD_REQUEST' }))

describe('a report that runs', () => {
  test('is complete, frozen, off the queue, with every count from its answers §3.3', async () => {
    const { db } = await freshStore()
    const clock = fixedClock()
    const slug = await queueReport(db, { seedPrompts: ['Which CRM for florists?'] })
    const engines = answered()
    expect(await runReport(jobScope(db, { engines, clock }), slug)).toBe('complete')
    expect(engines.map(({ asked }) => asked.length)).toEqual([8, 8, 8])
    expect(await queued(db)).toEqual([])
    expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])

    const report = reportSchema.strict().parse(await publicReport(db, slug, SITE))
    expect(report).toMatchObject({ status: 'COMPLETE', overallScore: 50, answersCounted: 24, enginesSkipped: [] })
    expect(report.engines).toMatchObject(NAMES.map((engine) => ({ engine, runsMentioned: 4, runsTotal: 8 })))
    expect(report.competitors).toMatchObject([{ name: 'Pacewell', mentions: 24, answers: 24, share: 1 }])
    expect(report.questions[0]).toMatchObject({ text: 'Which CRM for florists?', seeded: true })
    expect(report.questions.slice(1).map(({ seeded }) => seeded)).toEqual([false, false, false])
    expect(report.completedAt).toBe(new Date((await stored(db, slug)).completedAt ?? 0).toISOString())
    expect(await progressOf(db, slug, SITE)).toMatchObject({ progress: { answersStored: 24, answersPlanned: 24 } })
  })

  test('is asked in its market, which it names; in another language it fails where nobody writes its questions', async () => {
    const { db } = await freshStore()
    const german = { country: 'DE', language: 'de' }
    const seedPrompts = ['Welches CRM?', 'Welches günstige CRM?', 'Welches schnelle CRM?', 'Welches kleine CRM?']
    await queueReport(db, { slug: 'german', ...german, seedPrompts })
    const engines = answered()
    expect(await runReport(jobScope(db, { engines }), 'german')).toBe('complete')
    expect(
      new Set(engines.flatMap(({ asked }) => asked.map(({ market }) => market.country + market.language))),
    ).toEqual(new Set(['DEde']))
    expect(await publicReport(db, 'german', SITE)).toMatchObject({ status: 'COMPLETE', ...german })

    await queueReport(db, { slug: 'unwritten', ...german })
    expect(await runReport(jobScope(db, { engines: answered() }), 'unwritten')).toBe('failed')
    expect(await publicReport(db, 'unwritten', SITE)).toMatchObject({
      ...german,
      error:
        'Fewer questions in German could be written than the plan asks; start it again with questions of your own.',
    })
  })

  test('skips engines without a key and engines that rejected it, each with its reason §5.10.8 §5.11', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const rejecting = scriptedEngine('ANTHROPIC', () => ({ kind: 'error', error: 'KEY_REJECTED' }))
    expect(await runReport(jobScope(db, { engines: [answering('OPENAI'), rejecting] }), slug)).toBe('complete')
    expect(rejecting.asked).toHaveLength(1)
    expect(await frozenReport(db, slug)).toMatchObject({
      engines: [{ engine: 'OPENAI', runsTotal: 8 }],
      enginesSkipped: [
        { engine: 'ANTHROPIC', reason: 'provider rejected the key' },
        { engine: 'GEMINI', reason: 'no key was given' },
      ],
    })
  })

  test('asks no engine that was not selected', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db, { engines: ['GEMINI'] })
    const engines = answered()
    await runReport(jobScope(db, { engines }), slug)
    expect(engines.map(({ asked }) => asked.length)).toEqual([0, 0, 8])
    expect((await frozenReport(db, slug))?.ledger.map(({ engine }) => engine)).toEqual(['GEMINI'])
  })

  test('takes rivals from its readings, which are never told the product, and the product from its own name', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const asked: string[] = []
    const scribe = scriptedScribe(({ name, prompt }) => {
      asked.push(name)
      expect(prompt.split('<answer')[0]).not.toContain('Ridgeloom')
      return name === 'questions'
        ? { questions: ['Which CRM is easy?'] }
        : readingsOf(prompt, ['Ridgeloom', 'Pacewell'])
    })
    const engines = NAMES.map((name) => scriptedEngine(name, () => said('We like Ridgeloom, then Pacewell.')))
    await runReport(jobScope(db, { engines, scribes: [scribe] }), slug)
    const report = await frozenReport(db, slug)
    expect(asked).toEqual(['questions', 'readings'])
    expect(report).toMatchObject({ overallScore: 100, method: { namesBy: 'model' } })
    expect(report?.competitors.map(({ name }) => name)).toEqual(['Pacewell'])
    expect(report?.questions[0]?.text).toBe('Which CRM is easy?')
  })

  test('on simulated engines says so, and they name the product now and then', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db, { simulated: true, plan: 'DEEP', slug: 'simulated' })
    const engines = NAMES.map(createSimulated)
    expect(await runReport(jobScope(db, { engines, simulated: true }), slug)).toBe('complete')
    const report = await frozenReport(db, slug)
    expect(report?.simulated).toBe(true)
    expect(report?.overallScore).toBeGreaterThan(5)
    expect(report?.overallScore).toBeLessThan(70)
    expect(report?.competitors.length).toBeGreaterThan(5)
    expect(report?.actionPlan.length).toBeGreaterThan(0)
  })
})

describe('a report that cannot end well', () => {
  test('fails when no engine gave a counted answer, and its credit is back §3.4', async () => {
    const { db } = await freshStore()
    const { id } = await newAccount(db)
    const slug = await paidReport(db, id, 'r1')
    const silent = scriptedEngine('GEMINI', () => ({ kind: 'noAnswer', text: '', model: 'm' }))
    expect(await runReport(jobScope(db, { engines: [failing('OPENAI'), silent] }), slug)).toBe('failed')
    expect(await publicReport(db, slug, SITE)).toMatchObject({
      status: 'FAILED',
      error: 'No engine gave an answer that could be counted.',
      overallScore: null,
      answersCounted: 0,
      engines: [{ engine: 'GEMINI', runsMentioned: 0, runsTotal: 0 }],
      enginesSkipped: [
        { engine: 'OPENAI', reason: 'every call failed; 8 question not accepted' },
        { engine: 'ANTHROPIC' },
      ],
      ledger: [{ failed: 8 }, { skipped: 8 }, { noAnswer: 8 }],
    })
    expect(await creditBalance(db, id)).toEqual({ balance: 1, held: 0 })
    expect(await queued(db)).toEqual([])
    expect(await runReport(jobScope(db, { engines: answered() }), slug)).toBe('gone')
    expect(await creditBalance(db, id)).toEqual({ balance: 1, held: 0 })
  })

  test('returns three credits automatically and holds the fourth §3.7', async () => {
    const { db } = await freshStore()
    const { id } = await newAccount(db)
    const states: string[] = []
    for (const slug of ['r1', 'r2', 'r3', 'r4']) {
      await runReport(jobScope(db, { engines: [failing('OPENAI')] }), await paidReport(db, id, slug))
      states.push(await creditState(db, slug))
    }
    expect(states).toEqual(['returned', 'returned', 'returned', 'held'])
    expect(await creditBalance(db, id)).toEqual({ balance: 3, held: 1 })
  })

  test('fails when its deadline passes, shows what came in, and asks nothing afterwards', async () => {
    const { db } = await freshStore()
    const { id } = await newAccount(db)
    const slug = await paidReport(db, id, 'r1')
    const clock = fixedClock()
    const slow = scriptedEngine('OPENAI', () => {
      clock.advance(25 * 60_000)
      return said('Take Ridgeloom.')
    })
    expect(await runReport(jobScope(db, { engines: [slow], clock, width: 1 }), slug)).toBe('failed')
    expect(slow.asked).toHaveLength(3)
    const report = await frozenReport(db, slug)
    expect(report).toMatchObject({
      status: 'FAILED',
      error: 'The report did not finish within 60 minutes of running.',
      overallScore: null,
      answersCounted: 3,
      ledger: [
        { engine: 'OPENAI', counted: 3, skipped: 5, reason: 'no answer came before the report ended' },
        { skipped: 8, reason: 'no key was given' },
        { skipped: 8 },
      ],
    })
    expect(await creditBalance(db, id)).toEqual({ balance: 1, held: 0 })
  })

  test('survives a clock that is set two hours ahead, and counts none of them as running time', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const clock = fixedClock()
    const stop = new AbortController()
    const asked = scriptedEngine('OPENAI', () => {
      if (asked.asked.length === 1) clock.set(2 * 3_600_000)
      if (asked.asked.length === 3) stop.abort()
      clock.advance(1_000)
      return said('Take Ridgeloom.')
    })
    const scope = jobScope(db, { engines: [asked], clock, width: 1 })
    expect(await runReport({ ...scope, stop: stop.signal }, slug)).toBe('interrupted')
    expect((await stored(db, slug)).ranMs).toBe(3_000)
    expect(await runReport(scope, slug)).toBe('complete')
  })

  test('fails when its deadline passes while a call hangs', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const hanging = scriptedEngine('OPENAI', () => ({ kind: 'hang' }))
    expect(await runReport(jobScope(db, { engines: [hanging], deadlineMs: 100 }), slug)).toBe('failed')
    expect(await cellStates(db, slug)).not.toHaveProperty('answered')
  })

  test('fails when its running times together pass its deadline', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const clock = fixedClock()
    const stop = new AbortController()
    const slow = scriptedEngine('OPENAI', () => {
      clock.advance(25 * 60_000)
      if (slow.asked.length === 1) stop.abort()
      return said('Take Ridgeloom.')
    })
    const scope = jobScope(db, { engines: [slow], clock, width: 1 })
    expect(await runReport({ ...scope, stop: stop.signal }, slug)).toBe('interrupted')
    expect(await runReport(scope, slug)).toBe('failed')
    expect(slow.asked).toHaveLength(3)
    expect((await stored(db, slug)).error).toMatch(/60 minutes/)
  })

  test('is left as it is by a fault of ours, and ends by its deadline', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const clock = fixedClock()
    const broken = { ...jobScope(db, { clock }), engines: () => Promise.reject(new Error('broken')) }
    await expect(runReport(broken, slug)).rejects.toThrow('broken')
    expect((await stored(db, slug)).status).toBe('RUNNING')
    expect(await queued(db)).toEqual([slug])
    for (const ranMs of [2 * LEAVE_MS, 3 * LEAVE_MS]) {
      await expect(runReport({ ...broken, deadlineMs: 3 * LEAVE_MS }, slug)).rejects.toThrow('broken')
      expect((await stored(db, slug)).ranMs).toBe(ranMs)
    }
    expect(await runReport({ ...broken, deadlineMs: 3 * LEAVE_MS }, slug)).toBe('failed')
  })

  test('fails without a call if its category names the product', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db, { category: 'Ridgeloom alternatives' })
    const engines = answered()
    expect(await runReport(jobScope(db, { engines }), slug)).toBe('failed')
    expect(askedOf(engines)).toEqual([])
    expect((await stored(db, slug)).error).toMatch(/category names the product/)
  })
})
