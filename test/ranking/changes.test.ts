import { expect, test } from 'vitest'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import type { Brand } from '../../pipeline/mentions/answer.ts'
import { changes, publishedAs } from '../../pipeline/ranking/changes.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { counterparts } from '../../pipeline/survey/counterparts.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames, readingsOf, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const questions = Array.from({ length: 10 }, (_, at) => `Which CRM is best for case ${at}?`)
const CRM = { slug: 'crm', category: 'CRM software', questions }
const DESK = { slug: 'desk', category: 'help desks', questions: questions.map((text) => text.replace('CRM', 'desk')) }
const LIST = '1. **Ridgeloom** - solid\n2. **Pacewell** - cheap'

const engine = (name: EngineName, text: (tag: string) => string = () => LIST, model = 'one'): Engine =>
  scriptedEngine(name, ({ tag }) => ({ ...said(text(tag)), model }))

/** Runs a month of CRM rankings, and gives the change of a brand in it. */
async function changesIn(db: Store, month: string, engines: readonly Engine[], specs = [CRM]) {
  await ranMonth(db, specs, { engines, month, clock: fixedClock(Date.parse(`${month}-05`)) })
  const ranking = await readRanking(db, 'crm', month)
  return (name: string) => ranking?.brands.find((brand) => brand.name === name)
}

const NOTHING = { from: null, to: null, points: null, interval: null, moved: null, comparedCells: 0 }

test('a real move is announced, a stable rate is not, and both say what they are over', async () => {
  const { db } = await freshStore()
  await changesIn(db, '2026-10', [engine('OPENAI'), engine('GROK')])
  const now = () => '1. **Ridgeloom** - solid\n2. **Quillmark** - new'
  const brand = await changesIn(db, '2026-11', [engine('OPENAI', now), engine('GROK', now)])
  expect(brand('Ridgeloom')?.change).toMatchObject({ from: 1, to: 1, points: 0, moved: false, comparedCells: 20 })
  expect(brand('Quillmark')?.change).toMatchObject({ from: 0, to: 1, points: 1, moved: true, leftOut: [] })
  expect(brand('Quillmark')?.change?.interval?.low).toBeGreaterThan(0.8)
  expect(await readRanking(db, 'crm')).toMatchObject({ movesDecidedOver: { rankings: 1, brands: 2 } })
})

test('a brand that fell to nothing stays in the list with 0 and its change, for one month', async () => {
  const { db } = await freshStore()
  await changesIn(db, '2026-10', [engine('OPENAI'), engine('GROK')])
  const alone = () => '1. **Ridgeloom** - the only one'
  const november = await changesIn(db, '2026-11', [engine('OPENAI', alone), engine('GROK', alone)])
  expect(november('Pacewell')).toMatchObject({ mentions: 0, averagePosition: null, rankRange: { from: 2, to: 2 } })
  expect(november('Pacewell')?.change).toMatchObject({ from: 1, to: 0, points: -1, moved: true })
  expect((await readRanking(db, 'crm'))?.top.map(({ name }) => name)).toEqual(['Ridgeloom'])
  const december = await changesIn(db, '2026-12', [engine('OPENAI', alone), engine('GROK', alone)])
  expect(december('Pacewell')).toBeUndefined()
})

test('engines that dropped out are left out of the rates too, and named', async () => {
  const { db } = await freshStore()
  const rare = (tag: string) => (/q0\//.test(tag) ? LIST : '1. **Pacewell** - cheap')
  const oftener = (tag: string) => (/q[0-2]\//.test(tag) ? LIST : '1. **Pacewell** - cheap')
  await changesIn(db, '2026-10', [engine('OPENAI'), engine('GROK', rare)])
  const brand = await changesIn(db, '2026-11', [engine('GROK', oftener), engine('GEMINI')])
  expect(brand('Ridgeloom')?.change).toMatchObject({
    ...{ from: 0.1, to: 0.3, points: 0.2, moved: true, comparedCells: 10 },
    leftOut: [
      { engine: 'OPENAI', reason: 'NOT_COUNTED_IN_BOTH' },
      { engine: 'GEMINI', reason: 'NOT_COUNTED_IN_BOTH' },
    ],
  })
})

test('one engine’s changed model leaves that engine out, not the brands', async () => {
  const { db } = await freshStore()
  await changesIn(db, '2026-10', [engine('OPENAI'), engine('GROK')])
  const other = await changesIn(db, '2026-11', [engine('OPENAI'), engine('GROK', undefined, 'two')])
  const leftOut = [{ engine: 'GROK', reason: 'MODEL_CHANGED' }]
  expect(other('Ridgeloom')?.change).toMatchObject({ from: 1, to: 1, moved: false, comparedCells: 10, leftOut })
  const all = await changesIn(db, '2026-12', [engine('OPENAI', undefined, 'two'), engine('GEMINI')])
  expect(all('Ridgeloom')?.change).toMatchObject({ ...NOTHING, reason: 'NOTHING_IN_COMMON' })
})

test('if every model changed nothing is left to compare, and the reason says so', async () => {
  const { db } = await freshStore()
  await changesIn(db, '2026-10', [engine('OPENAI')])
  const brand = await changesIn(db, '2026-11', [engine('OPENAI', undefined, 'two')])
  const leftOut = [{ engine: 'OPENAI', reason: 'MODEL_CHANGED' }]
  expect(brand('Ridgeloom')?.change).toEqual({ ...NOTHING, leftOut, reason: 'MODEL_CHANGED' })
})

test('brands that share a domain are matched by name, and a domain matches only its sole brand', () => {
  const brands = (...names: string[]) => names.map((name) => ({ name, domain: 'maker.com', spellings: [] }))
  const paired = (then: readonly string[], now: readonly string[]) =>
    counterparts(brands(...then), brands(...now)).map(({ before, after }) =>
      [before, after].map(([each]) => each?.name),
    )
  const three = ['Jira', 'Confluence', 'Trello']
  expect(paired(three, three)).toEqual(three.map((name) => [name, name]))
  expect(paired(['Jira'], ['Renamed'])).toEqual([['Jira', 'Renamed']])
  expect(paired(['Jira', 'Trello'], ['Renamed'])).toEqual([
    [undefined, 'Renamed'],
    ['Jira', undefined],
    ['Trello', undefined],
  ])
  expect(paired(['Jira'], ['Jira', 'Loom'])).toEqual([
    ['Jira', 'Jira'],
    [undefined, 'Loom'],
  ])
})

test('names that counted together the month before are not compared, and names that count together now are', async () => {
  const { db } = await freshStore()
  await changesIn(db, '2026-10', [engine('OPENAI')])
  const previous = await readRanking(db, 'crm', '2026-10')
  if (previous === undefined) throw new Error('no month')
  const brand = (name: string, domain: string | null, spellings = [name]) => ({ name, domain, spellings })
  const changesOf = (all: readonly Brand[], before: FrozenRanking, answers = before.answers) =>
    changes(all, answers, before.method, { questions, previous: before, publishedAs: publishedAs(all, before) }).map(
      (each) => each?.change,
    )
  const withDomain = previous.brands.map((each) =>
    each.name === 'Ridgeloom' ? { ...each, domain: 'ridgeloom-one.com' } : each,
  )
  const split = [brand('Ridgeloom', 'ridgeloom.com'), brand('Ridgeloom One', 'ridgeloom-one.com')]
  expect(changesOf([...split, brand('Pacewell', null)], { ...previous, brands: withDomain })).toMatchObject([
    { ...NOTHING, reason: 'RULES_CHANGED' },
    { ...NOTHING, reason: 'RULES_CHANGED' },
    { from: 1, to: 1, moved: false },
  ])
  // Without domains, the answers of the month before tell which of their names counted as Ridgeloom.
  const spelled = previous.answers.map((each) => ({
    ...each,
    text: 'Ridgeloom One',
    evidence: [{ brand: 'Ridgeloom', start: 0, end: 13, rule: 'read' }],
  }))
  const named = [brand('Ridgeloom', null), brand('Ridgeloom One', null)]
  expect(changesOf(named, { ...previous, answers: spelled })).toMatchObject([
    { ...NOTHING, reason: 'RULES_CHANGED' },
    { ...NOTHING, reason: 'RULES_CHANGED' },
  ])
  const apart = previous.answers.map((each) => ({ ...each, brands: [each.question < 4 ? 'Pacewell' : 'Ridgeloom'] }))
  const together = previous.answers.map((each) => ({ ...each, brands: ['Ridgeloom'] }))
  const merged = brand('Ridgeloom', null, ['Ridgeloom', 'Pacewell'])
  expect(changesOf([merged], { ...previous, answers: apart }, together)).toMatchObject([{ from: 1, to: 1, points: 0 }])
})

test('a month that its reader did not read to the end is not compared with one that it did', async () => {
  const { db } = await freshStore()
  const engines = [engine('OPENAI', (tag) => `${LIST}\n\nFor ${tag}`)]
  const names = ['Ridgeloom', 'Pacewell']
  const half = scriptedScribe(({ prompt }) => {
    if (prompt.includes('q9/r0')) throw new EngineError('BAD_REQUEST')
    return readingsOf(prompt, names)
  })
  const run = (month: string, scribe: typeof half) =>
    ranMonth(db, [CRM], { engines, month, scribes: [scribe], clock: fixedClock(Date.parse(`${month}-05`)) })
  await run('2026-10', readerOfNames(names))
  await run('2026-11', half)
  const halfRead = await readRanking(db, 'crm', '2026-11')
  expect(halfRead?.method.unread).toBeGreaterThan(0)
  expect(halfRead?.brands[0]?.change).toMatchObject({ ...NOTHING, reason: 'RULES_CHANGED' })
})

test('a month decides its moves over all its rankings at once, and over the newest of each when one comes later', async () => {
  const { db } = await freshStore()
  const specs = [CRM, DESK]
  const some = (tag: string) => (/q[0-5]\//.test(tag) ? LIST : '1. **Ridgeloom** - solid')
  const broken = scriptedEngine('GEMINI', () => {
    throw new EngineError('BAD_REQUEST')
  })
  await changesIn(db, '2026-10', [engine('OPENAI'), engine('GEMINI')], specs)
  await changesIn(db, '2026-11', [engine('OPENAI', some), broken], specs)
  const first = { desk: await readRanking(db, 'desk'), crm: await readRanking(db, 'crm') }
  expect(first.crm?.movesDecidedOver).toEqual(first.desk?.movesDecidedOver)
  expect(first.crm?.movesDecidedOver).toMatchObject({ rankings: 2, brands: 2 })
  expect(first.desk?.brands.find(({ name }) => name === 'Pacewell')?.change?.moved).toBe(true)

  // Only one category asks its failed calls again: its moves are decided anew over both, and the other stays as it was.
  await changesIn(db, '2026-11', [engine('OPENAI', some), engine('GEMINI')], [CRM])
  expect(await readRanking(db, 'crm')).toMatchObject({ version: 2, movesDecidedOver: { rankings: 2 } })
  expect(await readRanking(db, 'desk')).toEqual(first.desk)
  expect(await db.selectFrom('counted_rankings').selectAll().execute()).toEqual([])
  const rows = await db.selectFrom('rankings').select(['slug', 'version', 'publication']).where('month', '=', '2026-11')
  expect(await rows.orderBy('slug').orderBy('version').execute()).toEqual([
    { slug: 'crm', version: 1, publication: 1 },
    { slug: 'crm', version: 2, publication: 2 },
    { slug: 'desk', version: 1, publication: 1 },
  ])
})
