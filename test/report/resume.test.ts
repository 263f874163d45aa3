import { describe, expect, test } from 'vitest'
import { createBudget } from '../../pipeline/ask/budget.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { deleteAccount } from '../../pipeline/store/accounts/accounts.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { newAccount } from '../support/accounts.ts'
import { fixedClock } from '../support/clock.ts'
import { cellStates, jobScope, queueReport, stored } from '../support/job.ts'
import { answered, answering, askedOf, NAMES, paidReport } from '../support/running.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

describe('a resumed report', () => {
  test('has the rest of its running time, however long it was stopped', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const clock = fixedClock()
    const stop = new AbortController()
    const slow = scriptedEngine('OPENAI', () => {
      clock.advance(60_000)
      stop.abort()
      return said('Take Ridgeloom.')
    })
    expect(await runReport(jobScope(db, { engines: [slow], clock, stop: stop.signal, width: 1 }), slug)).toBe(
      'interrupted',
    )
    expect((await stored(db, slug)).ranMs).toBe(60_000)
    clock.advance(61 * 60_000)
    expect(await runReport(jobScope(db, { engines: answered(), clock }), slug)).toBe('complete')
  })

  test('after a stop asks only what has no outcome, and keeps its questions', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const stop = new AbortController()
    const rejecting = scriptedEngine('ANTHROPIC', () => ({ kind: 'error', error: 'KEY_REJECTED' }))
    const first = [
      scriptedEngine('OPENAI', ({ tag }, earlier) => {
        if (tag.endsWith('q2/r0') && earlier === 0) stop.abort()
        return tag.endsWith('q0/r0') ? { kind: 'error', error: 'BAD_REQUEST' } : said('Take Ridgeloom.')
      }),
      rejecting,
    ]
    expect(await runReport(jobScope(db, { engines: first, stop: stop.signal, width: 1 }), slug)).toBe('interrupted')
    const states = await cellStates(db, slug)
    expect(states).toMatchObject({ answered: 2, failed: 1 })
    const questions = await db.selectFrom('survey_questions').select('text').orderBy('question').execute()

    const second = [answering('OPENAI'), answering('ANTHROPIC')]
    expect(await runReport(jobScope(db, { engines: second }), slug)).toBe('complete')
    const before = new Set(askedOf(first.slice(0, 1)))
    expect(askedOf(second).filter((cell) => before.has(cell))).toEqual([])
    expect(second[0]?.asked).toHaveLength(5)
    const report = await frozenReport(db, slug)
    expect(report?.questions.map(({ text }) => text)).toEqual(questions.map(({ text }) => text))
    expect(report?.ledger[0]).toMatchObject({ engine: 'OPENAI', counted: 7, failed: 1, skipped: 0 })
  })

  test.each([
    ['asks an engine again that was skipped, if a person runs it', 8],
    ['leaves an engine skipped, if it was paid for', 0],
  ])('%s', async (_, calls) => {
    const { db } = await freshStore()
    const slug = calls > 0 ? await queueReport(db) : await paidReport(db, (await newAccount(db)).id, 'paid')
    const stop = new AbortController()
    const rejecting = scriptedEngine('ANTHROPIC', () => {
      stop.abort()
      return { kind: 'error', error: 'KEY_REJECTED' }
    })
    const first = jobScope(db, { engines: [answering('OPENAI'), rejecting], stop: stop.signal, width: 1 })
    expect(await runReport(first, slug)).toBe('interrupted')
    const again = answering('ANTHROPIC')
    expect(await runReport(jobScope(db, { engines: [answering('OPENAI'), again] }), slug)).toBe('complete')
    expect(again.asked).toHaveLength(calls)
  })

  test('that ran out of money still gets its readings, and nothing is asked twice', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const scribes = [readerOfNames(['Pacewell'], { worstUsd: 5 })]
    const engines = answered()
    expect(await runReport(jobScope(db, { engines, scribes, budget: createBudget(1) }), slug)).toBe('budget')
    expect(askedOf(engines)).toEqual([])
    expect(await runReport(jobScope(db, { engines, scribes, budget: createBudget(5.01) }), slug)).toBe('budget')
    expect((await stored(db, slug)).status).toBe('RUNNING')
    expect(await runReport(jobScope(db, { engines, scribes }), slug)).toBe('complete')
    expect(new Set(askedOf(engines)).size).toBe(24)
    expect(askedOf(engines)).toHaveLength(24)
    expect(await frozenReport(db, slug)).toMatchObject({ method: { namesBy: 'model' } })
  })

  test('keeps what was read, if the scribe of another vendor fails', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const engines = NAMES.map((name) => scriptedEngine(name, ({ tag }) => said(`Take Pacewell ${name} ${tag}.`)))
    const scribes = [readerOfNames(['Pacewell'], { worstUsd: 2, costUsd: 2 })]
    expect(await runReport(jobScope(db, { engines, scribes, budget: createBudget(5) }), slug)).toBe('budget')
    const rejected = scriptedScribe(
      () => {
        throw new EngineError('KEY_REJECTED')
      },
      { model: 'other' },
    )
    expect(await runReport(jobScope(db, { engines, scribes: [rejected] }), slug)).toBe('complete')
    expect(await frozenReport(db, slug)).toMatchObject({
      competitors: [{ name: 'Pacewell', mentions: 24 }],
      method: { reader: { model: 'scripted' }, unread: 16 },
    })
  })

  test('shows the remaining calls and each step', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const stop = new AbortController()
    const said: unknown[] = []
    const progress: RunProgress = {
      begin: (cells) => said.push(['begin', Object.fromEntries(cells)]),
      stored: (engine) => said.push(['stored', engine]),
      stopped: (engine) => said.push(['stopped', engine]),
      end: () => said.push('end'),
      step() {},
    }
    const first = scriptedEngine('OPENAI', () => {
      if (first.asked.length === 2) stop.abort()
      return { kind: 'error', error: 'BAD_REQUEST' }
    })
    const rejecting = scriptedEngine('GEMINI', () => ({ kind: 'error', error: 'KEY_REJECTED' }))
    await runReport(jobScope(db, { engines: [first], stop: stop.signal, width: 1, progress }), slug)
    expect(said).toEqual([['begin', { OPENAI: 8 }], ['stored', 'OPENAI'], ['stored', 'OPENAI'], 'end'])
    said.length = 0
    await runReport(jobScope(db, { engines: [answering('OPENAI'), rejecting], progress }), slug)
    expect(said[0]).toEqual(['begin', { OPENAI: 6, GEMINI: 8 }])
    expect(said).toContainEqual(['stopped', 'GEMINI'])
    expect(said.filter((each) => String(each) === 'stored,OPENAI')).toHaveLength(6)
    expect(said.at(-1)).toBe('end')
  })

  test('asks once more only what was under way when it was cut off', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const [stop, cut] = [new AbortController(), new AbortController()]
    const lost: string[] = []
    const first = scriptedEngine('OPENAI', ({ tag }) => {
      if (!tag.endsWith('r1')) return said('Take Ridgeloom.')
      lost.push(tag)
      stop.abort()
      cut.abort()
      return { kind: 'hang' }
    })
    const scope = jobScope(db, { engines: [first], stop: stop.signal, cut: cut.signal, width: 1 })
    expect(await runReport(scope, slug)).toBe('interrupted')
    const second = answering('OPENAI')
    const unknown: number[] = []
    const again = jobScope(db, { engines: [second], unknown: (...calls) => unknown.push(...calls) })
    expect(await runReport(again, slug)).toBe('complete')
    expect(unknown).toEqual([1, 0])
    const first0 = first.asked.map(({ tag }) => tag)
    expect(lost).toHaveLength(1)
    expect(second.asked.map(({ tag }) => tag).filter((tag) => first0.includes(tag))).toEqual(lost)
    expect(first.asked.length + second.asked.length).toBe(8 + 1)
  })

  test('reports calls under way once, including the next turn of a kept conversation, on any funding', async () => {
    const { db } = await freshStore()
    const { id } = await newAccount(db)
    for (const slug of [await paidReport(db, id, 'paid'), await queueReport(db, { slug: 'free' })]) {
      const [stop, cut] = [new AbortController(), new AbortController()]
      const pausing = scriptedEngine('OPENAI', (_asking, earlier) => {
        if (earlier === 0) return { kind: 'unfinished' }
        stop.abort()
        cut.abort()
        return { kind: 'hang' }
      })
      const unknown: number[] = []
      const scope = jobScope(db, { engines: [pausing], width: 1, unknown: (...calls) => unknown.push(...calls) })
      expect(await runReport({ ...scope, stop: stop.signal, cut: cut.signal }, slug)).toBe('interrupted')
      expect(unknown).toEqual([])
      const engines = (await jobScope(db, { engines: [answering('OPENAI')] }).engines('service')).slice()
      expect(await runReport({ ...scope, engines: async () => engines }, slug)).toBe('complete')
      expect(unknown).toEqual([1, 0])
    }
  })

  test('reports reading calls under way once, separately', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const [stop, cut] = [new AbortController(), new AbortController()]
    const cutOff = scriptedScribe(({ name }) => {
      if (name === 'questions') return { questions: [] }
      stop.abort()
      cut.abort()
      throw new EngineError('TIMEOUT')
    })
    const unknown: number[] = []
    const scope = { engines: answered(), unknown: (...calls: number[]) => unknown.push(...calls) }
    const first = jobScope(db, { ...scope, scribes: [cutOff], stop: stop.signal, cut: cut.signal })
    expect(await runReport(first, slug)).toBe('interrupted')
    expect(unknown).toEqual([])
    expect(await runReport(jobScope(db, scope), slug)).toBe('complete')
    expect(unknown).toEqual([0, 1])
  })

  test('is run by one process at a time', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const engines = answered()
    const outcomes = await Promise.all([1, 2, 3].map(() => runReport(jobScope(db, { engines }), slug)))
    expect(outcomes.toSorted()).toEqual(['complete', 'held', 'held'])
    expect(new Set(askedOf(engines)).size).toBe(24)
    expect(askedOf(engines)).toHaveLength(24)
  })

  test('is not touched by a process that lost it, nor by one of the other kind', async () => {
    const { db } = await freshStore()
    const slug = await queueReport(db)
    const clock = fixedClock()
    const engines = answered()
    expect(await runReport(jobScope(db, { engines, clock, simulated: true }), slug)).toBe('gone')
    await takeLease(db, { name: `report/${slug}`, holder: 'other' }, clock.now())
    expect(await runReport(jobScope(db, { engines, clock }), slug)).toBe('held')
    expect((await stored(db, slug)).status).toBe('PENDING')
    await db.deleteFrom('leases').execute()
    const robbed = scriptedEngine('OPENAI', () => said('Take Ridgeloom.'))
    const taken = {
      ...robbed,
      ask: async (...all: Parameters<Engine['ask']>) => {
        const reply = await robbed.ask(...all)
        await db.updateTable('leases').set({ holder: 'other' }).execute()
        return reply
      },
    }
    expect(await runReport(jobScope(db, { engines: [taken], clock, width: 1 }), slug)).toBe('held')
    expect(robbed.asked).toHaveLength(1)
    expect((await stored(db, slug)).status).toBe('RUNNING')
  })

  test('is gone when its account is deleted meanwhile', async () => {
    const { db } = await freshStore()
    const { id, email } = await newAccount(db)
    const slug = await paidReport(db, id, 'r1')
    const base = answering('OPENAI')
    const engine: Engine = {
      ...base,
      ask: async (...all) => {
        if (base.asked.length === 2) await deleteAccount(db, email, 1)
        return base.ask(...all)
      },
    }
    expect(await runReport(jobScope(db, { engines: [engine], width: 1 }), slug)).toBe('gone')
    expect(base.asked).toHaveLength(3)
    for (const table of ['reports', 'surveys', 'cells', 'answers', 'replies', 'jobs'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('that does not exist is gone', async () => {
    const { db } = await freshStore()
    expect(await runReport(jobScope(db), 'nowhere')).toBe('gone')
  })
})
