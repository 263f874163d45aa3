import { expect, test } from 'vitest'
import { createJournal } from '../../pipeline/ask/journal.ts'
import { recoverAnswers } from '../../pipeline/ask/recover.ts'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../pipeline/store/ranking/categories.ts'
import { readAnswers } from '../../pipeline/store/survey/answers.ts'
import { planCells } from '../../pipeline/store/survey/cells.ts'
import { commitJournal } from '../../pipeline/store/survey/journal.ts'
import { beginMonthSurvey } from '../../pipeline/store/survey/surveys.ts'
import { fixedClock } from '../support/clock.ts'
import { failingFirst } from '../support/store/failing-store.ts'
import { freshStore } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const LEASE = { name: 'rankings/2026-11', holder: 'me' }
const CELL = 's/OPENAI/r0/q0'

async function planned(): Promise<Store> {
  const { db } = await freshStore()
  await takeLease(db, LEASE, 0)
  await keepCategory(
    db,
    { slug: 'crm', category: 'CRM', ...DEFAULT_MARKET, simulated: false, questions: ['Which?'], questionsBy: null },
    0,
  )
  await beginMonthSurvey(db, 'crm', '2026-11', { id: 's', simulated: false, questions: ['Which?'] }, 0)
  await planCells(db, 's', { questions: 1, engines: ['OPENAI'], runs: 2 })
  return db
}

test('the steps of one turn of the event loop share a transaction', async () => {
  const db = await planned()
  const journal = createJournal(db, LEASE, fixedClock(7))
  await Promise.all([
    journal({ step: 'sent', cellId: CELL, attempt: 1, turn: 0 }),
    journal({ step: 'sent', cellId: 's/OPENAI/r1/q0', attempt: 1, turn: 0 }),
  ])
  const rows = await db.selectFrom('cells').select(['state', 'sent_at']).execute()
  expect(rows).toEqual([
    { state: 'sent', sent_at: 7 },
    { state: 'sent', sent_at: 7 },
  ])
})

test('a locked store is waited for, so that an unsaved answer is not lost', async () => {
  const db = await planned()
  const journal = createJournal(failingFirst(db, 3, 'SQLITE_BUSY'), LEASE, fixedClock(7))
  await journal({ step: 'sent', cellId: CELL, attempt: 1, turn: 0 })
  expect(await db.selectFrom('cells').select('state').where('id', '=', CELL).executeTakeFirst()).toEqual({
    state: 'sent',
  })
})

test("the store's other errors are not waited for", async () => {
  const journal = createJournal(failingFirst(await planned(), 1, 'SQLITE_FULL'), LEASE, fixedClock(7))
  await expect(journal({ step: 'sent', cellId: CELL, attempt: 1, turn: 0 })).rejects.toThrow('the database is locked')
})

test('a kept reply is read even when its engine no longer has a key', async () => {
  const db = await planned()
  const server = await startVendorServer()
  const engine = await createEngine('OPENAI', server.access('OPENAI'))
  const reply = await engine.ask(
    { question: 'Which?', category: 'CRM', tag: 't', market: DEFAULT_MARKET },
    [],
    new AbortController().signal,
  )
  await server.close()
  const journal = createJournal(db, LEASE, fixedClock(7))
  await journal({ step: 'sent', cellId: CELL, attempt: 1, turn: 0 })
  await journal({ step: 'received', cellId: CELL, attempt: 1, turn: 0, body: reply.raw, costUsd: reply.costUsd })
  expect(await recoverAnswers(db, journal, [], 's')).toBe(1)
  expect(await readAnswers(db, 's')).toMatchObject([{ kind: 'answered', engine: 'OPENAI' }])
})

test('writing the same steps twice changes nothing', async () => {
  const db = await planned()
  const end = { kind: 'answered', text: 'Take Acme.', citations: [], grounded: true, model: 'm' } as const
  const received = { step: 'received', cellId: CELL, attempt: 1, turn: 0, body: '{}', costUsd: 0.5 } as const
  for (let times = 0; times < 2; times += 1) {
    await commitJournal(db, LEASE, [received], 7)
    await commitJournal(db, LEASE, [{ step: 'finished', cellId: CELL, end }], 8)
  }
  expect(await db.selectFrom('replies').select(['body', 'cost_usd']).execute()).toEqual([{ body: '{}', cost_usd: 0.5 }])
  expect(await readAnswers(db, 's')).toMatchObject([{ kind: 'answered', text: 'Take Acme.' }])
})

test.each([
  ['what it looked for', { searches: ['best crm', 'crm prices'] }],
  ['that it did not search', { searches: [] }],
  ['that its engine does not say', { searches: null }],
  ['nothing about it, as an earlier release did', {}],
])('an answer is stored with %s', async (_, searched) => {
  const db = await planned()
  const end = { kind: 'answered', text: 'Take Acme.', citations: [], grounded: true, model: 'm', ...searched } as const
  await commitJournal(db, LEASE, [{ step: 'finished', cellId: CELL, end }], 8)
  const { question: _q, engine: _e, run: _r, ...stored } = (await readAnswers(db, 's'))[0] ?? {}
  expect(stored).toStrictEqual(end)
})

test('a NUL and half of a surrogate pair are stored as other characters, so that offsets stay the same', async () => {
  const db = await planned()
  const end = { kind: 'answered', text: 'a\0b\ud83d', citations: [], grounded: true, model: 'm\0' } as const
  await commitJournal(db, LEASE, [{ step: 'finished', cellId: CELL, end }], 8)
  expect(await readAnswers(db, 's')).toMatchObject([{ text: 'a\uFFFDb\uFFFD', model: 'm\uFFFD' }])
})
