import { expect, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { CANARIES } from '../../pipeline/ranking/canaries/questions.ts'
import { parseCategories } from '../../pipeline/ranking/categories.ts'
import { countRankingAgain } from '../../pipeline/ranking/recount.ts'
import { rewriteQuestions } from '../../pipeline/ranking/rewrite.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findCategory } from '../../pipeline/store/ranking/categories.ts'
import { listRankings, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { fixedClock } from '../support/clock.ts'
import { type MonthSetup, month, ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { scriptedScribe, withLane } from '../support/vendors/scripted-scribe.ts'

const QUESTIONS = ['Which CRM is best?', 'Which CRM is cheap?', 'Which CRM is small?']

/** One category with the same questions in three markets, as a file has it. */
const SPECS = parse(`categories:
  - { slug: crm, category: CRM software, questions: &q [${QUESTIONS.join(', ')}] }
  - { slug: crm, category: CRM software, country: DE, language: de, questions: *q }
  - { slug: crm, category: CRM software, country: US, language: es, questions: *q }
`)

function parse(yaml: string) {
  const specs = parseCategories(Buffer.from(yaml))
  if ('faults' in specs) throw new Error(specs.faults.join())
  return specs
}

/** In the United States everybody names Ridgeloom, in Germany Pacewell, and from November on nobody names anything in Spanish. */
function engineOf(name: 'OPENAI' | 'GROK', when: string) {
  return scriptedEngine(name, ({ market: { country, language } }) => {
    if (language === 'es') return said(when < '2026-11' ? '1. **Ridgeloom** - solid' : 'It depends.')
    return said(country === 'DE' ? '1. **Pacewell** - solid\n2. **Ridgeloom** - cheap' : '1. **Ridgeloom** - solid')
  })
}

const run = async (db: Store, when: string, changed: Partial<MonthSetup> = {}) => {
  const engines = [engineOf('OPENAI', when), engineOf('GROK', when)]
  const clock = fixedClock(Date.parse(`${when}-05`))
  await ranMonth(db, SPECS, { engines, month: when, clock, ...changed })
  return engines.flatMap(({ asked }) => asked)
}

const differencesIn = async (db: Store) =>
  (await auditStore(db, { slugs: [] })).audited.flatMap(({ differences }) => differences)

const counts = (ranking: FrozenRanking | undefined) =>
  ranking?.brands.map(({ name, mentions, rankRange, change }) => [name, mentions, rankRange, change?.from, change?.to])

test('two markets of one category share no cell, no count, no rank and no change', async () => {
  const { db } = await freshStore()
  await run(db, '2026-10')
  const asked = await run(db, '2026-11', { canaries: true })

  const buyers = asked.filter(({ question }) => !CANARIES.includes(question))
  const places = Map.groupBy(buyers, ({ market: { country, language } }) => `${country} ${language}`)
  const cells = Object.fromEntries(
    [...places].map(([place, own]) => [place, [new Set(own.map(({ tag }) => tag.split('/')[1])), own.length]]),
  )
  expect(cells).toEqual({
    'US en': [new Set(['crm']), 12],
    'DE de': [new Set(['crm-de-de']), 12],
    'US es': [new Set(['crm-us-es']), 12],
  })
  expect(new Set(asked.filter((each) => !buyers.includes(each)).map(({ market }) => JSON.stringify(market)))).toEqual(
    new Set(['{"country":"US","language":"en"}']),
  )

  const of = (slug: string) => readRanking(db, slug, '2026-11')
  const [american, german, spanish] = await Promise.all(['crm', 'crm-de-de', 'crm-us-es'].map(of))
  expect([american, german, spanish]).toMatchObject([
    { country: 'US', language: 'en', answersCounted: 12, comparedWith: { month: '2026-10' } },
    { country: 'DE', language: 'de', answersCounted: 12, comparedWith: { month: '2026-10' } },
    { country: 'US', language: 'es', answersCounted: 12, comparedWith: { month: '2026-10' } },
  ])
  expect(counts(american)).toEqual([['Ridgeloom', 12, { from: 1, to: 1 }, 1, 1]])
  expect(german?.brands.map(({ name, mentions, change }) => [name, mentions, change?.from])).toEqual([
    ['Pacewell', 12, 1],
    ['Ridgeloom', 12, 1],
  ])
  expect(spanish?.brands).toMatchObject([{ name: 'Ridgeloom', mentions: 0, change: { from: 1, to: 0 } }])

  // Without the others in the store, each is what it was.
  for (const spec of SPECS) {
    const { db: alone } = await freshStore()
    for (const when of ['2026-10', '2026-11']) {
      const engines = [engineOf('OPENAI', when), engineOf('GROK', when)]
      await ranMonth(alone, [spec], { engines, month: when, clock: fixedClock(Date.parse(`${when}-05`)) })
    }
    expect(counts(await readRanking(alone, spec.slug))).toEqual(counts(await of(spec.slug)))
  }
  expect(
    (await listRankings(db, 'https://site.example')).map(({ slug, country, language }) => [slug, country, language]),
  ).toEqual([
    ['crm', 'US', 'en'],
    ['crm-de-de', 'DE', 'de'],
    ['crm-us-es', 'US', 'es'],
  ])
})

test('an audit finds a text of another market than its category, and leaves one that was frozen without any', async () => {
  const { db } = await freshStore()
  // An audit reads the replies of this engine, but not those of a script.
  await ranMonth(db, SPECS, { engines: [createSimulated('OPENAI')], month: '2026-10', simulated: true })
  const rewritten = async (slug: string, change: (text: string) => string) => {
    const row = await db
      .selectFrom('rankings')
      .select(['entry', 'body'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('rankings')
      .set({ entry: change(row.entry), body: change(row.body) })
      .where('slug', '=', slug)
      .execute()
  }
  const differences = () => differencesIn(db)
  await rewritten('crm', (text) => text.replace('"country":"US","language":"en",', ''))
  expect(await readRanking(db, 'crm')).not.toHaveProperty('country')
  expect(await differences()).toEqual([])
  expect((await countRankingAgain(db, fixedClock(), 'crm', '2026-10'))?.after).toBeNull()

  await rewritten('crm-de-de', (text) => text.replace('"country":"DE"', '"country":"AT"'))
  expect(await differences()).toContainEqual({
    what: 'rankings/crm-de-de/2026-10 country',
    published: 'AT',
    derived: 'DE',
  })
  await rewritten('crm-us-es', (text) => text.replace('"country":"US","language":"es",', ''))
  expect(await differences()).toContainEqual({
    what: 'rankings/crm-us-es/2026-10 language',
    published: null,
    derived: 'es',
  })
})

const BARE = { slug: 'crm-de-de', category: 'CRM-Software', country: 'DE', language: 'de' }
const TEN = Array.from({ length: 10 }, (_, at) => `Welches CRM passt zu Team ${at}?`)
const engines = [scriptedEngine('OPENAI', () => said('**Ridgeloom** ist gut'))]

/** A scribe that writes these questions and reads nothing. */
const writing = (questions: readonly string[]) =>
  scriptedScribe(({ name }) => (name === 'questions' ? { questions } : { readings: [] }))

test('no English question is asked in another language: without a scribe the run is refused, and with one it writes them', async () => {
  const { db } = await freshStore()
  expect(await month(db, [BARE], { engines })).toEqual({
    refusal:
      'crm-de-de has no questions, and templates exist only in English; write its questions in German in the categories file, or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY for a scribe to write them.',
  })
  expect(await month(db, [BARE], { engines, simulated: true, scribes: [writing([])] })).toEqual({
    refusal:
      'crm-de-de has no questions, and simulated runs use templates, which exist only in English; write its questions in German in the categories file.',
  })
  const asked = engines[0]?.asked.length
  expect(await month(db, [BARE], { engines, scribes: [writing(TEN.slice(0, 9))] })).toEqual({
    refusal:
      'crm-de-de: the scribe did not write 10 questions in German; run it again, or write them in the categories file.',
  })
  expect(await findCategory(db, 'crm-de-de')).toBeUndefined()
  expect(engines[0]?.asked).toHaveLength(asked ?? 0)

  const scribe = writing(TEN)
  await ranMonth(db, [BARE], { engines, scribes: [scribe] })
  expect((await readRanking(db, 'crm-de-de'))?.prompts).toEqual(TEN)
  expect(scribe.asked[0]?.prompt).toContain('a buyer in Germany')
  // They are kept for later months, so that no scribe is needed.
  await ranMonth(db, [BARE], { engines, month: '2026-12' })

  const rewriting = (questions: readonly string[]) => {
    const never = new AbortController().signal
    const process = { db, clock: fixedClock(), random: () => 0.5, stop: never, cut: never }
    return rewriteQuestions(process, withLane(writing(questions)), 'crm-de-de')
  }
  expect(await rewriting(TEN.slice(1))).toEqual({
    refusal: 'The scribe wrote too few questions, so the old ones stay.',
  })
  const others = TEN.map((question) => question.replace('passt zu', 'braucht'))
  expect(await rewriting(others)).toMatchObject({ questions: others })
  expect(await findCategory(db, 'crm-de-de')).toMatchObject({ country: 'DE', language: 'de', questions: others })
})

test('a ranking stays in its market: the same slug from another one is refused', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [{ ...BARE, questions: TEN }], { engines })
  expect(await month(db, [{ slug: 'crm-de-de', category: 'CRM-Software', questions: TEN }], { engines })).toEqual({
    refusal:
      'The slug crm-de-de is a ranking for Germany, German in this store and for United States, English in the file, but a ranking has answers from only one market. Give the category a different slug.',
  })
})
