import { describe, expect, test } from 'vitest'
import { createCounter } from '../../../pipeline/mentions/count.ts'
import { asksHow, asksWhatMatters } from '../../../pipeline/mentions/words/criteria.ts'
import { names } from '../../support/foreign-texts.ts'

const PORTUGUESE = 'Não é sempre a mais cara, e para muitos é o modelo que tem menos coisas. '

test.each([
  ['**O que considerar**', true],
  ['### 🔍 Na co zwrócić uwagę', true],
  ['Worauf du achten solltest:', true],
  ['## Critères à vérifier', true],
  ['## Die besten Geräte', false],
  ['Lo que yo miraría:', false],
  ['Ce que j’éviterais', false],
  ['Co zamiast tego?', false],
  ['Was kaufen?', false],
  ['Qué marcas mirar:', false],
])('%s is over what to look at: %s', (line, expected) => {
  expect(asksWhatMatters(line)).toBe(expected)
})

test('a title that asks nothing isn’t one that asks how', () => {
  expect(asksHow('## Critères à vérifier')).toBe(false)
  expect(asksHow('## Comment choisir ?')).toBe(true)
})

describe('a list below what to look at', () => {
  const list = '\n- Vokir: longo\n- Localização: perto\n- Aplicativos: poucos\n- Cores: várias'

  test('has no choices where most of its heads are words', () => {
    expect(names(`${PORTUGUESE}\n\n**O que considerar**\n${list}`)).toEqual([])
  })

  test('counts no rival', () => {
    const text = `Aquí van tres.\n\n- Vokiro: bien\n- Nordivo: mal\n\n## Qué conviene comprobar\n\n- La **Quillex** es nueva\n- El precio`
    const brands = ['Vokiro', 'Nordivo', 'Quillex'].map((name) => ({ name, domain: null, spellings: [name] }))
    const mentions = createCounter(brands)({ text, question: '', citations: [] })
    expect(mentions.map(({ brand }) => brand)).toEqual(['Vokiro', 'Nordivo'])
  })
})
