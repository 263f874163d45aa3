import { expect, test } from 'vitest'
import { rankingRows, reportRows } from '../../pipeline/export/rows.ts'
import { TABLES, type Table } from '../../pipeline/export/tables.ts'
import { frozenRanking } from '../support/rankings.ts'
import { frozenReport } from '../support/reports.ts'

const surveys = { ranking: rankingRows(frozenRanking()), report: reportRows(frozenReport()) }

test.each(Object.entries(surveys))('the mentions of a %s add up to what its brands are published with', (_, rows) => {
  const counted = rows.answers.filter(({ state }) => state === 'counted').length
  const of = (name: string) => rows.mentions.filter(({ brand }) => brand === name).length
  const rivals = rows.brands.filter(({ brand }) => brand !== 'Crane')
  expect(rivals.map(({ brand }) => [brand, of(brand)])).toEqual(rivals.map(({ brand, mentions }) => [brand, mentions]))
  for (const { mentions, answers, share } of rows.brands) {
    expect(answers).toBe(counted)
    expect(share).toBeCloseTo(mentions / answers, 12)
  }
})

test.each(Object.entries(surveys))(
  'the answers of a %s are those of its ledger, by state',
  (_, { answers, ledger }) => {
    for (const { engine, planned, counted, noAnswer, failed, skipped } of ledger) {
      const states = answers.filter((row) => row.engine === engine).map(({ state }) => state)
      const of = (state: string) => states.filter((each) => each === state).length
      expect({ engine, counted: of('counted'), noAnswer: of('noAnswer'), failed: of('failed') }).toEqual({
        ...{ engine, counted, noAnswer, failed },
      })
      expect(planned).toBe(counted + noAnswer + failed + skipped)
    }
  },
)

test.each(Object.entries(surveys))(
  'in each table of a %s the primary key is unique, and every foreign key is that of a row',
  (_, rows) => {
    const keys = (name: string, by: readonly string[]) =>
      Object.entries(rows).flatMap(([table, all]) =>
        table === name ? all.map((row: object) => JSON.stringify(by.map((column) => Object(row)[column]))) : [],
      )
    for (const [name, { primaryKey, foreignKeys }] of Object.entries<Table>(TABLES)) {
      expect(keys(name, primaryKey).length).toBeGreaterThan(0)
      expect(new Set(keys(name, primaryKey)).size).toBe(keys(name, primaryKey).length)
      for (const { table, fields } of foreignKeys) {
        const there = new Set(keys(table, fields))
        expect([name, table, keys(name, fields).filter((row) => !there.has(row))]).toEqual([name, table, []])
      }
    }
  },
)

test('each row of every table names the country and language, those of the default too', () => {
  const german = { country: 'DE', language: 'de' }
  const markets = {
    'DE de': [rankingRows(frozenRanking(german)), reportRows(frozenReport(german))],
    'US en': Object.values(surveys),
  }
  for (const [market, all] of Object.entries(markets))
    for (const row of all.flatMap((rows) => Object.values(rows).flatMap((table) => [...table])))
      expect(`${row.country} ${row.language}`).toBe(market)
})

test('a row has a value for each column, and none only where the column may be empty', () => {
  for (const rows of Object.values(surveys))
    for (const [name, { columns }] of Object.entries<Table>(TABLES))
      for (const row of Object.entries(rows).find(([table]) => table === name)?.[1] ?? []) {
        expect(Object.keys(row).toSorted()).toEqual(Object.keys(columns).toSorted())
        for (const [column, value] of Object.entries(row)) {
          expect([name, column, value]).not.toEqual([name, column, ''])
          if (columns[column]?.[2] === undefined) expect([name, column, value]).not.toEqual([name, column, null])
        }
      }
})

test('a mention says what was counted where, by which rule, and what was said', () => {
  const [answer, ...others] = frozenRanking().answers
  if (answer === undefined) throw new Error('no answer')
  const quote = { start: 0, end: answer.text.length }
  const evidence = answer.evidence.map((each) => ({ ...each, stance: 'recommended' as const, quote }))
  const [first, second, third] = rankingRows(frozenRanking({ answers: [{ ...answer, evidence }, ...others] })).mentions
  expect(first).toMatchObject({
    ...{ survey: 'rankings/crm-software/2026-10', question: 0, engine: 'OPENAI', run: 0 },
    ...{
      brand: 'Acme',
      domain: 'acme.example',
      product: false,
      position: 1,
      spelling: 'Acme',
      spanStart: 0,
      spanEnd: 4,
    },
    ...{ rule: 'name', stance: 'recommended', quote: answer.text },
  })
  expect(second).toMatchObject({ brand: 'Acme', position: 1, stance: null, quote: null })
  expect(third).toMatchObject({ brand: 'Bolt', position: 2, domain: null, spelling: 'Bolt' })
})

test('a report has its product among the brands, its question’s words beside each answer, and the kinds of its sources', () => {
  const { answers, brands, mentions, sources } = surveys.report
  expect(brands[0]).toMatchObject({ brand: 'Acme', product: true, mentions: 4, answers: 10, low: 0.1, high: 0.8 })
  expect(brands.map(({ product }) => product)).toEqual([true, false, false])
  expect(mentions.filter(({ product }) => product)).toHaveLength(4)
  expect(answers[0]).toMatchObject({ month: null, version: null, questionText: frozenReport().questions[0]?.text })
  expect(new Set(sources.map(({ domain, kind }) => `${domain} ${kind}`))).toEqual(
    new Set(frozenReport().sources.map(({ domain, kind }) => `${domain} ${kind}`)),
  )
  expect(surveys.ranking.sources.map(({ kind }) => kind)).toEqual([null, null, null])
})

test('a report frozen before rates were pooled has its product’s count, without an interval', () => {
  const { pooled: _, ...earlier } = frozenReport()
  const [product] = reportRows(earlier).brands
  expect(product).toMatchObject({ mentions: 4, answers: 10, share: 0.4, low: null, highSameQuestions: null })
})

test('every row of a ranking says when its questions were asked', () => {
  const asked = { from: '2026-12-02T08:00:00.000Z', until: '2026-12-02T09:00:00.000Z' }
  for (const rows of Object.values(rankingRows(frozenRanking({ asked }))))
    for (const row of rows)
      expect(row).toMatchObject({ askedFrom: new Date(asked.from), askedUntil: new Date(asked.until) })
})

test('a change is there with its test, or with the reason that there is none', () => {
  const [acme, bolt] = frozenRanking().brands
  if (acme === undefined || bolt === undefined) throw new Error('no brand')
  const moved = { from: 0.2, to: 0.5, points: 0.3, interval: { low: 0.1, high: 0.5 }, moved: true, leftOut: [] }
  const none = { from: null, to: null, points: null, interval: null, moved: null, leftOut: [] }
  const { brands } = rankingRows(
    frozenRanking({
      brands: [
        { ...acme, change: moved },
        { ...bolt, change: { ...none, reason: 'MODEL_CHANGED' } },
      ],
    }),
  )
  expect(brands).toMatchObject([
    {
      changeFrom: 0.2,
      changeTo: 0.5,
      changePoints: 0.3,
      changeLow: 0.1,
      changeHigh: 0.5,
      moved: true,
      changeReason: null,
    },
    { changeFrom: null, changePoints: null, changeLow: null, moved: null, changeReason: 'MODEL_CHANGED' },
  ])
})
