import { expect, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import { changeNotes } from '../../pipeline/contract/wording.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { CANARIES, CANARY_RUNS } from '../../pipeline/ranking/canaries/questions.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { idleMonth } from '../../pipeline/ranking/idle.ts'
import { countRankingAgain } from '../../pipeline/ranking/recount.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { canaryAnswers } from '../../pipeline/store/survey/canaries.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { type Scripted, said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const CELLS = CANARIES.length * CANARY_RUNS
const FAILED: Scripted = { kind: 'error', error: 'SERVER' }
const isCanary = (tag: string) => tag.startsWith('canaries/')

/** Answers canaries as the month wants it, each run in words of its own, and buyers with a list. */
const engine = (name: Engine['name'], canary: string, model = 'one'): Engine =>
  scriptedEngine(name, ({ tag }) => ({
    ...said(isCanary(tag) ? `${canary} ${tag.slice(-2)}` : '1. **Ridgeloom** - solid'),
    model,
  }))

const run = (db: Store, month: string, engines: readonly Engine[], changed = {}) =>
  ranMonth(db, [CRM], { engines, month, canaries: true, clock: fixedClock(Date.parse(`${month}-05`)), ...changed })

const THEN = 'The moon pulls the water and the sun helps it'
const NOW = 'Gravity of both bodies raises two bulges each day'

test('an engine that answers them differently under the same model name is reported, and an unchanged one is not', async () => {
  const { db } = await freshStore()
  await run(db, '2026-10', [engine('OPENAI', THEN), engine('GROK', THEN)])
  expect((await readRanking(db, 'crm'))?.canaries).toBeUndefined()
  await run(db, '2026-11', [engine('OPENAI', NOW), engine('GROK', THEN)])
  const november = await readRanking(db, 'crm')
  expect(november?.canaries).toMatchObject([
    { engine: 'OPENAI', before: CELLS, now: CELLS, changed: true },
    { engine: 'GROK', before: CELLS, now: CELLS, p: 1, changed: false },
  ])
  expect(november?.canaries?.[0]?.p).toBeLessThan(0.001)
  expect(november?.models).toBeUndefined()
  const notes = november === undefined ? [] : changeNotes(november)
  expect(notes.filter((note) => note.includes('canary'))).toEqual([
    expect.stringMatching(
      /^ChatGPT .* differently than in October 2026 \(15 answers then, 15 now; p = 0\.\d+\), although its model has the same name: a change/,
    ),
  ])
})

test('models that changed since the last month, or within the month, are reported with their answers', async () => {
  const { db } = await freshStore()
  await run(db, '2026-10', [engine('OPENAI', THEN), engine('GROK', THEN)])
  const mixed = scriptedEngine('GROK', ({ tag }) => ({
    ...said('1. **Ridgeloom** - solid'),
    model: tag.endsWith('r0') ? 'one' : 'two',
  }))
  await run(db, '2026-11', [engine('OPENAI', THEN, 'two'), mixed], { canaries: false })
  const november = await readRanking(db, 'crm')
  expect(november?.models).toEqual([
    { engine: 'OPENAI', before: [{ model: 'one', answers: 4 }], now: [{ model: 'two', answers: 4 }] },
    {
      engine: 'GROK',
      before: [{ model: 'one', answers: 4 }],
      now: [
        { model: 'one', answers: 2 },
        { model: 'two', answers: 2 },
      ],
    },
  ])
  const notes = november === undefined ? [] : changeNotes(november)
  expect(notes).toContain('ChatGPT (OpenAI) answered with one in October 2026 and answers with two now.')
  expect(notes).toContain(
    'Grok changed its model within the month: one gave 2 and two gave 2 of 4 answers; in October 2026 it was one.',
  )
})

test('an engine whose model changed too is said to answer the canaries differently as well, out of how many answers', () => {
  const notes = changeNotes({
    brands: [],
    canaries: [{ engine: 'GROK', before: 15, now: 14, p: 0.001, changed: true }],
    models: [{ engine: 'GROK', before: [{ model: 'one', answers: 4 }], now: [{ model: 'two', answers: 4 }] }],
    comparedWith: { month: '2026-10', version: 1 },
  })
  expect(notes).toEqual([
    'Grok answered with one in October 2026 and answers with two now.',
    'Grok also answers the canary questions differently than in October 2026 (15 answers then, 14 now; p = 0.001): a change may come from the engine.',
  ])
})

test('they are asked once, a later run asks only those that failed, and they are never taken for a category', async () => {
  const { db } = await freshStore()
  const failing = scriptedEngine('OPENAI', ({ tag }) =>
    tag.endsWith('q0/r0') && isCanary(tag) ? FAILED : said('1. **Ridgeloom** - solid'),
  )
  expect(await run(db, '2026-11', [failing])).toMatchObject({ calls: 4 + CELLS + 2, categories: [{ slug: 'crm' }] })
  const again = engine('OPENAI', THEN)
  expect(await run(db, '2026-11', [again])).toMatchObject({ calls: 1 })
  expect(await run(db, '2026-11', [again])).toMatchObject({ calls: 0 })
  const asked = await canaryAnswers(db, '2026-11')
  expect(asked).toMatchObject({ questions: CANARIES })
  expect(asked?.answers).toHaveLength(CELLS)
  expect((await readRanking(db, 'crm'))?.answers).toHaveLength(4)
})

test('a budget without room for them still publishes the month, and says that they were left out', async () => {
  const { db } = await freshStore()
  const said: string[] = []
  const openai = engine('OPENAI', THEN)
  const result = await run(db, '2026-11', [openai], {
    budgetUsd: 4.5 * openai.estimate.worstUsd,
    warn: (text: string) => said.push(text),
  })
  expect(result).toMatchObject({ stopped: null, categories: [{ newest: 1 }] })
  expect(said).toContain('Not all canary questions of 2026-11 could be asked; a later run asks the rest.')
  expect(await run(db, '2026-11', [openai])).toMatchObject({ stopped: null })
  expect((await canaryAnswers(db, '2026-11'))?.answers).toHaveLength(CELLS)
})

test('a run that is stopped while they are asked publishes nothing', async () => {
  const { db } = await freshStore()
  const stop = new AbortController()
  const stopping = scriptedEngine('OPENAI', ({ tag }) => {
    if (isCanary(tag)) stop.abort()
    return said('1. **Ridgeloom** - solid')
  })
  const result = await run(db, '2026-11', [stopping], { stop: stop.signal })
  expect(result).toMatchObject({ stopped: 'interrupted', categories: [{ newest: null }] })
})

test('an estimate and the check for an idle month know which of them are left', async () => {
  const { db } = await freshStore()
  const openai = engine('OPENAI', THEN)
  const estimated = { name: openai.name, estimate: openai.estimate, width: 1, spacingMs: 0 }
  const scribes = { vendors: [], secondShare: 0 }
  const planned = { month: '2026-11', simulated: false, specs: [CRM], selected: ['OPENAI'], runs: 2 } as const
  const left = async () => (await estimateMonth(db, { ...planned, canaries: true }, [estimated], scribes)).calls
  const idle = (canaries: boolean) => idleMonth(db, { ...planned, able: ['OPENAI'], reader: undefined, canaries })
  expect(await left()).toBe(4 + CELLS)
  await run(db, '2026-11', [openai], { canaries: false })
  expect(await idle(false)).toMatchObject({ result: { calls: 0 } })
  expect(await idle(true)).toBeUndefined()
  expect(await left()).toBe(CELLS)
  await run(db, '2026-11', [openai])
  expect(await idle(true)).toMatchObject({ result: { calls: 0 } })
})

test('the audit derives them from their replies, a recount leaves them as they are, and a changed reply is found', async () => {
  const { db } = await freshStore()
  for (const month of ['2026-10', '2026-11'])
    await run(db, month, [createSimulated('OPENAI'), createSimulated('GROK')], { simulated: true })
  expect((await readRanking(db, 'crm'))?.canaries).toHaveLength(2)
  const differences = async () =>
    (await auditStore(db, { slugs: [] })).audited.flatMap((each) => each.differences.map(({ what }) => what))
  expect(await differences()).toEqual([])
  const recounted = await countRankingAgain(db, fixedClock(), 'crm', '2026-11')
  expect(recounted).toMatchObject({ after: null })
  await db.deleteFrom('replies').where('cell_id', 'like', 'canaries/2026-10/GROK/%').execute()
  expect(await differences()).toContainEqual(expect.stringContaining('canaries'))
})
