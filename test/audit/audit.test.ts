import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import type { Difference } from '../../pipeline/audit/compare.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { isCounted, readName } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { recountMonth } from '../../pipeline/ranking/recount.ts'
import { recountReport } from '../../pipeline/report/recount.ts'
import { runReport } from '../../pipeline/report/run.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { createScribe } from '../../pipeline/scribe/scribe.ts'
import { createSimulatedScribe } from '../../pipeline/scribe/simulated.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { rankRanges } from '../../pipeline/statistics/ranks.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import type { FixedClock } from '../support/clock.ts'
import { fixedClock } from '../support/clock.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { ranMonth } from '../support/month.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshFolder, freshStore } from '../support/store/store.ts'
import type { Fault } from '../support/vendors/vendor-server.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const CRM = {
  slug: 'crm',
  category: 'CRM software',
  questions: ['Which CRM is best?', 'Which CRM is cheap?', 'Which CRM suits a small team?'],
}
const SIMULATED = (['OPENAI', 'ANTHROPIC', 'GEMINI', 'AI_OVERVIEW'] as const).map(createSimulated)
const SCRIBES = [
  createSimulatedScribe('OPENAI', 'simulated-reader-1'),
  createSimulatedScribe('GEMINI', 'simulated-reader-2'),
]
const at = (day: string) => fixedClock(Date.parse(day))

let made: string
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'svc-audit-'))
  const db = await openStore(join(made, 'svc.db'), 0)
  for (const month of ['2026-10', '2026-11'])
    await ranMonth(db, [CRM], {
      engines: SIMULATED,
      scribes: SCRIBES,
      simulated: true,
      month,
      clock: at(`${month}-05`),
    })
  await queueReport(db, { simulated: true, slug: 'rep' })
  await runReport(
    jobScope(db, { engines: SIMULATED, scribes: SCRIBES, simulated: true, clock: at('2026-11-06') }),
    'rep',
  )
  await db.destroy()
})
afterAll(() => rmSync(made, { recursive: true }))

/** Two simulated months and a simulated report, in a store of the test's own. */
async function simulatedStore(): Promise<Store> {
  const database = join(freshFolder(), 'svc.db')
  copyFileSync(join(made, 'svc.db'), database)
  const db = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  return db
}

/** The differences that the audit of everything finds. */
async function differencesIn(db: Store): Promise<Difference[]> {
  const { audited } = await auditStore(db, { slugs: [] })
  expect(audited.length).toBeGreaterThan(0)
  return audited.flatMap(({ differences }) => differences)
}

const whats = async (db: Store) => (await differencesIn(db)).map(({ what }) => what)

/** Changes the newest frozen ranking, or the report. */
async function retouch(db: Store, change: (body: FrozenRanking) => unknown): Promise<void> {
  const row = await db.selectFrom('rankings').select('body').where('month', '=', '2026-11').executeTakeFirstOrThrow()
  const body: FrozenRanking = JSON.parse(row.body)
  change(body)
  await db
    .updateTable('rankings')
    .set({ body: JSON.stringify(body) })
    .where('month', '=', '2026-11')
    .execute()
}
async function retouchReport(db: Store, change: (body: FrozenReport) => unknown): Promise<void> {
  const { body: text } = await db.selectFrom('reports').select('body').executeTakeFirstOrThrow()
  const body: FrozenReport = JSON.parse(text ?? '')
  change(body)
  await db
    .updateTable('reports')
    .set({ body: JSON.stringify(body) })
    .execute()
}

test('untouched texts are derived again to the last digit', async () => {
  const db = await simulatedStore()
  const { audited } = await auditStore(db, { slugs: [] })
  expect(audited.map(({ what, version, simulated, replies }) => ({ what, version, simulated, replies }))).toEqual([
    { what: 'rankings/crm/2026-10', version: 1, simulated: true, replies: 30 },
    { what: 'rankings/crm/2026-11', version: 1, simulated: true, replies: 30 },
    { what: 'reports/rep', version: null, simulated: true, replies: 30 },
  ])
  for (const { checked, differences, notes } of audited) {
    expect(checked).toBeGreaterThan(500)
    expect({ differences, notes }).toEqual({ differences: [], notes: [] })
  }
})

test('a pooled rate that an earlier release didn’t publish is not a difference, and a published one is compared', async () => {
  const db = await simulatedStore()
  await retouchReport(db, (body) => {
    if (body.pooled !== undefined) body.pooled.mentions += 1
  })
  expect(await whats(db)).toEqual(['reports/rep pooled mentions'])
  await retouchReport(db, (body) => {
    delete body.pooled
  })
  expect(await whats(db)).toEqual([])
})

test('questions that ask for the same thing count as one in published intervals and in the audit', async () => {
  const { db } = await freshStore()
  const twice = { ...CRM, questions: [...CRM.questions, 'What is the best CRM?'] }
  const warned: string[] = []
  const warn = (sentence: string) => warned.push(sentence)
  await ranMonth(db, [twice], { engines: SIMULATED, simulated: true, clock: at('2026-11-05'), warn })
  expect(warned).toEqual(['crm: Questions 1 and 4 ask for the same thing and count as one in the intervals.'])
  const found = async () => {
    const [ranking] = (await auditStore(db, { slugs: [] })).audited
    return { differences: ranking?.differences, notes: ranking?.notes }
  }
  expect(await found()).toEqual({ differences: [], notes: [] })

  // As an earlier release published it, with four questions for four.
  let narrower = 0
  await retouch(db, ({ brands, answers, method }) => {
    expect(method.sameIntent).toEqual([[0, 3]])
    delete method.sameIntent
    const cells = brands.map(({ name }) =>
      answers.filter(isCounted).map(({ brands: named, ...cell }) => ({ ...cell, named: named.includes(name) })),
    )
    const ranks = rankRanges(cells)
    for (const [index, brand] of brands.entries()) {
      const { interval } = rateIntervals(cells[index] ?? [])
      if (interval.high - interval.low < brand.interval.high - brand.interval.low) narrower += 1
      Object.assign(brand, { interval, rankRange: ranks[index], tie: ranks[index]?.from })
    }
  })
  expect(narrower).toBeGreaterThan(0)
  const note = expect.stringContaining('the published groups were used')
  expect(await found()).toEqual({ differences: [], notes: [note] })

  await retouch(db, ({ method }) => {
    method.sameIntent = [[0, 1]]
  })
  expect((await whats(db)).some((what) => /interval (low|high)$/.test(what))).toBe(true)
})

test('a report whose questions ask for the same thing twice is derived again', async () => {
  const { db } = await freshStore()
  const seedPrompts = ['Which CRM is best for small teams?', 'What is the best CRM for a small team?']
  const slug = await queueReport(db, { simulated: true, seedPrompts })
  await runReport(jobScope(db, { engines: SIMULATED, simulated: true, clock: at('2026-11-06') }), slug)
  const { audited } = await auditStore(db, { slugs: [slug] })
  expect(audited.map(({ differences, notes }) => ({ differences, notes }))).toEqual([{ differences: [], notes: [] }])
  await retouchReport(db, (body) => {
    expect(body.method?.sameIntent).toEqual([[0, 1]])
    delete body.method?.sameIntent
  })
  expect(await whats(db)).toContain(`reports/${slug} overallScoreInterval low`)
})

test('moves that a month decided together are derived again, also after a later version of one ranking', async () => {
  const { db } = await freshStore()
  const specs = [CRM, { ...CRM, slug: 'desk' }]
  const failing = { ...createSimulated('GROK'), ask: () => Promise.reject(new EngineError('BAD_REQUEST')) }
  const run = (month: string, grok: Engine, which = specs) =>
    ranMonth(db, which, { engines: [...SIMULATED, grok], simulated: true, month, clock: at(`${month}-05`) })
  await run('2026-10', createSimulated('GROK'))
  await run('2026-11', failing)
  await run('2026-11', createSimulated('GROK'), specs.slice(0, 1))
  const { audited } = await auditStore(db, { slugs: [], month: '2026-11' })
  expect(audited.map(({ what, version, differences }) => ({ what, version, differences }))).toEqual([
    { what: 'rankings/crm/2026-11', version: 2, differences: [] },
    { what: 'rankings/desk/2026-11', version: 1, differences: [] },
  ])
  // What was published later bears on nothing that was before.
  await db.updateTable('rankings').set({ p_values: '[0.00001]' }).where('version', '=', 2).execute()
  const [desk] = (await auditStore(db, { slugs: ['desk'], month: '2026-11' })).audited
  expect(desk?.differences).toEqual([])
})

test('what a process with a fast clock stored last is still in the month and in the report', async () => {
  const { db } = await freshStore()
  // Cells end by one clock, are read by one that is ahead, and counted by one that is behind.
  const settingIts = (clock: FixedClock) =>
    SCRIBES.map((scribe, at): Scribe => {
      let isSet = false
      return {
        ...scribe,
        send: (call, signal) => {
          if (call.name === 'readings' && !isSet) clock.set(at === 0 ? 3_600_000 : -7_200_000)
          if (call.name === 'readings') isSet = true
          return scribe.send(call, signal)
        },
      }
    })
  const [november, later] = [at('2026-11-05'), at('2026-11-06')]
  const all = { engines: SIMULATED, simulated: true }
  await ranMonth(db, [CRM], { ...all, scribes: settingIts(november), clock: november })
  const slug = await queueReport(db, { simulated: true })
  await runReport(jobScope(db, { ...all, scribes: settingIts(later), clock: later }), slug)
  expect([november.now(), later.now()].map((now) => new Date(now).getUTCHours())).toEqual([23, 23])
  const { audited } = await auditStore(db, { slugs: [] })
  expect(audited.map(({ what, differences }) => ({ what, differences }))).toEqual([
    { what: 'rankings/crm/2026-11', differences: [] },
    { what: `reports/${slug}`, differences: [] },
  ])
})

test('slugs and a month choose what is audited', async () => {
  const db = await simulatedStore()
  const chosen = async (slugs: string[], month?: string) => {
    const { audited, unknown } = await auditStore(db, { slugs, month })
    return [...audited.map(({ what }) => what), ...unknown.map((slug) => `unknown ${slug}`)]
  }
  expect(await chosen(['crm'])).toEqual(['rankings/crm/2026-10', 'rankings/crm/2026-11'])
  expect(await chosen(['rep'])).toEqual(['reports/rep'])
  expect(await chosen([], '2026-10')).toEqual(['rankings/crm/2026-10'])
  expect(await chosen(['rep', 'crm'], '2026-10')).toEqual(['rankings/crm/2026-10', 'reports/rep'])
  expect(await chosen(['pens', 'crm'], '2026-09')).toEqual(['unknown pens', 'unknown crm'])
})

const CELL = '2026-11/crm/OPENAI/r0/q1'
const HEAD = 'rankings/crm/2026-11'
const setBody = (text: string) => JSON.stringify({ simulated: true, text, citations: [], grounded: true })

describe('what was tampered with is named', () => {
  const TAMPERED: readonly (readonly [string, (db: Store) => Promise<unknown>, readonly (string | RegExp)[]])[] = [
    [
      'a published count',
      (db) => retouch(db, ({ brands: [first] }) => first && Object.assign(first, { mentions: first.mentions + 1 })),
      [/^rankings\/crm\/2026-11 brands\/.+ mentions$/],
    ],
    [
      'a published interval',
      (db) => retouch(db, ({ brands: [first] }) => first && Object.assign(first.interval, { low: 0.001 })),
      [/brands\/.+ interval low$/],
    ],
    [
      'a published change',
      (db) =>
        retouch(db, ({ brands: [first] }) => first?.change && Object.assign(first.change, { moved: true, from: 0 })),
      [/brands\/.+ change from$/, /brands\/.+ change moved$/],
    ],
    [
      'a published rank',
      (db) => retouch(db, ({ brands }) => Object.assign(brands.at(-1)?.rankRange ?? {}, { from: 99 })),
      [/brands\/.+ rankRange from$/],
    ],
    [
      'what moves were announced among',
      (db) => retouch(db, ({ movesDecidedOver }) => Object.assign(movesDecidedOver ?? {}, { rankings: 99 })),
      [`${HEAD} movesDecidedOver rankings`],
    ],
    [
      'the p-values that moves were announced by',
      (db) => db.updateTable('rankings').set({ p_values: '[0.00001]' }).where('month', '=', '2026-11').execute(),
      [`${HEAD} tested/`, `${HEAD} movesDecidedOver threshold`],
    ],
    [
      'a brand that is left out',
      (db) => retouch(db, (body) => body.brands.splice(1, 1)),
      [/^rankings\/crm\/2026-11 brands\/[^ ]+/],
    ],
    [
      'a published ledger',
      (db) => retouch(db, ({ ledger: [first] }) => first && Object.assign(first, { counted: 5, failed: 1 })),
      [`${HEAD} ledger/OPENAI counted`, `${HEAD} ledger/OPENAI failed`],
    ],
    [
      'a published question',
      (db) => retouch(db, (body) => body.prompts.splice(0, 1, 'Which CRM is Acme?')),
      [`${HEAD} prompts/0`],
    ],
    [
      'when its questions were asked',
      (db) => retouch(db, ({ asked }) => asked && Object.assign(asked, { from: '2026-11-01T00:00:00.000Z' })),
      [`${HEAD} asked from`],
    ],
    [
      'the place of a name',
      (db) =>
        retouch(db, ({ answers: [first] }) => first?.evidence[0] && Object.assign(first.evidence[0], { start: 0 })),
      [/answers\/q0 OPENAI r0 evidence\/.+ start$/],
    ],
    [
      'a published stance',
      (db) =>
        retouch(db, ({ answers: [first] }) =>
          Object.assign(first?.evidence[0] ?? {}, { stance: 'recommended', quote: { start: 1, end: 2 } }),
        ),
      [/answers\/q0 OPENAI r0 evidence\/.+ stance$/, /quote start$/, /quote end$/],
    ],
    [
      'what is said of a brand',
      (db) => retouch(db, ({ brands: [first] }) => first?.said && Object.assign(first.said, { advisedAgainst: 99 })),
      [/brands\/.+ said advisedAgainst$/],
    ],
    [
      'a published quote',
      (db) => retouch(db, ({ brands: [first] }) => Object.assign(first?.said?.quotes[0] ?? {}, { text: 'It is bad.' })),
      [/brands\/.+ said quotes\/q\d+ .+ text$/],
    ],
    [
      'what is said of the product of a report',
      (db) => retouchReport(db, ({ said }) => Object.assign(said?.quotes[0] ?? {}, { text: 'It is bad.' })),
      [/^reports\/rep said quotes\/q\d+ .+ text$/],
    ],
    [
      'the model of an answer',
      (db) => retouch(db, ({ answers: [first] }) => first && Object.assign(first, { model: 'other' })),
      [`${HEAD} answers/q0 OPENAI r0 model`],
    ],
    [
      'who proposed the names',
      (db) => retouch(db, ({ method }) => Object.assign(method, { namesBy: 'rules' })),
      [`${HEAD} method namesBy`],
    ],
    [
      'an entry of the public list',
      async (db) => {
        const { entry } = await db
          .selectFrom('rankings')
          .select('entry')
          .where('month', '=', '2026-11')
          .executeTakeFirstOrThrow()
        const changed = JSON.stringify({ ...JSON.parse(entry), answers: 1 })
        await db.updateTable('rankings').set({ entry: changed }).where('month', '=', '2026-11').execute()
      },
      [`${HEAD} list entry answers`],
    ],
    [
      'the count of answers that decides on a further version',
      (db) => db.updateTable('rankings').set({ answers_in: 1 }).where('month', '=', '2026-11').execute(),
      [`${HEAD} answers in`],
    ],
    [
      'the time of a version',
      (db) => retouch(db, (body) => Object.assign(body, { checkedAt: '2026-11-07T00:00:00.000Z' })),
      [`${HEAD} checkedAt`],
    ],
    [
      'a question of the survey',
      (db) =>
        db
          .updateTable('survey_questions')
          .set({ text: 'Which CRM is Acme?' })
          .where('survey_id', '=', '2026-11/crm')
          .where('question', '=', 0)
          .execute(),
      [`${HEAD} prompts/0`],
    ],
    [
      'a stored answer, which nothing published is derived from',
      (db) => db.updateTable('answers').set({ model: 'other', grounded: 0 }).where('cell_id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0 grounded`, `${HEAD} stored/q1 OPENAI r0 model`],
    ],
    [
      'the citations of a stored answer',
      (db) => db.updateTable('answers').set({ citations: '{"none"' }).where('cell_id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0 citations/`],
    ],
    [
      'the searches of a stored answer',
      (db) => db.updateTable('answers').set({ searches: '["made up"]' }).where('cell_id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0 searches/0`],
    ],
    [
      'searches that are stored as not known',
      (db) => db.updateTable('answers').set({ searches: null }).where('cell_id', '=', CELL).execute(),
      [`${HEAD} answers/q1 OPENAI r0 searches`],
    ],
    [
      'the searches of a published answer',
      (db) => retouch(db, ({ answers: [first] }) => first && Object.assign(first, { searches: ['made up'] })),
      [`${HEAD} answers/q0 OPENAI r0 searches/0`],
    ],
    [
      'how many answers looked for something',
      (db) =>
        retouch(db, ({ searches: [first] = [] }) => first && Object.assign(first, { answers: first.answers + 1 })),
      [/^rankings\/crm\/2026-11 searches\/.+ answers$/],
    ],
    [
      'what was looked for in a report',
      (db) => retouchReport(db, ({ questions: [first] }) => first?.searches?.splice(0, 1)),
      [/^reports\/rep questions\/q0 searches\//],
    ],
    [
      'a stored reply',
      (db) =>
        db
          .updateTable('replies')
          .set({ body: setBody('Nobody at all.') })
          .where('cell_id', '=', CELL)
          .execute(),
      [`${HEAD} stored/q1 OPENAI r0 text`, `${HEAD} answers/q1 OPENAI r0 text`, `${HEAD} answers/q1 OPENAI r0 brands`],
    ],
    [
      'a stored reply that is no JSON any more',
      (db) => db.updateTable('replies').set({ body: '{' }).where('cell_id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0 kind`, `${HEAD} ledger/OPENAI counted`, `${HEAD} ledger/OPENAI failed`],
    ],
    [
      'a reply that is gone, and nothing else: its stored answer is what is left',
      (db) => db.deleteFrom('replies').where('cell_id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0`],
    ],
    [
      'an answer that was set aside for another',
      async (db) => {
        await db.updateTable('cells').set({ attempt: 2 }).where('id', '=', CELL).execute()
        const values = { cell_id: CELL, attempt: 2, turn: 0, cost_usd: 0, received_at: 0 }
        const reply = await db
          .selectFrom('replies')
          .select('body')
          .where('cell_id', '=', CELL)
          .executeTakeFirstOrThrow()
        await db
          .insertInto('replies')
          .values({ ...values, body: reply.body })
          .execute()
      },
      [`${HEAD} stored/q1 OPENAI r0 reply 1`],
    ],
    [
      'a state that was changed to failed',
      (db) => db.updateTable('cells').set({ state: 'failed', reason: 'NETWORK' }).where('id', '=', CELL).execute(),
      [`${HEAD} stored/q1 OPENAI r0 kind`],
    ],
    [
      'an answer that came after the version that shows it',
      (db) =>
        db
          .updateTable('cells')
          .set({ finished_at: Date.parse('2026-12-01') })
          .where('id', '=', CELL)
          .execute(),
      [`${HEAD} answers/q1 OPENAI r0`, `${HEAD} answersCounted`],
    ],
    ['a text of another form', (db) => retouch(db, (body) => Object.assign(body, { brands: 3 })), [HEAD]],
    [
      'the score of a report',
      (db) => retouchReport(db, (body) => Object.assign(body, { overallScore: 99.9 })),
      ['reports/rep overallScore', 'reports/rep score in the list'],
    ],
    [
      'an action of a report',
      (db) => retouchReport(db, ({ actionPlan: [first] }) => first && Object.assign(first, { effort: 'none' })),
      ['reports/rep'],
    ],
    [
      'the share of a rival',
      (db) => retouchReport(db, ({ competitors: [first] }) => first && Object.assign(first, { share: 0.01 })),
      [/^reports\/rep competitors\/.+ share$/],
    ],
    [
      'a source of a report',
      (db) => retouchReport(db, ({ sources: [first] }) => first && Object.assign(first, { own: true, kind: 'own' })),
      [/^reports\/rep sources\/.+ own$/, /^reports\/rep sources\/.+ kind$/],
    ],
    [
      'an answer of a report',
      (db) =>
        retouchReport(
          db,
          ({ questions: [first] }) =>
            first?.answers[0] && Object.assign(first.answers[0], { productNamed: true, position: 7 }),
        ),
      [/^reports\/rep questions\/q0 answers\/.+ position$/],
    ],
    [
      'the product of a report',
      (db) => db.updateTable('reports').set({ brand: 'Other' }).execute(),
      ['reports/rep brand'],
    ],
  ]

  test.each(TAMPERED)('%s', async (_name, tamper, expected) => {
    const db = await simulatedStore()
    await tamper(db)
    const found = await whats(db)
    for (const what of expected)
      expect(found).toContainEqual(
        typeof what === 'string' ? expect.stringContaining(what) : expect.stringMatching(what),
      )
  })

  test('with both values', async () => {
    const db = await simulatedStore()
    await retouch(db, (body) => Object.assign(body, { answersCounted: 3 }))
    const differences = await differencesIn(db)
    expect(differences).toEqual([{ what: `${HEAD} answersCounted`, published: 3, derived: expect.any(Number) }])
  })
})

test('a published text without a survey is a difference, and so is a list entry', async () => {
  const { db } = await freshStore()
  await publish(db, frozenRanking())
  expect(await differencesIn(db)).toEqual([
    { what: 'rankings/crm-software/2026-10', published: 'a published text', derived: 'no survey is stored' },
  ])
})

describe('with the vendors’ own replies', () => {
  /** The six engines over a loopback of their vendors; `faults` are the next replies of an engine. */
  async function vendors(
    faults: Partial<Record<EngineName, Fault[]>> = {},
    answer?: (question: string, engine: EngineName, n: number) => string,
  ) {
    const server = await startVendorServer(answer && { answer })
    for (const [engine, script] of Object.entries(faults)) server.script(engine as EngineName, ...script)
    const engines = await Promise.all(
      (['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'] as const).map((name) =>
        createEngine(name, server.access(name)),
      ),
    )
    return { server, engines }
  }

  test('refusals, pauses, empty and failed replies are derived as they were counted', async () => {
    const { db } = await freshStore()
    const { server, engines } = await vendors({
      OPENAI: ['empty', 'empty', 'refusal', 'bad-request'],
      ANTHROPIC: ['anthropic:pause-turn', 'ok', 'anthropic:search-error', 'overloaded'],
      PERPLEXITY: ['perplexity:no-markers', 'server-error', 'server-error', 'server-error'],
      GEMINI: ['gemini:blocked-prompt', 'gemini:non-ascii'],
      GROK: ['grok:no-title', 'rate-limited', 'incomplete-no-text'],
      AI_OVERVIEW: ['ai-overview:none', 'ai-overview:not-loaded', 'ai-overview:no-markdown'],
    })
    await ranMonth(db, [CRM], { engines, width: 1 })
    await queueReport(db, { engines: engines.map(({ name }) => name) })
    await runReport(jobScope(db, { engines, width: 1 }), 'r1')
    await server.close()
    const { audited } = await auditStore(db, { slugs: [] })
    expect(audited.map(({ what, differences }) => ({ what, differences }))).toEqual([
      { what: HEAD, differences: [] },
      { what: 'reports/r1', differences: [] },
    ])
    const states = await db.selectFrom('cells').select('state').distinct().execute()
    expect(states.map(({ state }) => state).sort()).toEqual(['answered', 'failed', 'noAnswer'])
  })

  test('what a later run has asked but not published is not a difference', async () => {
    const { db } = await freshStore()
    const { server, engines } = await vendors({ OPENAI: ['bad-request', 'bad-request', 'bad-request'] })
    const selected = engines.map(({ name }) => name)
    const first = engines.filter(({ name }) => name === 'OPENAI' || name === 'GROK')
    await ranMonth(db, [CRM], { engines: first, selected, clock: at('2026-11-05'), width: 1 })
    server.script('OPENAI', 'ok', 'bad-request')
    const { stopped } = await ranMonth(db, [CRM], {
      engines,
      runs: 3,
      clock: at('2026-11-09'),
      budgetUsd: 0.3,
      width: 1,
    })
    await server.close()
    expect(stopped).toBe('budget')
    const late = await db.selectFrom('cells').select('id').where('finished_at', '>', Date.parse('2026-11-08')).execute()
    expect(late.length).toBeGreaterThan(3)
    expect(await differencesIn(db)).toEqual([])
    await retouch(db, ({ ledger }) => ledger[3] && Object.assign(ledger[3], { planned: 90, skipped: 90 }))
    expect(await whats(db)).toEqual([`${HEAD} ledger/GEMINI planned`, `${HEAD} ledger/GEMINI skipped`])
  })

  describe('what was read', () => {
    const texts = ['OPENAI', 'ANTHROPIC'] as const
    async function readMonth(day: string, scribe: 'scribe' | 'none', db: Store) {
      const { server, engines } = await vendors()
      const access = server.access('OPENAI')
      await ranMonth(db, [CRM], {
        engines: engines.filter(({ name }) => texts.some((each) => each === name)),
        scribes:
          scribe === 'none'
            ? []
            : [await createScribe('OPENAI', access), await createScribe('GEMINI', server.access('GEMINI'))],
        clock: at(day),
      })
      await server.close()
    }
    const readings = (db: Store) =>
      db.selectFrom('readings').select(['hash', 'names', 'model']).orderBy('hash').execute()

    test('is derived from the replies, and a stored reading that differs is named', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'scribe', db)
      expect(await differencesIn(db)).toEqual([])
      const { audited } = await auditStore(db, { slugs: [] })
      const calls = await db.selectFrom('reading_calls').select('id').execute()
      expect(audited[0]?.replies).toBe(12 + calls.length)
      const [first] = await readings(db)
      await db
        .updateTable('readings')
        .set({ names: '[]' })
        .where('hash', '=', first?.hash ?? '')
        .execute()
      const read = readName.array().parse(JSON.parse(first?.names ?? ''))
      const names = new Set(read.map(({ name }) => `rankings/crm/2026-11 readings/${first?.hash}/${name}`))
      expect(new Set(await whats(db))).toEqual(names)
    })

    test('is named if no reply says it', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'scribe', db)
      await db.updateTable('reading_calls').set({ body: '{}' }).execute()
      const kept = await readings(db)
      expect(await whats(db)).toHaveLength(kept.length)
    })

    test('after a version was published is part of a later count, not of that version', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'none', db)
      expect(await differencesIn(db)).toEqual([])
      const other = await freshStore()
      await readMonth('2026-11-06', 'scribe', other.db)
      for (const call of await other.db.selectFrom('reading_calls').selectAll().execute())
        await db.insertInto('reading_calls').values(call).execute()
      for (const reading of await other.db.selectFrom('readings').selectAll().execute())
        await db.insertInto('readings').values(reading).execute()
      expect(await differencesIn(db)).toEqual([])
      const again = await recountMonth({ db, clock: at('2026-11-07') }, '2026-11', ['crm'], (...both) =>
        both.map(({ method }) => method.namesBy),
      )
      expect(again).toEqual({ result: [['rules', 'model']] })
      expect(await differencesIn(db)).toEqual([])
    })
  })
})

describe('a text counted by other rules', () => {
  async function older(): Promise<Store> {
    const db = await simulatedStore()
    await retouch(db, ({ method }) => Object.assign(method, { detector: 'mentions-0' }))
    await retouchReport(db, ({ method }) => Object.assign(method ?? {}, { detector: 'mentions-0' }))
    return db
  }

  test('is derived from its frozen positions, with a note', async () => {
    const db = await older()
    const { audited } = await auditStore(db, { slugs: [] })
    expect(audited.map(({ differences }) => differences)).toEqual([[], [], []])
    expect(audited.map(({ notes }) => notes.length)).toEqual([0, 1, 1])
    expect(audited[1]?.notes[0]).toContain('counted by the rules mentions-0')
  })

  test('may name what today’s rules would not, and all its figures must follow from that', async () => {
    const db = await older()
    await retouch(db, ({ answers: [first], brands }) => {
      const unnamed = brands.find(({ name }) => first?.brands.includes(name) === false)
      first?.brands.push(unnamed?.name ?? '')
      first?.evidence.push({
        brand: unnamed?.name ?? '',
        start: first.text.length - 3,
        end: first.text.length,
        rule: 'x',
      })
    })
    const found = await whats(db)
    expect(found).toContainEqual(expect.stringMatching(/brands\/.+ mentions$/))
    expect(found.filter((what) => what.includes('answers/'))).toEqual([])
  })

  test('has its changes compared only if today’s test is the same', async () => {
    const db = await older()
    await retouch(db, ({ brands }) => {
      for (const brand of brands.slice(0, 2)) delete brand.change
    })
    expect(await differencesIn(db)).toEqual([])
  })

  test('must have a position for every name', async () => {
    const db = await older()
    await retouch(
      db,
      ({ answers: [first] }) => first?.evidence[0] && Object.assign(first.evidence[0], { end: 1_000_000 }),
    )
    expect(await differencesIn(db)).toMatchObject([
      {
        what: expect.stringMatching(/^rankings\/crm\/2026-11 answers\/q0 OPENAI r0 evidence\//),
        derived: 'no place in the text',
      },
    ])
  })
})

test('rulings and a later count are derived as frozen, regardless of later rulings', async () => {
  const db = await simulatedStore()
  const [first, second] = await db
    .selectFrom('rankings')
    .select('body')
    .where('month', '=', '2026-11')
    .executeTakeFirstOrThrow()
    .then(({ body }): FrozenRanking['brands'] => JSON.parse(body).brands)
  const rule = (name = '') => makeRuling(db, 'crm', { kind: 'ignore', name }, () => ({ ends: [], makes: true }), 0)
  await rule(first?.name)
  await recountMonth({ db, clock: at('2026-11-10') }, '2026-11', ['crm'], () => null)
  await recountReport({ db, clock: at('2026-11-10') }, 'rep')
  await rule(second?.name)
  const { audited } = await auditStore(db, { slugs: [] })
  expect(audited.map(({ version, differences }) => ({ version, differences }))).toEqual([
    { version: 1, differences: [] },
    { version: 2, differences: [] },
    { version: null, differences: [] },
  ])
  const newest = await db.selectFrom('rankings').select('body').where('version', '=', 2).executeTakeFirstOrThrow()
  const body: FrozenRanking = JSON.parse(newest.body)
  const without = { ...body, method: { ...body.method, rulings: undefined } }
  await db
    .updateTable('rankings')
    .set({ body: JSON.stringify(without) })
    .where('version', '=', 2)
    .execute()
  expect(await whats(db)).toContain(`${HEAD} brands/${first?.name}`)
})

test('a report frozen before its method said how the readers agree on the product passes, and is not recounted for that', async () => {
  const db = await simulatedStore()
  let removed: object | undefined
  await retouchReport(db, ({ method }) => {
    removed = method?.agreement?.product
    delete method?.agreement?.product
  })
  expect(removed).toEqual({ pairs: expect.any(Number), both: expect.any(Number) })
  expect(await differencesIn(db)).toEqual([])
  const again = await recountReport({ db, clock: at('2026-11-10') }, 'rep')
  expect(again).toMatchObject({ result: { after: null } })
})

test('what an earlier release stored and froze without searches passes, and is not recounted for that', async () => {
  const db = await simulatedStore()
  const withoutSearches = (body: { searches?: unknown; answers?: unknown; questions?: unknown }) => {
    const text = JSON.stringify(body, (field, value: unknown) => (field === 'searches' ? undefined : value))
    for (const field of ['searches', 'answers', 'questions'] as const) delete body[field]
    Object.assign(body, JSON.parse(text))
  }
  let looked: FrozenRanking['searches']
  await retouch(db, (body) => {
    looked = body.searches
    withoutSearches(body)
  })
  expect(looked).toContainEqual({
    ...{ question: 0, query: 'best CRM software', answers: expect.any(Number), of: expect.any(Number) },
    engines: expect.arrayContaining(['OPENAI']),
  })
  await retouchReport(db, withoutSearches)
  expect(await whats(db)).not.toEqual([])
  await db.updateTable('answers').set({ searches: null }).execute()
  expect((await whats(db)).filter((what) => !what.startsWith('rankings/crm/2026-10'))).toEqual([])
  const scope = { db, clock: at('2026-11-10') }
  expect(await recountMonth(scope, '2026-11', ['crm'], () => 'changed')).toMatchObject({ result: [] })
  expect(await recountReport(scope, 'rep')).toMatchObject({ result: { after: null } })
})
