import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the name is counted, and by which rule. */
function rule(text: string, name = 'Lantern', domain: string | null = null): string | undefined {
  return createJudge([{ name, domain, spellings: [name], own: true }])({ text, question: '', citations: [] })
    .mentions[0]?.rule
}

test('a number and a word with a capital letter behind it in bold', () => {
  expect(rule('- **lantern 4643 Mono** has wheels')).toBe('subject')
  expect(rule('- a lantern 4643 Mono has wheels')).toBeUndefined()
  expect(rule('- **lantern 4643 hours** long')).toBeUndefined()
})

test.each([
  "It is dear. Then there's lantern, which costs less.",
  'If you sell in Europe, lantern is often cheaper.',
  "People grumble, but lantern's checkout is quick.",
  'It is dear.\n\nlantern has a free plan.',
  'The lantern GS27 is a good one.',
  '**lantern if your problem is people, Pale Vokiro if your problem is paper.**',
  "My pick: Vokiro if you're alone, lantern if you aren't.",
])('where English has no noun without an article a word in small letters is a name: %s', (text) => {
  expect(rule(text)).toBe('subject')
})

const PORTUGUESE = 'Para a maioria não é preciso gastar muito, e uma boa tinta rende mais do que parece.\n\n'

test.each([
  ['coral', 'As que eu olharia: vokirex (a mais em conta), coral rende muito.', 'listed'],
  ['coral', 'As que eu olharia: vokirex ou coral, que rende muito.', 'listed'],
  ['coral', 'As que eu olharia: coral, vokirex e branca.', 'listed'],
  ['coral', 'As que eu olharia: coral, vokirable e branca.', undefined],
  ['coral', 'As que eu olharia: branca (a mais em conta), coral rende muito.', undefined],
  ['coral', 'As que eu olharia: vokirex. A cor coral rende muito.', undefined],
])('in a row behind a small name that no dictionary knows: %s in %s', (_, text, expected) => {
  expect(rule(PORTUGUESE + text, 'Coral')).toBe(expected)
})

test('a small word with a letter of its own that the language’s word hasn’t', () => {
  const spanish = 'Para la compra de la semana no hay que esperar mucho, y el precio es el mismo.\n\n'
  expect(rule(`${spanish}Con jüsto eliges una hora.`, 'Jüsto')).toBe('name')
  expect(rule('We like clöse a lot.', 'Clöse')).toBe('name')
  expect(rule('We like close ties a lot.', 'Clöse')).toBeUndefined()
  expect(rule(`${spanish}Es lo justo para una familia.`, 'Jüsto')).toBeUndefined()
  expect(rule(`${spanish}Con unión se llega lejos.`, 'Unión')).toBeUndefined()
})

test.each([
  'If you sell in Europe, the lantern is often cheaper.',
  "There's a lantern, which costs less.",
  'People grumble that a lantern is dear.',
  'Each lantern has a wick.',
  'The lantern 27 is a good one.',
  "Take one if you're alone, lantern if you aren't.",
  'It is dear, lantern and all.',
  'Die Laterne ist gut und für alle da, lantern is nicht das Wort der Wahl.',
])('but not elsewhere: %s', (text) => {
  expect(rule(text)).toBeUndefined()
})

test('a noun for what isn’t counted is no name there', () => {
  expect(rule('It is dear, but hosting is in Europe.', 'Hosting')).toBeUndefined()
  expect(rule("It is dear, but hosting's checkout is quick.", 'Hosting')).toBe('subject')
})

test('two ordinary words in one are written small as a word, but where all is', () => {
  expect(rule('Expect a fast heatmap, too.', 'Heatmap')).toBeUndefined()
  expect(rule('it is quick. try heatmap, too.', 'Heatmap')).toBe('name')
  expect(rule('It is quick. Try heatmap, too.', 'HeatMap')).toBe('name')
})

test('its maker stands before it', () => {
  const named = (text: string) => rule(text, 'Lantern Pro', 'quillworks.com')
  expect(named("It is dear.\n\nquillworks's lantern pro, if you must.")).toBe('maker')
  expect(named("It is dear.\n\nsomebody's lantern pro, if you must.")).toBeUndefined()
})
