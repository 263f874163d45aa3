import { describe, expect, test } from 'vitest'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import type { ReadAnswer } from '../../pipeline/mentions/answer.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'
import { rulingsThatMatter, takeRuling } from '../../pipeline/mentions/rulings.ts'

const ACME = { brand: 'Acme', domain: 'acme.com', aliases: [] }

const merge = (name: string, into: string): Ruling => ({ kind: 'merge', name, into })
const alias = (name: string, spelling: string): Ruling => ({ kind: 'alias', name, spelling })
const split = (name: string): Ruling => ({ kind: 'split', name })
const ignore = (name: string): Ruling => ({ kind: 'ignore', name })

/** An answer that has every name as a choice, one behind the other. */
function answerOf(names: readonly string[]): ReadAnswer {
  const reading = names.map((name) => ({ name, role: 'choice', domain: null }) as const)
  return { text: names.join(', '), question: 'Which CRM?', citations: [], reading }
}

/** What counts of the names under rulings. */
function counted(names: readonly string[], rulings: readonly Ruling[], product: typeof ACME | null = null): string[] {
  const answer = answerOf(names)
  const survey = nameSurvey([answer], { category: 'CRM software', known: [], rulings, product })
  return survey.judge(answer).mentions.map(({ brand }) => brand)
}

describe('a ruling', () => {
  test.each<[string, string[], Ruling[], string[]]>([
    ['merges a brand into another', ['Zettelix', 'Quillpad'], [merge('Zettelix', 'Quillpad')], ['Quillpad']],
    ['makes a spelling an alias', ['ZX', 'Zettelix'], [alias('Zettelix', 'ZX')], ['Zettelix']],
    ['splits a model from its maker', ['Dell', 'Dell XPS'], [split('Dell XPS')], ['Dell', 'Dell XPS']],
    ['ignores a brand', ['Zettelix', 'Quillpad'], [ignore('Zettelix')], ['Quillpad']],
    ['ignores only a split model', ['Dell Awards', 'Dell'], [split('Dell Awards'), ignore('Dell Awards')], ['Dell']],
    ['of a brand in any case', ['Zettelix', 'Quillpad'], [ignore('zettelix')], ['Quillpad']],
    ['on a spelling is on the brand', ['Dell', 'Dell XPS', 'Quillpad'], [ignore('Dell XPS')], ['Quillpad']],
    ['merges along a chain', ['A1x', 'B2x', 'C3x'], [merge('A1x', 'B2x'), merge('B2x', 'C3x')], ['C3x']],
    ['ignores along a chain', ['A1x', 'B2x', 'C3x'], [merge('A1x', 'B2x'), ignore('B2x')], ['C3x']],
    ['ends a circle at its first name', ['B2x', 'A1x'], [merge('A1x', 'B2x'), merge('B2x', 'A1x')], ['A1x']],
    ['into a brand that nobody named makes it', ['Zettelix'], [merge('Zettelix', 'Quillpad')], ['Quillpad']],
    ['on a brand that nobody named does nothing', ['Zettelix'], [ignore('Quillpad')], ['Zettelix']],
  ])('%s', (_, names, rulings, expected) => {
    expect(counted(names, rulings)).toEqual(expected)
    expect(counted(names, rulings.toReversed())).toEqual(expected)
  })

  test('has no effect on the product', () => {
    expect(counted(['Acme', 'Bolt CRM'], [ignore('Acme'), merge('Acme', 'Bolt CRM')], ACME)).toEqual([
      'Acme',
      'Bolt CRM',
    ])
  })

  test('that ignores a brand gives that reason', () => {
    const answer = answerOf(['Zettelix'])
    const survey = nameSurvey([answer], { category: '', known: [], rulings: [ignore('Zettelix')], product: null })
    expect(survey.judge(answer).refused).toMatchObject([{ brand: 'Zettelix', reason: 'ignored' }])
  })
})

test('keeps only rulings that change something', () => {
  const rulings = [merge('Zettelix', 'Quillpad'), ignore('Nobody')]
  const kept = rulingsThatMatter(rulings, (some) => counted(['Zettelix', 'Quillpad'], some))
  expect(kept).toEqual({ rulings: [rulings[0]], result: ['Quillpad'] })
})

describe('a new ruling', () => {
  test.each<[string, Ruling[], Ruling, object]>([
    ['ends the one before on the name', [ignore('A1x')], merge('A1x', 'B2x'), { ends: [ignore('A1x')], makes: true }],
    ['leaves a split', [split('A1x')], merge('A1x', 'B2x'), { ends: [], makes: true }],
    ['makes none that holds', [ignore('A1x')], ignore('A1x'), { ends: [], makes: false }],
    ['merges no name into itself', [], merge('A1x', 'a1x'), { refusal: 'sameName' }],
    ['closes no circle', [merge('A1x', 'B2x')], merge('B2x', 'A1x'), { refusal: 'circle', by: merge('A1x', 'B2x') }],
    [
      'counts no name as an ignored one',
      [ignore('B2x')],
      merge('A1x', 'B2x'),
      { refusal: 'ignored', by: ignore('B2x') },
    ],
  ])('%s', (_, held, made, expected) => {
    expect(takeRuling(held, made)).toEqual(expected)
  })
})
