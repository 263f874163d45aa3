import { expect, test } from 'vitest'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { differencesIn, MONTH, retouch, retouchReport, simulatedStore, whats } from './simulated.ts'

const CELL = '2026-11/crm/OPENAI/r0/q1'
const NOVEMBER = { slugs: ['crm'], month: '2026-11' }
const REPORT = { slugs: ['rep'] }

type Named = readonly (string | RegExp)[]

function expectNamed(found: readonly string[], named: Named): void {
  for (const what of named)
    expect(found).toContainEqual(typeof what === 'string' ? expect.stringContaining(what) : expect.stringMatching(what))
}

/** A change of a published ranking, and what it is named by. */
const IN_RANKING: readonly (readonly [(body: FrozenRanking) => unknown, ...Named])[] = [
  [
    ({ brands: [first] }) => first && Object.assign(first, { mentions: first.mentions + 1 }),
    /^rankings\/crm\/2026-11 brands\/.+ mentions$/,
  ],
  [({ brands: [first] }) => first && Object.assign(first.interval, { low: 0.001 }), /brands\/.+ interval low$/],
  [
    ({ brands: [first] }) => first?.change && Object.assign(first.change, { moved: true, from: 0 }),
    /brands\/.+ change from$/,
    /brands\/.+ change moved$/,
  ],
  [({ brands }) => Object.assign(brands.at(-1)?.rankRange ?? {}, { from: 99 }), /brands\/.+ rankRange from$/],
  [
    ({ movesDecidedOver }) => Object.assign(movesDecidedOver ?? {}, { rankings: 99 }),
    `${MONTH} movesDecidedOver rankings`,
  ],
  [({ brands }) => brands.splice(1, 1), /^rankings\/crm\/2026-11 brands\/[^ ]+$/],
  [
    ({ ledger: [first] }) => first && Object.assign(first, { counted: 5, failed: 1 }),
    `${MONTH} ledger/OPENAI counted`,
    `${MONTH} ledger/OPENAI failed`,
  ],
  [({ prompts }) => prompts.splice(0, 1, 'Which CRM is Acme?'), `${MONTH} prompts/0`],
  [({ asked }) => asked && Object.assign(asked, { from: '2026-11-01T00:00:00.000Z' }), `${MONTH} asked from`],
  [
    ({ answers: [first] }) =>
      Object.assign(first?.evidence[0] ?? {}, { start: 0, stance: 'recommended', quote: { start: 1, end: 2 } }),
    /answers\/q0 OPENAI r0 evidence\/.+ start$/,
    /answers\/q0 OPENAI r0 evidence\/.+ stance$/,
    /answers\/q0 OPENAI r0 evidence\/.+ quote start$/,
    /answers\/q0 OPENAI r0 evidence\/.+ quote end$/,
  ],
  [
    ({ brands: [first] }) => first?.said && Object.assign(first.said, { advisedAgainst: 99 }),
    /brands\/.+ said advisedAgainst$/,
  ],
  [
    ({ brands: [first] }) => Object.assign(first?.said?.quotes[0] ?? {}, { text: 'It is bad.' }),
    /brands\/.+ said quotes\/q\d+ .+ text$/,
  ],
  [
    ({ answers: [first] }) => first && Object.assign(first, { model: 'other', searches: ['made up'] }),
    `${MONTH} answers/q0 OPENAI r0 model`,
    `${MONTH} answers/q0 OPENAI r0 searches/0`,
  ],
  [({ method }) => Object.assign(method, { namesBy: 'rules' }), `${MONTH} method namesBy`],
  [(body) => Object.assign(body, { checkedAt: '2026-11-07T00:00:00.000Z' }), `${MONTH} checkedAt`],
  [
    ({ searches: [first] = [] }) => first && Object.assign(first, { answers: first.answers + 1 }),
    /^rankings\/crm\/2026-11 searches\/.+ answers$/,
  ],
]

test('each text, figure and time that was changed in a published ranking is named, and nothing else is', async () => {
  const db = await simulatedStore()
  await retouch(db, (body) => {
    for (const [change] of IN_RANKING) change(body)
  })
  const found = await whats(db, NOVEMBER)
  const named = IN_RANKING.flatMap(([, ...whats]) => whats)
  expectNamed(found, named)
  const others = found.filter(
    (what) => !named.some((each) => (typeof each === 'string' ? what.includes(each) : each.test(what))),
  )
  expect(others).toEqual([])
})

const IN_REPORT: readonly (readonly [(body: FrozenReport) => unknown, ...Named])[] = [
  [
    ({ said }) => Object.assign(said?.quotes[0] ?? {}, { text: 'It is bad.' }),
    /^reports\/rep said quotes\/q\d+ .+ text$/,
  ],
  [({ questions: [first] }) => first?.searches?.splice(0, 1), /^reports\/rep questions\/q0 searches\//],
  [(body) => Object.assign(body, { overallScore: 99.9 }), 'reports/rep overallScore', 'reports/rep score in the list'],
  [
    ({ actionPlan: [first] }) => first && Object.assign(first, { why: 'Because.' }),
    /^reports\/rep actionPlan\/.+ why$/,
  ],
  [
    ({ competitors: [first] }) => first && Object.assign(first, { share: 0.01 }),
    /^reports\/rep competitors\/.+ share$/,
  ],
  [
    ({ sources: [first] }) => first && Object.assign(first, { own: true, kind: 'own' }),
    /^reports\/rep sources\/.+ own$/,
    /^reports\/rep sources\/.+ kind$/,
  ],
  [
    ({ questions: [first] }) => Object.assign(first?.answers[0] ?? {}, { productNamed: true, position: 7 }),
    /^reports\/rep questions\/q0 answers\/.+ position$/,
  ],
]

test('each text and figure that was changed in a report is named', async () => {
  const db = await simulatedStore()
  await retouchReport(db, (body) => {
    for (const [change] of IN_REPORT) change(body)
  })
  const found = await whats(db, REPORT)
  expectNamed(
    found,
    IN_REPORT.flatMap(([, ...named]) => named),
  )
})

test('a report without the product that it was asked for is named', async () => {
  const db = await simulatedStore()
  await db.updateTable('reports').set({ brand: 'Other' }).execute()
  expectNamed(await whats(db, REPORT), ['reports/rep brand'])
})

test('what is stored beside a published ranking is compared too', async () => {
  const db = await simulatedStore()
  const november = db.selectFrom('rankings').select('entry').where('month', '=', '2026-11')
  const { entry } = await november.executeTakeFirstOrThrow()
  const changed = JSON.stringify({ ...JSON.parse(entry), answers: 1 })
  await db
    .updateTable('rankings')
    .set({ p_values: '[0.00001]', entry: changed, answers_in: 1 })
    .where('month', '=', '2026-11')
    .execute()
  expectNamed(await whats(db, NOVEMBER), [
    `${MONTH} tested/`,
    `${MONTH} movesDecidedOver threshold`,
    `${MONTH} list entry answers`,
    `${MONTH} answers in`,
  ])
})

const answer = (db: Store) => db.updateTable('answers').where('cell_id', '=', CELL)
const cell = (db: Store) => db.updateTable('cells').where('id', '=', CELL)
const reply = (db: Store) => db.updateTable('replies').where('cell_id', '=', CELL)

test.each<[string, (db: Store) => Promise<unknown>, ...Named]>([
  [
    'a question of the survey',
    (db) =>
      db
        .updateTable('survey_questions')
        .set({ text: 'Which CRM is Acme?' })
        .where('survey_id', '=', '2026-11/crm')
        .where('question', '=', 0)
        .execute(),
    `${MONTH} prompts/0`,
  ],
  [
    'a stored answer',
    (db) => {
      const texts = { model: 'other', citations: '{"none"', searches: '["made up"]' }
      return answer(db)
        .set({ ...texts, grounded: 0 })
        .execute()
    },
    `${MONTH} stored/q1 OPENAI r0 grounded`,
    `${MONTH} stored/q1 OPENAI r0 model`,
    `${MONTH} stored/q1 OPENAI r0 citations/`,
    `${MONTH} stored/q1 OPENAI r0 searches/0`,
  ],
  [
    'searches that are stored as not known',
    (db) => answer(db).set({ searches: null }).execute(),
    `${MONTH} answers/q1 OPENAI r0 searches`,
  ],
  [
    'a stored reply',
    (db) => {
      const body = { simulated: true, text: 'Nobody at all.', citations: [], grounded: true }
      return reply(db)
        .set({ body: JSON.stringify(body) })
        .execute()
    },
    `${MONTH} stored/q1 OPENAI r0 text`,
    `${MONTH} answers/q1 OPENAI r0 text`,
    `${MONTH} answers/q1 OPENAI r0 brands`,
  ],
  [
    'a stored reply that is no longer JSON',
    (db) => reply(db).set({ body: '{' }).execute(),
    `${MONTH} stored/q1 OPENAI r0 kind`,
    `${MONTH} ledger/OPENAI counted`,
    `${MONTH} ledger/OPENAI failed`,
  ],
  [
    'a missing reply, even if its answer is stored',
    (db) => db.deleteFrom('replies').where('cell_id', '=', CELL).execute(),
    `${MONTH} stored/q1 OPENAI r0`,
  ],
  [
    'an answer that was replaced by another',
    async (db) => {
      const first = await db.selectFrom('replies').selectAll().where('cell_id', '=', CELL).executeTakeFirstOrThrow()
      await cell(db).set({ attempt: 2 }).execute()
      await db
        .insertInto('replies')
        .values({ ...first, attempt: 2 })
        .execute()
    },
    `${MONTH} stored/q1 OPENAI r0 reply 1`,
  ],
  [
    'an answer that was marked as failed',
    (db) => cell(db).set({ state: 'failed', reason: 'NETWORK' }).execute(),
    `${MONTH} stored/q1 OPENAI r0 kind`,
  ],
  [
    'an answer that is newer than the version that shows it',
    (db) =>
      cell(db)
        .set({ finished_at: Date.parse('2026-12-01') })
        .execute(),
    `${MONTH} answers/q1 OPENAI r0`,
    `${MONTH} answersCounted`,
  ],
  ['a published text in another format', (db) => retouch(db, (body) => Object.assign(body, { brands: 3 })), MONTH],
])('%s is named', async (_, tamper, ...named) => {
  const db = await simulatedStore()
  await tamper(db)
  expectNamed(await whats(db, NOVEMBER), named)
})

test('a difference has both values', async () => {
  const db = await simulatedStore()
  await retouch(db, (body) => Object.assign(body, { answersCounted: 3 }))
  expect(await differencesIn(db)).toEqual([
    { what: `${MONTH} answersCounted`, published: 3, derived: expect.any(Number) },
  ])
})
