import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { firstOfIntent, intents, sameIntent } from '../../pipeline/statistics/intents.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { otherQuestionsInterval } from '../../pipeline/statistics/other-questions.ts'
import { rankRanges } from '../../pipeline/statistics/ranks.ts'
import { spread } from '../../pipeline/statistics/variance.ts'

test.each([
  ['What is the best CRM for a small team?', 'Which CRM is best for small teams?'],
  ['What’s the cheapest accounting app for companies?', 'Which accounting apps are cheapest for a company'],
  ['headphones under €50, please', 'What are headphones under €50?'],
  ['Quel est le meilleur CRM pour une petite équipe ?', 'Quel CRM est le meilleur pour une petite equipe'],
  ['¿Cuál es el mejor CRM para equipos pequeños?', '¿Qué CRM es el mejor para equipos pequeños?'],
  ['Was ist das beste CRM für kleine Teams?', 'Welches ist das beste CRM für kleine Teams?'],
  ['小規模チームに最適なCRMは何ですか？', 'どのCRMが小規模チームに最適ですか？'],
  ['哪款CRM最适合小团队？', '最适合小团队的CRM是什么？'],
])('one intent: %s / %s', (one, other) => {
  expect(intents([one, other])).toEqual([[0, 1]])
})

test.each([
  ['best CRM for a small team', 'best CRM for a large enterprise'],
  [
    'Best CRM software for a sales team on a tight budget in Spain',
    'Best CRM software for a sales team on a tight budget in Italy',
  ],
  ['best CRM for a small team', 'best free CRM for a small team'],
  ['Which CRM has a contract?', 'Which CRM is without a contract?'],
  ['switch from HubSpot to Salesforce', 'switch from Salesforce to HubSpot'],
  ['Best IDE in C++?', 'Best IDE in C#?'],
  ['headphones under €50', 'headphones under €500'],
  ['a kettle of 1.5 l', 'a kettle of 5.1 l'],
  ['best news app', 'best new app'],
  ['best CRM in the US', 'best CRM'],
  ['小規模チームに最適なCRMは何ですか？', '大規模チームに最適なCRMは何ですか？'],
  ['カフェにおすすめの椅子', 'ガフェにおすすめの椅子'],
  ['कौन सा की?', 'कौन सा का?'],
  ['What is it?', 'Who are you?'],
  ['???', '!!!'],
])('two intents: %s / %s', (one, other) => {
  expect(sameIntent([one, other])).toEqual([])
})

test.each([
  'CRM software',
  'trail running shoes',
  'Espressomaschinen',
  '電気自動車',
  'wedding photographers in London',
])('no two of the templates for %s ask for the same thing', (category) => {
  expect(sameIntent(suggestQuestions(category, 99))).toEqual([])
})

test('the clusters hold every question once, in any order of the questions', () => {
  const word = fc.constantFrom('best', 'CRM', 'CRMs', 'the', 'Which', 'small', '最適', 'に', 'without', 'café')
  const question = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(question, { maxLength: 12 }), fc.infiniteStream(fc.double({ noNaN: true })), (all, keys) => {
      const found = intents(all)
      expect(found.flat().sort((a, b) => a - b)).toEqual([...all.keys()])
      for (const [at, text] of all.entries())
        expect(found.find((list) => list.includes(at))).toContain(all.indexOf(text))
      const order = [...all.keys()].map((at) => ({ at, key: keys.next().value })).sort((a, b) => a.key - b.key)
      const moved = intents(order.map(({ at }) => all[at] ?? ''))
      const asSets = (lists: number[][]) => lists.map((list) => list.toSorted((a, b) => a - b).join()).sort()
      expect(asSets(moved.map((list) => list.map((at) => order[at]?.at ?? -1)))).toEqual(asSets(found))
    }),
  )
})

test('a question maps to the first of its list', () => {
  expect([0, 1, 2, 3, 4].map(firstOfIntent([[1, 4]]))).toEqual([0, 1, 2, 3, 1])
})

describe('ten questions, in pairs that ask for the same thing', () => {
  /** 10 questions x 2 engines x 3 runs; every second pair is always named. */
  const apart: ScoredCell[] = Array.from({ length: 60 }, (_, at) => {
    const question = Math.floor(at / 6)
    return { question, engine: at % 2 === 0 ? 'GROK' : 'GEMINI', run: at % 3, named: question % 4 < 2 }
  })
  const intent = firstOfIntent([0, 2, 4, 6, 8].map((first) => [first, first + 1]))
  const paired = apart.map((cell) => ({ ...cell, intent: intent(cell.question) }))
  /** The same as five questions that were asked twice as often. */
  const merged = apart.map((cell) => ({
    ...cell,
    question: intent(cell.question),
    run: cell.run + 3 * (cell.question % 2),
  }))

  test('count as five for other questions, and as ten for these', () => {
    expect(otherQuestionsInterval(paired)).toEqual(otherQuestionsInterval(merged))
    const [ten, five] = [rateIntervals(apart), rateIntervals(paired)]
    expect(five.interval.low).toBeLessThan(ten.interval.low)
    expect(five.interval.high).toBeGreaterThan(ten.interval.high)
    expect(five.interval).toEqual(rateIntervals(merged).interval)
    expect(five.intervalSameQuestions).toEqual(ten.intervalSameQuestions)
  })

  test('have the spread across questions of five', () => {
    const of = (cells: ScoredCell[]) => spread(cells.map(({ named, ...cell }) => ({ ...cell, score: named ? 1 : 0 })))
    expect(of(paired).intents).toBe(5)
    expect(of(paired).acrossQuestions).toBe(of(merged).acrossQuestions)
    expect(of(paired).acrossRuns).toBe(of(apart).acrossRuns)
  })

  test('leave ranks as open as five', () => {
    const brands = (cells: ScoredCell[]) =>
      [10, 4].map((named) => cells.map((cell) => ({ ...cell, named: cell.question < named })))
    const open = { from: 1, to: 2 }
    expect(rankRanges(brands(apart))).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: 2 },
    ])
    expect(rankRanges(brands(paired))).toEqual([open, open])
  })

  test('say nothing about other questions if all are one', () => {
    const one = apart.map((cell) => ({ ...cell, intent: 0 }))
    expect(rateIntervals(one).interval).toEqual({ low: 0, high: 1 })
    expect(rankRanges([one, one.map((cell) => ({ ...cell, named: true }))])).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
    ])
  })
})
