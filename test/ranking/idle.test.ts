import { expect, test } from 'vitest'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { idleMonth } from '../../pipeline/ranking/idle.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { type Scripted, said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const READER = { model: 'scripted', prompt: 'reading-3' }
const good = () => said('**Ridgeloom** is good')

/** A month that OPENAI was asked and GROK, without a key, was not. */
async function month(script: (asking: { tag: string }) => Scripted = good): Promise<Store> {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [scriptedEngine('OPENAI', script)], selected: ['OPENAI', 'GROK'] })
  return db
}

function idle(db: Store, changed: Partial<Omit<Parameters<typeof idleMonth>[1], 'simulated'>> = {}) {
  const run = { month: '2026-11', simulated: false, specs: [CRM], selected: ['OPENAI', 'GROK'] as EngineName[] }
  return idleMonth(db, { ...run, able: ['OPENAI'], runs: 2, canaries: false, reader: undefined, ...changed })
}

test('a month that is asked and published has nothing to do, and its result shows its state', async () => {
  expect((await idle(await month()))?.result).toMatchObject({
    calls: 0,
    stopped: null,
    categories: [
      {
        slug: 'crm',
        newest: 1,
        ledger: [
          { engine: 'OPENAI', counted: 4 },
          { engine: 'GROK', skipped: 4 },
        ],
      },
    ],
  })
})

test('a month that keeps other questions than the file has now says so once', async () => {
  const db = await month()
  const warningsOf = async (questions: string[]) => (await idle(db, { specs: [{ ...CRM, questions }] }))?.warnings
  expect(await warningsOf(['Which CRM is fast?'])).toEqual([
    'crm: 2026-11 was begun with other questions than the file has now, and keeps them.',
  ])
  expect(await warningsOf(CRM.questions)).toEqual([])
  const { questions: _, ...unlisted } = CRM
  expect((await idle(db, { specs: [unlisted] }))?.warnings).toEqual([])
})

test.each([
  ['an engine that has a key by now', { able: ['OPENAI', 'GROK'] as EngineName[] }],
  ['an engine more', { selected: ['OPENAI', 'GROK', 'GEMINI'] as EngineName[] }],
  ['more runs', { runs: 3 }],
  ['a scribe that can read what nobody read', { reader: READER }],
  ['a month that was not begun', { month: '2026-12' }],
  ['a category of another name, which the run refuses', { specs: [{ ...CRM, category: 'CRM systems' }] }],
])('%s leaves something to do', async (_, changed) => {
  expect(await idle(await month(), changed)).toBeUndefined()
})

test('an answer that its reader skipped twice leaves nothing to do, except for another reader', async () => {
  const { db } = await freshStore()
  const careless = scriptedScribe(({ name }) => ({ [name]: [] }))
  await ranMonth(db, [CRM], { engines: [scriptedEngine('OPENAI', good)], scribes: [careless] })
  expect(careless.asked).toHaveLength(2)
  const run = { selected: ['OPENAI'] as EngineName[] }
  expect(await idle(db, { ...run, reader: READER })).toMatchObject({ result: { calls: 0 } })
  expect(await idle(db, { ...run, reader: { ...READER, model: 'another' } })).toBeUndefined()
})

test('a month published from readings of an earlier prompt is not read again, unless an answer comes in', async () => {
  const { db } = await freshStore()
  const engine = (script: (asking: { tag: string }) => Scripted) => [scriptedEngine('OPENAI', script)]
  const scribe = readerOfNames(['Ridgeloom'])
  const failing = ({ tag }: { tag: string }) => (tag.endsWith('q0/r0') ? FAILED : good())
  const readBefore = async () => {
    await db.deleteFrom('readings').where('prompt', '=', 'reading-1').execute()
    for (const table of ['readings', 'reading_calls'] as const)
      await db.updateTable(table).set({ prompt: 'reading-1' }).execute()
  }
  await ranMonth(db, [CRM], { engines: engine(failing), scribes: [scribe] })
  await readBefore()
  const plan = {
    simulated: false,
    selected: ['OPENAI'] as EngineName[],
    runs: 2,
    month: '2026-11',
    specs: [CRM],
    canaries: false,
  }
  const scribes = { vendors: ['OPENAI'] as const, secondShare: 0 }
  const calls = async () => (await estimateMonth(db, plan, [], scribes)).scribes.map((each) => each.calls)

  expect(await calls()).toEqual([1])
  await ranMonth(db, [CRM], { engines: engine(failing), scribes: [scribe] })
  expect(scribe.asked).toHaveLength(1)

  await ranMonth(db, [CRM], { engines: engine(good), scribes: [scribe] })
  expect(scribe.asked).toHaveLength(2)
  await readBefore()
  expect(await calls()).toEqual([0])
  expect(await idle(db, { selected: ['OPENAI'], reader: READER })).toMatchObject({ result: { calls: 0 } })
})

test('a failed cell leaves something to do, and so does a month of which nothing or not every answer is published', async () => {
  const failing = ({ tag }: { tag: string }) => (tag.endsWith('q0/r0') ? FAILED : good())
  expect(await idle(await month(failing))).toBeUndefined()
  const db = await month()
  await db.updateTable('rankings').set({ answers_in: 3 }).execute()
  expect(await idle(db)).toBeUndefined()
  await db.deleteFrom('rankings').execute()
  expect(await idle(db)).toBeUndefined()
})

const FAILED: Scripted = { kind: 'error', error: 'BAD_REQUEST' }
