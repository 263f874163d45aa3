import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** The rule by which the product counts in a text, alone in it; null where it doesn't. */
function ruleOf(name: string, text: string): string | null {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions[0]?.rule ?? null
}

const table = (head: string, cell: string): string =>
  `| Lamp | ${head} | Watts |\n|---|---|---|\n| Duo 3 | one | 5 |\n| Mini | ${cell} | 9 |\n| Max | two | 9 |\n`

test.each([
  ['Lantern', 'Brand', 'Lantern', 'table-cell'],
  ['Lantern', '**Maker**', '**Lantern**', 'table-cell'],
  ['Lantern', 'Marca', 'Lantern', 'table-cell'],
  ['Lantern', 'Marca', 'Lantern Total', 'table-cell'],
  ['Lantern', 'Marque', "Lantern l'Original", 'table-cell'],
  ['小川', 'メーカー', '小川', 'name'],
  ['小川', '品牌', '小川', 'name'],
])('%s in the column of the makers is named: %s', (name, head, cell, rule) => {
  expect(ruleOf(name, table(head, cell))).toBe(rule)
})

test.each([
  ['Lantern', 'Kind', 'Lantern'],
  ['Lantern', 'Brand', 'Lantern of glass'],
  ['小川', 'そば', '小川'],
])('%s is not in a column of other things: %s', (name, head, cell) => {
  expect(ruleOf(name, table(head, cell))).toBe(null)
})

test('the first column has what is asked for, where its head says so', () => {
  const judged = (question: string, head: string, cell: string): number =>
    createJudge([{ name: 'Lantern', domain: null, spellings: ['Lantern'], own: true }])({
      text: `| ${head} | Watts |\n|---|---|\n| ${cell} | 9 |\n`,
      question,
      citations: [],
    }).mentions.length
  expect(judged('which camping lamp is best', 'Lamp', 'Lantern Total')).toBe(1)
  expect(judged('which camping light is best', 'Lamp', 'Lantern Total')).toBe(0)
  expect(judged('which camping lamp is best', 'Lamp type', 'Lantern Total')).toBe(0)
  expect(judged('which camping lamp is best', 'Watts | Lamp', '9 | Lantern Total')).toBe(0)
})

test('the head of the table decides, whatever stands above it', () => {
  expect(ruleOf('Lantern', `| Brand |\n\n${table('Kind', 'Lantern')}`)).toBe(null)
  expect(ruleOf('Lantern', `A lamp is good.\n\n${table('Brand', 'Lantern')}`)).toBe('table-cell')
})
