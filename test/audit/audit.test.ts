import { expect, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { recountMonth } from '../../pipeline/ranking/recount.ts'
import { recountReport } from '../../pipeline/report/recount.ts'
import { runReport } from '../../pipeline/report/run.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { rankRanges } from '../../pipeline/statistics/ranks.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import type { FixedClock } from '../support/clock.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { ranMonth } from '../support/month.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshStore } from '../support/store/store.ts'
import {
  at,
  CRM,
  differencesIn,
  MONTH,
  retouch,
  retouchReport,
  SCRIBES,
  SIMULATED,
  simulatedStore,
  whats,
} from './simulated.ts'

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

  // An earlier release published it so, with four questions for four.
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

test('answers with what no store can hold, NUL and half of a surrogate pair, are derived as they were stored', async () => {
  const { db } = await freshStore()
  const engines = SIMULATED.map((engine): Engine => {
    const ask: Engine['ask'] = async (...asking) => {
      const { raw, costUsd } = await engine.ask(...asking)
      const odd = raw.replace('"text":"', '"text":"\\ud83d and \\u0000, ')
      return { raw: odd, body: JSON.parse(odd), costUsd }
    }
    return { ...engine, ask }
  })
  await ranMonth(db, [CRM], { engines, scribes: SCRIBES, simulated: true, clock: at('2026-11-05') })
  const texts = await db.selectFrom('answers').select('text').execute()
  expect(new Set(texts.map(({ text }) => text.slice(0, 8)))).toEqual(new Set(['\uFFFD and \uFFFD,']))
  expect(await whats(db)).toEqual([])
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

test('a published text without a survey is a difference, and so is a list entry', async () => {
  const { db } = await freshStore()
  await publish(db, frozenRanking())
  expect(await differencesIn(db)).toEqual([
    { what: 'rankings/crm-software/2026-10', published: 'a published text', derived: 'no survey is stored' },
  ])
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
  await recountMonth(db, at('2026-11-10'), '2026-11', ['crm'], () => null)
  await recountReport(db, at('2026-11-10'), 'rep')
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
  expect(await whats(db)).toContain(`${MONTH} brands/${first?.name}`)
})
