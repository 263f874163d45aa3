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
