import { expect, test } from 'vitest'
import { proposeNames } from '../../../pipeline/mentions/extract.ts'

const proposed = (text: string): string[] =>
  proposeNames([{ text, question: '', citations: [] }], 'winter tires').map(({ name }) => name)

const LIST = '- **Nordivo:** quiet in the wet.\n- **Vestrix:** fine in snow.\n'

test.each([
  ['in a label', `${LIST}- **Tarvek and Quoril:** weaker in the wet.`, ['Quoril', 'Tarvek']],
  ['behind a dash', `${LIST}- **Tarvek or Quoril** – weaker in the wet.`, ['Quoril', 'Tarvek']],
  ['behind a label', `${LIST}**Best volume:** Tarvek and Quoril`, ['Quoril', 'Tarvek']],
  ['in German', '## Nordivo\nLeise.\n\n## Tarvek und Quoril\nSchwach bei Nässe.\n', ['Quoril', 'Tarvek']],
])('two names that head one line %s', (_, text, expected) => {
  expect(proposed(text)).toEqual(expect.arrayContaining(expected))
})

test('a name of two of which one is a word is left as it is', () => {
  expect(proposed(`${LIST}- **Tarvek and Summit:** weaker in the wet.`)).toContain('Tarvek and Summit')
})

test('two nouns of German are no names', () => {
  const text =
    '## Nordivo\nDie ist für viele gut und leise.\n\n## Stovax Gehalt und Lohn\nDas ist für alle und mit der Karte.\n'
  expect(proposed(text)).toContain('Stovax Gehalt und Lohn')
})

test('two abbreviations of a label are no names', () => {
  expect(proposed(`${LIST}- **DECT and FHSS:** both are radio.`)).toEqual(['Nordivo', 'Vestrix'])
})

test('a name and a place are left as they are', () => {
  expect(proposed(`${LIST}- **Vokima and Texas** – weaker in the wet.`)).toContain('Vokima and Texas')
})
