import { expect, test } from 'vitest'
import { EngineError } from '../../pipeline/engines/error.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { listRankings, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { findMonthSurvey } from '../../pipeline/store/survey/surveys.ts'
import { month, ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { answersIn, readerOfNames, readingsOf, scriptedScribe } from '../support/vendors/scripted-scribe.ts'
import { answers, CRM, PENS } from './crm.ts'

const SITE = 'https://example.org'

test('questions are fixed for a month, even when the file changes', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  const warnings: string[] = []
  const edited = { ...CRM, questions: ['Another question?'] }
  const again = await ranMonth(db, [edited], { engines: [answers('OPENAI')], warn: (each) => warnings.push(each) })
  expect(again.calls).toBe(0)
  expect(warnings).toHaveLength(1)
  await ranMonth(db, [edited], { engines: [answers('OPENAI')], month: '2026-12' })
  expect((await readRanking(db, 'crm'))?.prompts).toEqual(['Another question?'])
})

test('without questions in the file they come from templates and are kept for later months', async () => {
  const { db } = await freshStore()
  const bare = { slug: 'crm', category: 'CRM software' }
  await ranMonth(db, [bare], { engines: [answers('OPENAI')], month: '2026-10', runs: 1 })
  const october = (await readRanking(db, 'crm', '2026-10'))?.prompts
  expect(october).toHaveLength(10)
  await ranMonth(db, [bare], { engines: [answers('OPENAI')], runs: 1 })
  expect((await readRanking(db, 'crm', '2026-11'))?.prompts).toEqual(october)
})

test('the scribe writes the questions and reads the answers, each once', async () => {
  const { db } = await freshStore()
  const asked: string[] = []
  const writing = scriptedScribe(({ name, prompt }) => {
    asked.push(name)
    if (name === 'questions') return { questions: ['Which CRM would you buy?', 'Which CRM is easy?'] }
    const names = [{ name: 'Ridgeloom', role: 'choice', domain: 'ridgeloom.example' }]
    return { readings: answersIn(prompt).map(({ answer }) => ({ answer, names })) }
  })
  const bare = { slug: 'crm', category: 'CRM software' }
  const engine = () => scriptedEngine('OPENAI', () => said('We like Ridgeloom.'))
  const result = await ranMonth(db, [bare], { engines: [engine()], scribes: [writing], runs: 1 })
  expect(asked).toEqual(['questions', 'readings'])
  expect(result.costUsd).toBeCloseTo(10 * 0.01 + 0.002)
  expect(await readRanking(db, 'crm')).toMatchObject({
    method: { namesBy: 'model', reader: { model: 'scripted', prompt: 'reading-3' }, unverified: 0, agreement: null },
    brands: [{ name: 'Ridgeloom', domain: 'ridgeloom.example', mentions: 10 }],
  })
  await ranMonth(db, [bare], { engines: [engine()], scribes: [writing], runs: 1 })
  expect(asked).toHaveLength(2)
})

test('the scribe writes the questions of several categories side by side, and warnings keep the order of the file', async () => {
  const { db } = await freshStore()
  const both = Promise.withResolvers<void>()
  let calls = 0
  const writing = scriptedScribe(async ({ name, prompt }) => {
    if (name !== 'questions') return { readings: [] }
    // The first call is sent by itself, as its key may be rejected.
    calls += 1
    if (calls === 3) both.resolve()
    if (calls > 1) await both.promise
    // The later category is the first to have its questions, which ask for the same thing.
    const [thing, delay] = prompt.includes('pens') ? ['pen', 0] : ['CRM', 20]
    for (let turn = 0; turn < delay; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return { questions: [`Which ${thing} is best?`, `What is the best ${thing}?`] }
  })
  const warnings: string[] = []
  const bare = [{ slug: 'desk', category: 'help desks' }, CRM, PENS].map(({ slug, category }) => ({ slug, category }))
  const scope = { engines: [answers('OPENAI')], scribes: [writing], runs: 1 }
  await ranMonth(db, bare, { ...scope, warn: (each) => warnings.push(each) })
  const same = warnings.filter((each) => each.includes('ask for the same thing'))
  expect([...new Set(same.map((each) => each.slice(0, each.indexOf(':'))))]).toEqual(['desk', 'crm', 'pens'])
})

test('once a category is refused for lack of questions, the scribe writes none for those that have not begun', async () => {
  const { db } = await freshStore()
  const lazy = scriptedScribe(() => ({ questions: ['Welcher Stift?'] }))
  const specs = Array.from({ length: 12 }, (_, at) => ({ slug: `s-${at}`, category: `Stifte ${at}`, language: 'de' }))
  const result = await month(db, specs, { engines: [answers('OPENAI')], scribes: [lazy] })
  expect(result).toEqual({ refusal: expect.stringContaining('the scribe did not write 10 questions in German') })
  expect(lazy.asked.length).toBeLessThan(specs.length)
})

test('if the scribe fails, templates and layout take its place, and the result says so', async () => {
  const { db } = await freshStore()
  const broken = scriptedScribe(() => {
    throw new EngineError('KEY_REJECTED', { status: 401 })
  })
  const bare = { slug: 'crm', category: 'CRM software' }
  const warnings: string[] = []
  await ranMonth(db, [bare], {
    engines: [answers('OPENAI')],
    scribes: [broken],
    warn: (each) => warnings.push(each),
  })
  expect(await readRanking(db, 'crm')).toMatchObject({ method: { namesBy: 'rules', reader: null } })
  expect(warnings).toHaveLength(2)
})

test('answers left unread by an unreachable scribe are read by a later run and published as a new version', async () => {
  const { db } = await freshStore()
  const away = scriptedScribe(() => {
    throw new EngineError('BAD_REQUEST')
  })
  const run = (scribe: typeof away) => ranMonth(db, [CRM], { engines: [answers('OPENAI')], scribes: [scribe] })
  const outcomes = []
  for (const scribe of [away, away, readerOfNames(['Ridgeloom']), readerOfNames(['Ridgeloom'])])
    outcomes.push((await run(scribe)).categories[0]?.published)
  const nothing = { unpublished: 'nothing came in since the last version' }
  expect(outcomes).toEqual([{ version: 1 }, nothing, { version: 2 }, nothing])
  expect((await readRanking(db, 'crm'))?.method).toMatchObject({ namesBy: 'model', reader: { model: 'scripted' } })
})

test('a scribe of another vendor that fails does not discard what the first one read', async () => {
  const { db } = await freshStore()
  const late = scriptedEngine('OPENAI', ({ tag }, earlier) =>
    tag.endsWith('q0/r0') && earlier < 3 ? { kind: 'error', error: 'SERVER' } : said(`Take Ridgeloom ${tag}.`),
  )
  const run = (scribe: Scribe) => ranMonth(db, [CRM], { engines: [late], scribes: [scribe] })
  await run(readerOfNames(['Ridgeloom']))
  let isAway = true
  const other = scriptedScribe(
    ({ prompt }) => {
      if (isAway) throw new EngineError('QUOTA')
      return readingsOf(prompt, ['Ridgeloom'])
    },
    { vendor: 'ANTHROPIC', model: 'other' },
  )
  await run(other)
  expect(await readRanking(db, 'crm')).toMatchObject({
    ...{ version: 2, answersCounted: 6, brands: [{ name: 'Ridgeloom', mentions: 6 }] },
    method: { namesBy: 'rules', reader: { model: 'scripted' }, unread: 1 },
  })
  isAway = false
  await run(other)
  expect(await readRanking(db, 'crm')).toMatchObject({
    version: 3,
    method: { namesBy: 'model', reader: { model: 'other' } },
  })
})

test('a run whose budget ends while answers are read publishes nothing, and the next one publishes all', async () => {
  const { db } = await freshStore()
  const naming = readerOfNames(['Ridgeloom'], { costUsd: 0.01 })
  const specs = [CRM, PENS]
  const stopped = await ranMonth(db, specs, { engines: [answers('OPENAI')], scribes: [naming], budgetUsd: 0.115 })
  expect(stopped).toMatchObject({ stopped: 'budget', calls: 10 })
  expect(await listRankings(db, SITE)).toEqual([])
  const rest = await ranMonth(db, specs, { engines: [answers('OPENAI')], scribes: [naming] })
  expect(rest.calls).toBe(0)
  expect(await listRankings(db, SITE)).toHaveLength(2)
})

test('once the budget ends while answers are read, no further category is looked at', async () => {
  const { db } = await freshStore()
  let looked = 0
  const expensive: Scribe = {
    ...readerOfNames(['Ridgeloom']),
    worstUsd: () => {
      looked += 1
      return 10
    },
  }
  const specs = Array.from({ length: 6 }, (_, at) => ({ ...PENS, slug: `pens-${at}`, category: `pens ${at}` }))
  const result = await ranMonth(db, specs, { engines: [answers('OPENAI')], scribes: [expensive], budgetUsd: 5 })
  expect(result.stopped).toBe('budget')
  // As many are begun together.
  expect(looked).toBeLessThanOrEqual(4)
})

test('a call that the scribe refuses outright costs nothing, and one that may be billed stays reserved', async () => {
  const { db } = await freshStore()
  const bare = { slug: 'crm', category: 'CRM software' }
  let calls = 0
  const limited = scriptedScribe(({ name, prompt }) => {
    calls += 1
    if (calls < 4) throw new EngineError('RATE_LIMITED', { status: 429 })
    return name === 'questions' ? { questions: [] } : readingsOf(prompt, ['Ridgeloom'])
  })
  const result = await ranMonth(db, [bare], {
    engines: [answers('OPENAI')],
    scribes: [limited],
    runs: 1,
    budgetUsd: 0.13,
  })
  expect(result.stopped).toBeNull()

  const cut = scriptedScribe(() => {
    throw new EngineError('TIMEOUT')
  })
  const other = { slug: 'pens', category: 'pens' }
  expect(await ranMonth(db, [other], { engines: [], scribes: [cut], budgetUsd: 0.015 })).toMatchObject({
    stopped: 'budget',
  })
})

test('a scribe that is cut off by Ctrl-C leaves the questions to the next run', async () => {
  const { db } = await freshStore()
  const stop = new AbortController()
  const hanging = scriptedScribe(async (_call, signal) => {
    stop.abort()
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new EngineError('TIMEOUT')
  })
  const bare = { slug: 'crm', category: 'CRM software' }
  const run = { engines: [answers('OPENAI')], scribes: [hanging], stop: stop.signal, cut: stop.signal }
  expect(await ranMonth(db, [bare], run)).toMatchObject({ stopped: 'interrupted', calls: 0, categories: [] })
  expect(await findMonthSurvey(db, 'crm', '2026-11')).toBeUndefined()
})
