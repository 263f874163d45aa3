import { describe, expect, test } from 'vitest'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { SCRIBE_MODELS, type Scribe } from '../../pipeline/scribe/scribe.ts'
import { LeaseLost, takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { StoredAnswer } from '../../pipeline/store/survey/answers.ts'
import { endLostCalls, type Reader } from '../../pipeline/store/survey/readings.ts'
import { unreadAnswers } from '../../pipeline/survey/estimate.ts'
import { readAnswersOf } from '../../pipeline/survey/read.ts'
import { loadReadings } from '../../pipeline/survey/readings.ts'
import type { SurveyRun } from '../../pipeline/survey/run.ts'
import { fixedClock } from '../support/clock.ts'
import { failingFirst, failingOnDemand } from '../support/store/failing-store.ts'
import { freshStore } from '../support/store/store.ts'
import { answersIn, readerOfNames, readingsOf, scriptedScribe, withLanes } from '../support/vendors/scripted-scribe.ts'

const SURVEY = { id: 's', category: 'CRM software' }
const NAMES = ['Ridgeloom', 'Pacewell']
const lease = { name: 'month', holder: 'test' }

async function store(): Promise<Store> {
  const { db } = await freshStore()
  await db.insertInto('surveys').values({ id: 's', simulated: 0, created_at: 0 }).execute()
  await takeLease(db, lease, 0)
  return db
}

function answers(...texts: string[]): StoredAnswer[] {
  return texts.map((text, run) => ({
    ...{ question: 0, engine: 'OPENAI', run, kind: 'answered', text, citations: [], grounded: true, model: 'm' },
  }))
}

function read(db: Store, scribes: readonly Scribe[], of: readonly StoredAnswer[], changed: Partial<SurveyRun> = {}) {
  const clock = fixedClock()
  const never = new AbortController().signal
  const process = { db, clock, random: () => 0.5, stop: never, cut: never }
  const run = { ...process, lease, budget: createBudget(), engines: [], selected: [], stopped: new Map() }
  return readAnswersOf({ ...run, scribes: withLanes(scribes), secondShare: 0.1, ...changed }, SURVEY, of)
}

const states = async (db: Store) =>
  (await db.selectFrom('reading_calls').select('state').orderBy('state').execute()).map(({ state }) => state)
const namesOf = async (db: Store, text: string) =>
  (await loadReadings(db, 's')).namesIn(text)?.map(({ name }) => name) ?? null

describe('answers are read', () => {
  test('eight at a time, each text once ever, with the raw reply and its cost', async () => {
    const db = await store()
    const texts = Array.from({ length: 20 }, (_, at) => `${at}: Ridgeloom, then Pacewell.`)
    const scribe = readerOfNames(NAMES)
    expect(await read(db, [scribe], answers(...texts, texts[0] ?? ''))).toBeNull()
    expect(scribe.asked.map(({ prompt }) => answersIn(prompt).length)).toEqual([8, 8, 4])
    for (const text of texts) expect(await namesOf(db, text)).toEqual(NAMES)
    const calls = await db.selectFrom('reading_calls').selectAll().execute()
    expect(calls.map(({ state, cost_usd, model }) => ({ state, cost_usd, model }))).toEqual(
      Array(3).fill({ state: 'read', cost_usd: 0.001, model: 'scripted' }),
    )
    expect(await read(db, [scribe], answers(...texts, 'One more: Ridgeloom.'))).toBeNull()
    expect(scribe.asked.slice(3).map(({ prompt }) => answersIn(prompt).map(({ text }) => text))).toEqual([
      ['One more: Ridgeloom.'],
    ])
  })

  test('by the reader of most if none is named, on a tie the preferred one, and by no second reader if the first read nothing', async () => {
    const db = await store()
    const texts = answers('Ridgeloom.', 'Pacewell.', 'Both.')
    const second = readerOfNames([], { model: 'second' })
    const away = scriptedScribe(() => {
      throw new EngineError('BAD_REQUEST')
    })
    await read(db, [away, second], texts, { secondShare: 1 })
    expect(second.asked).toEqual([])
    await read(db, [readerOfNames(NAMES)], texts)
    await read(db, [second], texts.slice(0, 1))
    await db.updateTable('readings').set({ read_at: 9e12 }).where('model', '=', 'second').execute()
    const readerIn = async (preferred?: Reader) => (await loadReadings(db, 's', { preferred })).reader?.model
    const preferred = { model: 'scripted', prompt: 'reading-3' }
    expect(await readerIn({ ...preferred, model: 'second' })).toBe('scripted')
    await read(db, [second], texts)
    await db.updateTable('readings').set({ read_at: 9e12 }).where('model', '=', 'second').execute()
    expect([await readerIn(), await readerIn(preferred)]).toEqual(['second', 'scripted'])
  })

  test('unless they failed or had nothing to score', async () => {
    const db = await store()
    const scribe = readerOfNames(NAMES)
    const cell = { question: 0, engine: 'OPENAI', run: 0 } as const
    await read(
      db,
      [scribe],
      [
        { ...cell, kind: 'noAnswer', text: 'I would not say Ridgeloom.', model: 'm' },
        { ...cell, kind: 'failed', reason: 'TIMEOUT' },
      ],
    )
    expect(scribe.asked).toEqual([])
  })

  test('side by side, as many as the lane is wide', async () => {
    const db = await store()
    let underWay = 0
    let most = 0
    const scribe = scriptedScribe(async ({ prompt }) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      underWay -= 1
      return readingsOf(prompt, NAMES)
    })
    await read(db, [scribe], answers(...Array.from({ length: 80 }, (_, at) => `Ridgeloom ${at}`)))
    expect(scribe.asked).toHaveLength(10)
    expect(most).toBe(3)
  })

  test('in parts if a text is too long for one call, and joined as one', async () => {
    const db = await store()
    const text = `Ridgeloom ${'and so on '.repeat(3_000)} Pacewell`
    const scribe = readerOfNames(NAMES, { model: SCRIBE_MODELS.OPENAI })
    await read(db, [scribe], answers(text))
    expect(scribe.asked).toHaveLength(2)
    expect(await namesOf(db, text)).toEqual(NAMES)
    const ledger = [{ engine: 'OPENAI', planned: 1, counted: 1, noAnswer: 0, failed: 0, skipped: 0 }] as const
    expect(await unreadAnswers(db, 's', ledger, { vendors: ['OPENAI'], secondShare: 0 })).toBe(0)
  })

  test('once more in a call of their own, if a reply skips one or cannot be read', async () => {
    const db = await store()
    const scribe = scriptedScribe(({ prompt }) => {
      const { readings } = readingsOf(prompt, NAMES)
      return readings.length > 1 ? { readings: readings.slice(1) } : { readings }
    })
    await read(db, [scribe], answers('Ridgeloom.', 'Pacewell.', 'Both.'))
    expect(scribe.asked.map(({ prompt }) => answersIn(prompt).length)).toEqual([3, 1])
    expect(await namesOf(db, 'Ridgeloom.')).toEqual(['Ridgeloom'])

    const broken = scriptedScribe(() => ({ readings: 'none' }), { model: 'broken' })
    await read(db, [broken], answers('Ridgeloom.', 'Pacewell.'))
    await read(db, [broken], answers('Ridgeloom.', 'Pacewell.'))
    expect(broken.asked.map(({ prompt }) => answersIn(prompt).length)).toEqual([2, 1, 1])
    const readings = await loadReadings(db, 's', { reader: { model: 'broken', prompt: 'reading-3' } })
    expect(readings.namesIn('Ridgeloom.')).toBeNull()
  })

  test('by a second reader in a sample of them, the same in each run', async () => {
    const db = await store()
    const texts = Array.from({ length: 230 }, (_, at) => `Ridgeloom ${at}`)
    const [first, second] = [readerOfNames(NAMES), readerOfNames([], { model: 'second', vendor: 'GEMINI' })]
    await read(db, [first, second], answers(...texts))
    const readings = await loadReadings(db, 's', { reader: { model: 'scripted', prompt: 'reading-3' } })
    expect(texts.filter((text) => readings.namesIn(text) !== null)).toHaveLength(230)
    expect(texts.filter((text) => readings.secondNamesIn(text) !== null)).toHaveLength(23)
    await read(db, [first, second], answers(...texts))
    await read(db, [first, second], answers(...texts.slice(0, 30)), { secondShare: 0 })
    expect(second.asked.flatMap(({ prompt }) => answersIn(prompt))).toHaveLength(23)
  })
})

describe('a reader that fails', () => {
  test.each(['KEY_REJECTED', 'QUOTA', 'PROVIDER_REFUSED'] as const)(
    'with %s is called once, and no answer is read',
    async (kind) => {
      const db = await store()
      const scribe = scriptedScribe(() => {
        throw new EngineError(kind, { status: 401 })
      })
      expect(await read(db, [scribe], answers(...Array.from({ length: 30 }, (_, at) => `Ridgeloom ${at}`)))).toBeNull()
      expect(scribe.asked).toHaveLength(1)
      expect(await states(db)).toEqual(['failed'])
    },
  )

  test('after a reply that skipped a text is not sent that text again', async () => {
    const db = await store()
    const scribe = scriptedScribe(() => {
      if (scribe.asked.length > 1) throw new EngineError('KEY_REJECTED', { status: 401 })
      return { readings: [] }
    })
    expect(await read(db, [scribe], answers(...Array.from({ length: 9 }, (_, at) => `Ridgeloom ${at}`)))).toBeNull()
    expect(scribe.asked).toHaveLength(2)
  })

  test('for a while is asked again, as an engine is, and a failed call keeps nothing reserved', async () => {
    const db = await store()
    let calls = 0
    const scribe = scriptedScribe(({ prompt }) => {
      calls += 1
      if (calls < 3) throw new EngineError('OVERLOADED', { status: 529 })
      return readingsOf(prompt, NAMES)
    })
    const budget = createBudget(0.0105)
    expect(await read(db, [scribe], answers('Ridgeloom.'), { budget })).toBeNull()
    expect(await states(db)).toEqual(['failed', 'failed', 'read'])
    expect([budget.spentUsd, budget.uncertainUsd]).toEqual([0.001, 0])
  })

  test('for lack of budget stops before a call that does not fit, and resumes there', async () => {
    const db = await store()
    const texts = answers(...Array.from({ length: 24 }, (_, at) => `Ridgeloom ${at}`))
    const scribe = readerOfNames(NAMES, { costUsd: 0.01 })
    expect(await read(db, [scribe], texts, { budget: createBudget(0.025) })).toBe('budget')
    expect(scribe.asked).toHaveLength(2)
    expect(await read(db, [scribe], texts)).toBeNull()
    expect(scribe.asked).toHaveLength(3)
  })

  test('by Ctrl-C leaves its call as sent, which may have been answered, and is asked again later', async () => {
    const db = await store()
    const cut = new AbortController()
    const scribe = scriptedScribe(() => {
      cut.abort()
      throw new EngineError('TIMEOUT')
    })
    const budget = createBudget()
    const run = { stop: cut.signal, cut: cut.signal, budget }
    expect(await read(db, [scribe], answers('Ridgeloom.'), run)).toBe('interrupted')
    expect(await states(db)).toEqual(['sent'])
    expect(budget.uncertainUsd).toBe(0.01)
    expect(await read(db, [readerOfNames(NAMES)], answers('Ridgeloom.'))).toBeNull()
    expect(await namesOf(db, 'Ridgeloom.')).toEqual(['Ridgeloom'])
  })

  test('by a lost lease writes nothing more', async () => {
    const db = await store()
    const scribe = scriptedScribe(async ({ prompt }) => {
      await db.updateTable('leases').set({ holder: 'another' }).execute()
      return readingsOf(prompt, NAMES)
    })
    await expect(read(db, [scribe], answers('Ridgeloom.'))).rejects.toBeInstanceOf(LeaseLost)
    expect(await states(db)).toEqual(['sent'])
  })
})

describe('a store that is unreachable', () => {
  test.each(['SQLITE_BUSY', 'SQLITE_FULL'])('with %s is waited for with a reply that was paid for', async (code) => {
    const { db, fail } = failingOnDemand(await store(), code)
    const scribe = scriptedScribe(({ prompt }) => {
      fail(5)
      return readingsOf(prompt, NAMES)
    })
    const budget = createBudget()
    expect(await read(db, [scribe], answers('Ridgeloom.'), { budget })).toBeNull()
    expect(scribe.asked).toHaveLength(1)
    expect(await states(db)).toEqual(['read'])
    expect(await namesOf(db, 'Ridgeloom.')).toEqual(['Ridgeloom'])
    expect([budget.spentUsd, budget.uncertainUsd]).toEqual([0.001, 0])
  })

  test('is waited for before a call is sent, and with a call that failed', async () => {
    const { db, fail } = failingOnDemand(await store(), 'SQLITE_BUSY')
    let calls = 0
    const scribe = scriptedScribe(({ prompt }) => {
      calls += 1
      fail(2)
      if (calls === 1) throw new EngineError('OVERLOADED', { status: 529 })
      return readingsOf(prompt, NAMES)
    })
    fail(2)
    expect(await read(db, [scribe], answers('Ridgeloom.'))).toBeNull()
    expect(await states(db)).toEqual(['failed', 'read'])
  })

  test('because its disk is full has no call sent', async () => {
    const scribe = readerOfNames(NAMES)
    const db = failingFirst(await store(), 1, 'SQLITE_FULL')
    await expect(read(db, [scribe], answers('Ridgeloom.'))).rejects.toThrow('the database is locked')
    expect(scribe.asked).toEqual([])
  })
})

describe('killed and run again', () => {
  test('a reply that was kept is read, and not asked for again', async () => {
    const db = await store()
    const scribe = readerOfNames(NAMES)
    await read(db, [scribe], answers('Ridgeloom.', 'Pacewell.'))
    // A kill between the reply and its reading leaves it so.
    await db.deleteFrom('readings').execute()
    await db.updateTable('reading_calls').set({ state: 'received' }).execute()
    expect(await endLostCalls(db, lease, ['s'], 0)).toBe(0)
    expect(await read(db, [scribe], answers('Ridgeloom.', 'Pacewell.'))).toBeNull()
    expect(scribe.asked).toHaveLength(1)
    expect(await namesOf(db, 'Pacewell.')).toEqual(['Pacewell'])
  })

  test('only a call that was sent and never answered is asked again', async () => {
    const db = await store()
    const scribe = readerOfNames(NAMES)
    const texts = answers(...Array.from({ length: 16 }, (_, at) => `Ridgeloom ${at}`))
    await read(db, [scribe], texts)
    const [lost] = await db.selectFrom('reading_calls').select('id').execute()
    await db
      .deleteFrom('readings')
      .where('call_id', '=', lost?.id ?? '')
      .execute()
    await db
      .updateTable('reading_calls')
      .set({ state: 'sent', body: null })
      .where('id', '=', lost?.id ?? '')
      .execute()
    expect(await endLostCalls(db, lease, ['s'], 0)).toBe(1)
    expect(await read(db, [scribe], texts)).toBeNull()
    expect(scribe.asked).toHaveLength(3)
    expect(await namesOf(db, 'Ridgeloom 0')).toEqual(['Ridgeloom'])
    expect(await namesOf(db, 'Ridgeloom 15')).toEqual(['Ridgeloom'])
  })
})
