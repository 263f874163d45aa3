import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** The rule by which the product counts in a text, alone in it; null where it doesn't. */
function ruleOf(name: string, text: string, question = '') {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question, citations: [] }).mentions[0]?.rule ?? null
}

const HEAD = '| Lamp | Watts |\n|---|---|\n'

test.each([
  ['the first row', `${HEAD}| lantern Mini | 5 |\n| Vokiro 3 | 9 |\n| Toshiba AC25 | 15 |\n`],
  ['a row below others', `${HEAD}| Vokiro 3 | 9 |\n| Toshiba AC25 | 15 |\n| lantern Mini | 5 |\n`],
  ['a row with its name in bold', `${HEAD}| **lantern Mini** | 5 |\n| **Vokiro 3** | 9 |\n| **Brevant** | 15 |\n`],
  [
    'words in bold that begin lines',
    '**lantern 3** – Pays once.\n\n**Vokiro** – Pays once.\n\n**Brevant Duo** – Yearly.\n',
  ],
])('a name in small letters that leads %s beside names with capital letters', (_, text) => {
  expect(ruleOf('Lantern', text)).toBe('list-head')
})

test.each([
  ['beside words in small letters', `${HEAD}| lantern of glass | 5 |\n| bulb | 9 |\n| Vokiro 3 | 15 |\n`],
  [
    'beside words with capital letters that are no names',
    `${HEAD}| lantern of glass | 5 |\n| Bulb | 9 |\n| Cord | 15 |\n`,
  ],
  ['beside one name', `${HEAD}| lantern of glass | 5 |\n| Vokiro 3 | 9 |\n`],
  ['in the second column', `${HEAD}| Glass | lantern of old |\n| Vokiro 3 | Nine |\n| Brevant | Ten |\n`],
  ['at the head of a column', '| lantern kind | Watts |\n|---|---|\n| Vokiro 3 | 9 |\n| Brevant | 15 |\n'],
  ['bold words beside rows', '**lantern 3** – Pays once.\n\n| Vokiro 3 | 9 |\n| Brevant | 15 |\n'],
  ['within a line', 'See **lantern light** here.\n\n**Vokiro** – Pays once.\n\n**Brevant Duo** – Yearly.\n'],
])('and not %s', (_, text) => {
  expect(ruleOf('Lantern', text)).toBe(null)
})

test('a name in small letters heads a column beside names', () => {
  const table = (head: string) => `| Feature | ${head} |\n|---|---|---|\n| Price | 1 | 2 |\n`
  expect(ruleOf('Lantern', table('lantern Mini | Vokiro 3'))).toBe('table-cell')
  expect(ruleOf('Lantern', table('lantern light | Price'))).toBe(null)
  const rival = createJudge([{ name: 'Lantern', domain: null, spellings: ['Lantern'] }])
  expect(rival({ text: table('lantern Mini | Vokiro 3'), question: '', citations: [] }).mentions).toEqual([])
})
