import { expect, test } from 'vitest'
import { ranking, rankingListEntry } from '../../pipeline/contract/ranking.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { listRankings, publicRanking, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { fixedClock } from '../support/clock.ts'
import { month, ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readingsOf, scriptedScribe } from '../support/vendors/scripted-scribe.ts'
import { answers, CRM, PENS } from './crm.ts'

const SITE = 'https://example.org'

test('a whole month is published, every count with its answers §2.7.3', async () => {
  const { db } = await freshStore()
  const result = await ranMonth(db, [CRM, PENS], { engines: [answers('OPENAI'), answers('GROK')] })
  expect(result).toMatchObject({ month: '2026-11', simulated: false, calls: 20, unknown: 0, stopped: null })
  expect(result.categories.map(({ published }) => published)).toEqual([{ version: 1 }, { version: 1 }])
  expect(result.costUsd).toBeCloseTo(0.2)

  const published = ranking.parse(await publicRanking(db, SITE, 'crm'))
  expect(published.url).toBe('https://example.org/rankings/crm/')
  expect(published.answersCounted).toBe(12)
  expect(published.brands.map(({ name, mentions, averagePosition }) => ({ name, mentions, averagePosition }))).toEqual([
    { name: 'Ridgeloom', mentions: 12, averagePosition: 1 },
    { name: 'Pacewell', mentions: 6, averagePosition: 2 },
  ])
  for (const brand of published.brands) {
    expect(published.answers.filter((answer) => answer.brands.includes(brand.name))).toHaveLength(brand.mentions)
    expect(brand.engines.reduce((sum, engine) => sum + engine.mentions, 0)).toBe(brand.mentions)
    expect(brand.interval.low).toBeLessThanOrEqual(brand.mentions / 12)
    expect(brand.interval.high).toBeGreaterThanOrEqual(brand.mentions / 12)
  }
  for (const answer of published.answers)
    for (const { brand, start, end } of answer.evidence) expect(answer.text.slice(start, end)).toBe(brand)
  const entry = rankingListEntry.parse((await listRankings(db, SITE))[0])
  expect(entry).toMatchObject({
    answers: 12,
    top: [
      { name: 'Ridgeloom', mentions: 12 },
      { name: 'Pacewell', mentions: 6 },
    ],
  })
})

test('a version says when its first and last replies came', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], {
    engines: [answers('OPENAI')],
    month: '2026-09',
    clock: fixedClock(Date.UTC(2026, 10, 2)),
  })
  const asked = { from: '2026-11-02T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }
  expect(await readRanking(db, 'crm')).toMatchObject({ month: '2026-09', asked })
  expect(await listRankings(db, SITE)).toMatchObject([{ asked }])
})

test('a version published by a slow clock is dated no earlier than its last answer', async () => {
  const { db } = await freshStore()
  const clock = fixedClock(Date.UTC(2026, 10, 2))
  const scribe = scriptedScribe(({ prompt }) => {
    clock.set(-3_600_000)
    return readingsOf(prompt, ['Ridgeloom'])
  })
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], scribes: [scribe], clock })
  const until = '2026-11-02T00:00:00.000Z'
  expect(await readRanking(db, 'crm')).toMatchObject({ checkedAt: until, asked: { until } })
})

test('run again with nothing missing, it asks nothing and publishes nothing but a further category', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  const before = await readRanking(db, 'crm')
  const again = await ranMonth(db, [CRM], { engines: [answers('OPENAI')], clock: fixedClock(Date.UTC(2026, 10, 25)) })
  expect(again.calls).toBe(0)
  expect(again.categories[0]?.published).toEqual({ unpublished: 'nothing came in since the last version' })
  expect(await readRanking(db, 'crm')).toEqual(before)
  const more = await ranMonth(db, [CRM, PENS], { engines: [answers('OPENAI')] })
  expect(more.categories.map(({ published }) => published)).toEqual([
    { unpublished: 'nothing came in since the last version' },
    { version: 1 },
  ])
})

test('failed cells are asked again, and their answers make a new version beside the frozen first', async () => {
  const { db } = await freshStore()
  const flaky = scriptedEngine('OPENAI', ({ tag }) =>
    tag.endsWith('q0/r0') ? { kind: 'error', error: 'BAD_REQUEST' } : said('**Ridgeloom** is good'),
  )
  await ranMonth(db, [CRM], { engines: [flaky] })
  const first = await readRanking(db, 'crm')
  expect(first?.ledger).toMatchObject([{ planned: 6, counted: 5, failed: 1 }])
  const again = await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  expect(again.calls).toBe(1)
  expect(await readRanking(db, 'crm')).toMatchObject({ version: 2, answersCounted: 6 })
  const rows = await db.selectFrom('rankings').select('body').where('version', '=', 1).execute()
  expect(JSON.parse(rows[0]?.body ?? '')).toEqual(first)
})

test('the same answers give the same counts in any order of arrival', async () => {
  const bodies = await Promise.all(
    [1, 5].map(async (width) => {
      const { db } = await freshStore()
      await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], width })
      return readRanking(db, 'crm')
    }),
  )
  expect(JSON.stringify(bodies[0])).toBe(JSON.stringify(bodies[1]))
})

test('a slug with another category name in the file is refused, but another spelling is not', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  const renamed = await month(db, [PENS, { ...CRM, category: 'CRM tools' }], { engines: [answers('OPENAI')] })
  expect(renamed).toEqual({
    refusal: expect.stringMatching(/^The slug crm is the category “CRM software” in this store/),
  })
  await ranMonth(db, [{ ...CRM, category: 'crm  Software' }], { engines: [answers('OPENAI')] })
})

test('a second slug for a category that the store has is refused, but not for another market or kind', async () => {
  const { db } = await freshStore()
  const simulated = { engines: [answers('OPENAI')], simulated: true }
  await ranMonth(db, [{ ...CRM, slug: 'crm-tried' }], simulated)
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  const second = { ...CRM, slug: 'crm-tools', category: 'crm  Software' }
  expect(await month(db, [CRM, second], { engines: [answers('OPENAI')] })).toEqual({
    refusal: expect.stringMatching(
      /^The category “crm {2}Software” has the slug crm in this store and crm-tools in the file/,
    ),
  })
  await ranMonth(db, [CRM, { ...second, country: 'GB' }], { engines: [answers('OPENAI')] })
})

test('an engine without a key is named in the ledger and counted nowhere', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], selected: ['OPENAI', 'GEMINI'] })
  const published = await readRanking(db, 'crm')
  expect(published?.engines).toEqual(['OPENAI'])
  expect(published?.ledger).toMatchObject([
    { engine: 'OPENAI', counted: 6 },
    { engine: 'GEMINI', planned: 6, skipped: 6, reason: 'no key was given' },
  ])
  expect(published?.answers.every(({ engine }) => engine === 'OPENAI')).toBe(true)
  const later = await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GEMINI')] })
  expect(later.calls).toBe(6)
  expect(await readRanking(db, 'crm')).toMatchObject({ version: 2, answersCounted: 12 })
})

test('an answer with nothing to score is in the ledger and in no denominator', async () => {
  const { db } = await freshStore()
  const overview = scriptedEngine('AI_OVERVIEW', ({ tag }) =>
    tag.endsWith('r1') ? { kind: 'noAnswer', text: '', model: 'm' } : said('Ridgeloom leads'),
  )
  const only = scriptedEngine('GROK', () => ({ kind: 'noAnswer', text: 'I would rather not.', model: 'm' }))
  await ranMonth(db, [CRM], { engines: [overview, only, answers('OPENAI')] })
  const published = await readRanking(db, 'crm')
  expect(published?.answersCounted).toBe(9)
  expect(published?.engines).toEqual(['OPENAI', 'GROK', 'AI_OVERVIEW'])
  expect(published?.answers.filter((answer) => answer.noAnswer)).toHaveLength(9)
  expect(published?.answers.find((answer) => answer.engine === 'GROK')).toMatchObject({
    text: 'I would rather not.',
    failed: false,
    brands: [],
  })
})

test('a month stopped by its budget is not published, and the next run resumes it', async () => {
  const { db } = await freshStore()
  const stopped = await ranMonth(db, [CRM], { engines: [answers('OPENAI')], budgetUsd: 0.035 })
  expect(stopped).toMatchObject({ stopped: 'budget', calls: 2 })
  expect(stopped.categories[0]?.ledger).toMatchObject([
    { planned: 6, counted: 2, skipped: 4, reason: 'not asked: the budget ended' },
  ])
  expect(await readRanking(db, 'crm')).toBeUndefined()
  const rest = await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  expect(rest.calls).toBe(4)
  expect(await readRanking(db, 'crm')).toMatchObject({ answersCounted: 6 })
})

test('a month that gave no counted answer is not published', async () => {
  const { db } = await freshStore()
  const result = await ranMonth(db, [CRM], { engines: [], selected: ['OPENAI'] })
  expect(result).toMatchObject({ calls: 0, stopped: null })
  expect(result.categories[0]?.published).toEqual({ unpublished: 'no engine gave an answer that could be counted' })
})

test('a second run of the month is refused while the first is running, another month is not', async () => {
  const { db } = await freshStore()
  const gate = Promise.withResolvers<void>()
  const base = answers('OPENAI')
  const slow: Engine = { ...base, ask: async (...all) => gate.promise.then(() => base.ask(...all)) }
  const first = month(db, [CRM], { engines: [slow] })
  const second = await month(db, [PENS], { engines: [answers('OPENAI')] })
  expect(second).toEqual({ refusal: expect.stringMatching(/^Another run of 2026-11 is under way/) })
  expect(await ranMonth(db, [PENS], { engines: [answers('OPENAI')], month: '2026-10' })).toMatchObject({ calls: 4 })
  gate.resolve()
  expect(await first).toMatchObject({ calls: 6 })
})

test('simulated and real answers of a category never mix', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], simulated: true, month: '2026-10' })
  expect(await month(db, [CRM], { engines: [answers('OPENAI')] })).toEqual({
    refusal: expect.stringContaining('begun with simulated engines'),
  })
  expect((await listRankings(db, SITE))[0]?.simulated).toBe(true)
})

test('an engine that has a key again is asked, and until then the ledger gives the reason of this run', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], selected: ['OPENAI', 'GROK'] })
  const short = await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], budgetUsd: 0.01 })
  expect(short.categories[0]?.ledger).toMatchObject([
    { engine: 'OPENAI', counted: 6 },
    { engine: 'GROK', skipped: 6, reason: 'not asked: the budget ended' },
  ])
  const spent = scriptedEngine('GROK', () => ({ kind: 'error', error: 'QUOTA' }))
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), spent] })
  const without = await ranMonth(db, [CRM], { engines: [answers('OPENAI')], selected: ['OPENAI', 'GROK'] })
  expect(without.categories[0]?.ledger[1]).toMatchObject({ skipped: 6, reason: 'no key was given' })
})

test('the calls of an earlier run under way are reported once', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], selected: ['OPENAI', 'GROK'], budgetUsd: 0 })
  await db.updateTable('cells').set({ state: 'sent', attempt: 1 }).where('engine', '=', 'OPENAI').execute()
  const none = { engines: [], selected: ['GROK' as const] }
  expect((await ranMonth(db, [CRM], none)).unknown).toBe(6)
  expect((await ranMonth(db, [CRM], none)).unknown).toBe(0)
})

test('a call that a killed worker had reserved counts as sent, and may have cost that', async () => {
  const { db } = await freshStore()
  const engine = scriptedEngine('OPENAI', () => said('1. **Ridgeloom** - good'))
  const ask: Engine['ask'] = async (...asking) => {
    const [batch] = await db.selectFrom('batches').select('id').execute()
    const killed = { batch_id: batch?.id ?? '', lease: 'rankings/2026-11/crm', holder: 'killed', call: 1, nano: 5e7 }
    await db
      .insertInto('batch_calls')
      .values(killed)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return engine.ask(...asking)
  }
  const result = await ranMonth(db, [PENS], { engines: [{ ...engine, ask }], runs: 1 })
  expect(result).toMatchObject({ calls: 3, uncertainUsd: 0.05 })
})

test.each([
  { categories: 2, width: 8 },
  { categories: 4, width: 3 },
  { categories: 12, width: 3, budgetUsd: 0.05 },
])('a rejected key costs one call in a month of %j', async ({ categories: count, ...limits }) => {
  const { db } = await freshStore()
  const openai = scriptedEngine('OPENAI', () => ({ kind: 'error', error: 'KEY_REJECTED' }))
  const specs = Array.from({ length: count }, (_, at) => ({ ...PENS, slug: `pens-${at}`, category: `pens ${at}` }))
  const { calls, categories } = await ranMonth(db, specs, { engines: [openai], canaries: true, ...limits })
  expect([calls, openai.asked.length]).toEqual([1, 1])
  for (const { ledger } of categories)
    expect(ledger).toMatchObject([{ skipped: 4, reason: 'provider rejected the key' }])
})

test('reading calls of an earlier run under way are reported once, separately, and cost this run nothing', async () => {
  const { db } = await freshStore()
  const stop = new AbortController()
  const cutOff = scriptedScribe(() => {
    stop.abort()
    throw new EngineError('TIMEOUT')
  })
  const engines = [answers('OPENAI')]
  const first = { engines, scribes: [cutOff], stop: stop.signal, cut: stop.signal }
  expect(await ranMonth(db, [CRM], first)).toMatchObject({ stopped: 'interrupted', unknown: 0, unknownReadings: 0 })
  const again = await ranMonth(db, [CRM], { engines, budgetUsd: 0 })
  expect(again).toMatchObject({ unknown: 0, unknownReadings: 1, costUsd: 0, uncertainUsd: 0 })
  expect(await ranMonth(db, [CRM], { engines })).toMatchObject({ unknownReadings: 0 })
})

test('a run warns that fewer runs than the month was begun with have no effect', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], runs: 3 })
  const warnings: string[] = []
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], runs: 1, warn: (each) => warnings.push(each) })
  expect(warnings).toEqual(['crm: 2026-11 was begun with more runs than 1, and keeps them.'])
})

test('the steps before and after the answers report their progress, from start to end', async () => {
  const { db } = await freshStore()
  const steps: unknown[] = []
  const progress = { begin() {}, stored() {}, stopped() {}, end() {}, step: (...step: unknown[]) => steps.push(step) }
  await ranMonth(db, [CRM, PENS], { engines: [answers('OPENAI')], progress })
  expect(steps).toEqual(
    ['questions', 'reading', 'counting'].flatMap((step) => [0, 1, 2].map((done) => [step, done, 2])),
  )
})

test('progress gives the calls and results of each engine, and says once that it stopped', async () => {
  const { db } = await freshStore()
  const said: string[] = []
  const progress = {
    begin: (cells: ReadonlyMap<string, number>) =>
      said.push(...[...cells].map(([name, total]) => `${name} of ${total}`)),
    stored: (engine: string) => said.push(engine),
    stopped: (engine: string) => said.push(`${engine} stopped`),
    end() {},
    step() {},
  }
  const rejected = scriptedEngine('GROK', () => ({ kind: 'error', error: 'KEY_REJECTED' }))
  await ranMonth(db, [CRM, PENS], { engines: [answers('OPENAI'), rejected], progress })
  expect(said.slice(0, 2)).toEqual(['OPENAI of 10', 'GROK of 10'])
  expect(said.slice(2).sort()).toEqual(['GROK stopped', ...Array(10).fill('OPENAI')])
})

test('a fault ends the progress too', async () => {
  const { db } = await freshStore()
  let ended = 0
  const clock = fixedClock()
  const failing = { ...answers('OPENAI'), ask: async () => Promise.reject(new EngineError('SERVER')) }
  const run = month(db, [CRM], {
    engines: [failing],
    clock: { ...clock, sleep: () => Promise.reject(new Error('the clock broke')) },
    progress: { begin() {}, stored() {}, stopped() {}, end: () => (ended += 1), step() {} },
  })
  await expect(run).rejects.toThrow('the clock broke')
  expect(ended).toBe(1)
})
