import { expect, test } from 'vitest'
import { ranking as rankingSchema } from '../../pipeline/contract/ranking.ts'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import { assembleRanking } from '../../pipeline/ranking/assemble.ts'
import { countRankingAgain, recountMonth } from '../../pipeline/ranking/recount.ts'
import { LEASE_MS, takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { newestVersion, publicRanking, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { readAnswers, readLedger } from '../../pipeline/store/survey/answers.ts'
import { findMonthSurvey } from '../../pipeline/store/survey/surveys.ts'
import { UNREAD } from '../../pipeline/survey/readings.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames } from '../support/vendors/scripted-scribe.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const START = Date.UTC(2026, 10, 20)
const LATER = Date.UTC(2026, 10, 25)
const clock = fixedClock(LATER)

/** Names Ridgeloom always, in the first run Pacewell too and in the second Pacewell Desk. */
const answers = (name: Engine['name']) =>
  scriptedEngine(name, ({ tag }) =>
    said(
      tag.endsWith('r0')
        ? '1. **Ridgeloom** - the safe pick\n2. **Pacewell** - cheaper'
        : '1. **Ridgeloom** - good\n2. **Quillmark** - cheap\n3. **Zentra** - new',
    ),
  )

async function published(months: readonly string[] = ['2026-11']): Promise<Store> {
  const { db } = await freshStore()
  for (const month of months)
    await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], month, clock: fixedClock(START) })
  return db
}

const rule = (db: Store, ruling: Ruling, slug = 'crm') =>
  makeRuling(db, slug, ruling, () => ({ ends: [], makes: true }), 1)

/** Counts a month again and publishes what is otherwise, of which it returns the versions. */
const recount = (db: Store, month = '2026-11', slugs: readonly string[] = ['crm']) =>
  recountMonth(db, clock, month, slugs, (before, after) => [before.version, after.version])
const MERGE: Ruling = { kind: 'merge', name: 'Quillmark', into: 'Pacewell' }
const IGNORE: Ruling = { kind: 'ignore', name: 'Zentra' }
const mentions = (ranking: { brands: readonly { name: string; mentions: number }[] } | null | undefined) =>
  ranking?.brands.map((brand) => [brand.name, brand.mentions])

/** What a month froze, whichever is read. */
async function frozen(db: Store, month = '2026-11') {
  const ranking = await readRanking(db, 'crm', month)
  if (ranking === undefined) throw new Error(`nothing is published in ${month}`)
  return ranking
}

test('a month that today’s rules count the same is not published again', async () => {
  const db = await published()
  const before = await frozen(db)
  expect(await countRankingAgain(db, clock, 'crm', '2026-11')).toEqual({ before, after: null })
  expect(await recount(db)).toEqual({ result: [] })
  expect(await newestVersion(db, 'crm', '2026-11')).toMatchObject({ version: 1 })
  expect(await countRankingAgain(db, clock, 'crm', '2026-10')).toBeUndefined()
  expect(await recount(db, '2026-11', ['nothing'])).toEqual({ result: [] })
})

test('rulings make a new version, which names those that affect it, and the earlier one stays', async () => {
  const db = await published()
  const before = await frozen(db)
  expect(mentions(before)).toEqual([
    ['Ridgeloom', 8],
    ['Pacewell', 4],
    ['Quillmark', 4],
    ['Zentra', 4],
  ])
  await rule(db, MERGE)
  await rule(db, IGNORE)
  await rule(db, { kind: 'ignore', name: 'Glavisko' })

  const dry = await countRankingAgain(db, clock, 'crm', '2026-11')
  expect(await frozen(db)).toEqual(before)
  expect(await recount(db)).toEqual({ result: [[1, 2]] })

  const after = await frozen(db)
  expect(after).toEqual(dry?.after)
  rankingSchema.strict().parse(await publicRanking(db, 'https://site.example', 'crm'))
  expect(mentions(after)).toEqual([
    ['Ridgeloom', 8],
    ['Pacewell', 8],
  ])
  expect(after).toMatchObject({
    version: 2,
    checkedAt: before.checkedAt,
    ledger: before.ledger,
    answersCounted: 8,
    method: {
      detector: DETECTOR,
      namesBy: 'rules',
      reader: null,
      unverified: 0,
      agreement: null,
      rulings: [IGNORE, MERGE],
      recounted: { at: new Date(LATER).toISOString(), from: DETECTOR },
    },
  })
  expect(after.answers.map(({ text }) => text)).toEqual(before.answers.map(({ text }) => text))
  expect(after.answers[1]?.evidence.map(({ brand }) => brand)).toEqual(['Ridgeloom', 'Pacewell'])
  const first = await db.selectFrom('rankings').select('body').where('version', '=', 1).executeTakeFirstOrThrow()
  expect(JSON.parse(first.body)).toEqual(before)
  expect(await recount(db)).toEqual({ result: [] })
})

test('a standing ruling applies to the next run', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')], month: '2026-10' })
  await rule(db, IGNORE)
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  const ranking = await frozen(db)
  expect(ranking.brands.map(({ name }) => name)).not.toContain('Zentra')
  expect(ranking.method.rulings).toEqual([IGNORE])
  expect((await frozen(db, '2026-10')).brands.map(({ name }) => name)).toContain('Zentra')
})

test('months counted by different rules say so instead of a change, until the earlier one is recounted', async () => {
  const db = await published(['2026-10'])
  await rule(db, MERGE)
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], clock: fixedClock(START) })
  const changeOf = async (name: string) => (await frozen(db)).brands.find((brand) => brand.name === name)?.change
  expect((await frozen(db)).comparedWith).toMatchObject({ month: '2026-10', version: 1 })
  const nothing = { from: null, to: null, points: null, interval: null, moved: null }
  expect(await changeOf('Pacewell')).toEqual({ ...nothing, comparedCells: 0, leftOut: [], reason: 'RULES_CHANGED' })
  expect(await changeOf('Ridgeloom')).toMatchObject({ from: 1, to: 1, moved: false })

  const earlier = await countRankingAgain(db, clock, 'crm', '2026-10')
  const dry = await countRankingAgain(db, clock, 'crm', '2026-11', earlier?.after ?? undefined)
  expect(dry?.after?.brands.find(({ name }) => name === 'Pacewell')?.change).toMatchObject({ from: 1, to: 1 })
  await recount(db, '2026-10')
  await recount(db)
  expect(await changeOf('Pacewell')).toMatchObject({ from: 1, to: 1, moved: false })
  expect((await frozen(db)).comparedWith).toMatchObject({ month: '2026-10', version: 2 })
})

test('recounting an earlier month makes no version of a later one that it doesn’t affect', async () => {
  const db = await published(['2026-10'])
  await rule(db, IGNORE)
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], clock: fixedClock(START) })
  expect(await recount(db, '2026-10')).toEqual({ result: [[1, 2]] })
  expect(await recount(db)).toEqual({ result: [] })
  expect((await frozen(db)).comparedWith).toMatchObject({ month: '2026-10', version: 1 })
})

test('a reply that was no answer stays none', async () => {
  const { db } = await freshStore()
  const refusing = scriptedEngine('GROK', () => ({ kind: 'noAnswer', text: 'I would not name Pacewell.', model: 'm' }))
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), refusing] })
  await rule(db, IGNORE)
  await recount(db)
  const after = await frozen(db)
  expect(after).toMatchObject({ version: 2, answersCounted: 4 })
  expect(after.answers.filter(({ noAnswer }) => noAnswer)).toMatchObject(
    Array.from({ length: 4 }, () => ({ text: 'I would not name Pacewell.', brands: [], model: 'm' })),
  )
})

test('a version counted with the rulings that it names is the same in any order of them', async () => {
  const db = await published()
  await rule(db, MERGE)
  await rule(db, IGNORE)
  await recount(db)
  const ranking = await frozen(db)
  const survey = await findMonthSurvey(db, 'crm', '2026-11')
  const derive = async (rulings: readonly Ruling[]) =>
    assembleRanking({
      ...{ ...ranking, ledger: await readLedger(db, survey?.id ?? '', ''), questions: ranking.prompts },
      checkedAt: Date.parse(ranking.checkedAt),
      answers: await readAnswers(db, survey?.id ?? ''),
      readings: UNREAD,
      rulings,
      previous: undefined,
    }).ranking
  const derived = await derive(ranking.method.rulings ?? [])
  expect({ ...derived, method: { ...derived.method, recounted: ranking.method.recounted } }).toEqual(ranking)
  expect(JSON.stringify(await derive([IGNORE, MERGE]))).toBe(JSON.stringify(await derive([MERGE, IGNORE])))
})

test('names are those that the scribe read then, and neither it nor an engine is called again', async () => {
  const { db } = await freshStore()
  const scribe = readerOfNames(['Ridgeloom', 'Zentra'])
  const engine = answers('OPENAI')
  await ranMonth(db, [CRM], { engines: [engine], scribes: [scribe] })
  const asked = engine.asked.length
  const called = scribe.asked.length
  await rule(db, { kind: 'alias', name: 'Ridgeloom', spelling: 'Pacewell' })
  await rule(db, { kind: 'split', name: 'Zentra' })
  await recount(db)
  expect(mentions(await frozen(db))).toEqual([
    ['Ridgeloom', 4],
    ['Zentra', 2],
  ])
  expect([engine.asked.length, scribe.asked.length]).toEqual([asked, called])
})

test('an answer that came after the version was published is not in its recount', async () => {
  const { db } = await freshStore()
  const failing = scriptedEngine('GROK', () => {
    throw new EngineError('BAD_REQUEST')
  })
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), failing] })
  // The second run is cut before it publishes: its readings are not paid for.
  const scribe = readerOfNames([], { worstUsd: 1_000 })
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')], scribes: [scribe], budgetUsd: 1 })
  await rule(db, IGNORE)
  await recount(db)
  const after = await frozen(db)
  expect(after).toMatchObject({ version: 2, answersCounted: 4 })
  expect(after.ledger.find(({ engine }) => engine === 'GROK')).toMatchObject({ counted: 0, failed: 4 })
  expect(after.answers.filter(({ failed }) => failed)).toHaveLength(4)

  // What came in meanwhile is published by the next run all the same.
  await ranMonth(db, [CRM], { engines: [answers('OPENAI'), answers('GROK')] })
  expect(await frozen(db)).toMatchObject({ version: 3, answersCounted: 8 })
})

test('a month that another process runs is not touched', async () => {
  const db = await published()
  await rule(db, IGNORE)
  await takeLease(db, { name: 'rankings/2026-11', holder: 'another' }, LATER)
  expect(await recount(db)).toEqual({ heldForMs: LEASE_MS })
  expect(await newestVersion(db, 'crm', '2026-11')).toMatchObject({ version: 1 })
})

test('the moves of a month are decided over all its rankings, also when only some are counted again', async () => {
  const { db } = await freshStore()
  const specs = ['crm', 'pens', 'shoes'].map((slug) => ({ ...CRM, slug, category: `${slug} to buy` }))
  for (const month of ['2026-10', '2026-11']) await ranMonth(db, specs, { engines: [answers('OPENAI')], month })
  const decided = async () =>
    Promise.all(specs.map(async ({ slug }) => (await readRanking(db, slug, '2026-11'))?.movesDecidedOver))
  const all = { rankings: 3, brands: 9, threshold: 0 }
  expect(await decided()).toEqual([all, all, all])

  for (const slug of ['crm', 'pens']) await rule(db, IGNORE, slug)
  const slugs = specs.map(({ slug }) => slug)
  const twice = [
    [1, 2],
    [1, 2],
  ]
  for (const month of ['2026-10', '2026-11']) expect(await recount(db, month, slugs)).toEqual({ result: twice })
  const again = { rankings: 3, brands: 7, threshold: 0 }
  expect(await decided()).toEqual([again, again, all])
  const publications = await db
    .selectFrom('rankings')
    .select(['slug', 'publication'])
    .where('version', '=', 2)
    .execute()
  expect(new Set(publications.map(({ publication }) => publication))).toEqual(new Set([2]))
})

test('simulated and real categories of a month are published separately', async () => {
  const { db } = await freshStore()
  const pens = { ...CRM, slug: 'pens', category: 'fountain pens' }
  await ranMonth(db, [CRM], { engines: [answers('OPENAI')] })
  await ranMonth(db, [pens], { engines: [answers('OPENAI')], simulated: true })
  for (const slug of ['crm', 'pens']) await rule(db, IGNORE, slug)
  await recount(db, '2026-11', ['crm', 'pens'])
  expect(await readRanking(db, 'crm')).toMatchObject({ version: 2, simulated: false })
  expect(await readRanking(db, 'pens')).toMatchObject({ version: 2, simulated: true })
})
