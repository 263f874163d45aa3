import { expect, test } from 'vitest'
import { joins, opensSentence, smallMember, smallMembers } from '../../../pipeline/mentions/prose/rows.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'

test.each([
  ['In ', 'Quilland', ', ', 'Vokirn', ' turns out thousands.', true],
  ['In ', 'Quilland', ', ', 'Vokirn', ', Zettelix and more.', false],
  ['In ', 'Quilland', ' and ', 'Vokirn', ' they do.', false],
  ['We like ', 'Quilland', ', ', 'Vokirn', ' too.', false],
])('%s%s%s%s%s: the first opens the sentence: %s', (before, first, between, second, after, expected) => {
  const clean = before + first + between + second + after
  const end = before.length + first.length + between.length + second.length
  expect(opensSentence(clean, before.length, between, end)).toBe(expected)
})

test('the first opens a sentence behind a mark, and no row that "and" goes on', () => {
  const opens = (clean: string) => {
    const start = clean.indexOf('Quilland')
    return opensSentence(clean, start, ', ', start + 'Quilland, Vokirn'.length)
  }
  expect(opens('It is limited. In Quilland, Vokirn covers most banks.')).toBe(true)
  expect(opens('The best in Quilland, Vokirn covers most banks.')).toBe(false)
  expect(opens('In Quilland, Vokirn and Zettelix are common.')).toBe(false)
  expect(opens('In Quilland, Vokirn or Zettelix are common.')).toBe(false)
})

test.each([
  [', ', true],
  ['** and **', true],
  ['’s, ', true],
  [' (2019), ', true],
  [', zettelo, ', true],
  [', zettelo and ', true],
  [' is not ', false],
])('between two names of a row: "%s" %s', (between, expected) => {
  expect(joins(between)).toBe(expected)
})

test('a name written small between two others', () => {
  expect(smallMember(', zettelo, ')).toBe('zettelo')
  expect(smallMember(', zettelo and ')).toBe('zettelo')
  expect(smallMember(', tide and ')).toBeUndefined()
  expect(smallMember(', que en ')).toBeUndefined()
  expect(smallMember(' and ')).toBeUndefined()
})

test.each([
  ['german', 'Vorn liegen dort zettelo, ⟦Vokirn⟧ und Tarvek.', ['zettelo']],
  ['german', 'Vorn liegen dort zettelo, ⟦Vokirn⟧, Tarvek.', ['zettelo']],
  ['german', 'Gut sind ⟦Vokirn⟧ und zettelo.', ['zettelo']],
  ['german', 'Gut sind ⟦Vokirn⟧, zettelo und Tarvek.', ['zettelo']],
  ['spanish', 'Entre ellas, ⟦Vokirn⟧ y zettelo.', ['zettelo']],
  ['dutch', 'Goed zijn ⟦Vokirn⟧ en zettelo.', ['zettelo']],
  // What is said of a name behind a comma, or by words of the language.
  ['french', 'par son hébergement vokirain, ⟦Vokirn⟧ par sa simplicité.', []],
  ['polish', 'Lepszy jest ⟦Vokirn⟧, oparto na nagraniach.', []],
  ['portuguese', 'A ⟦Vokirn⟧, zettelada por dois, é boa.', []],
  ['spanish', 'También ⟦Vokirn⟧ ofrece zettelo.', []],
  ['spanish', 'También ⟦Vokirn⟧ en zettelo.', []],
  ['french', 'Le ⟦Vokirn⟧ et coûtelo.', []],
  ['french', 'Le ⟦Vokirn⟧ et souvent.', []],
  ['spanish', 'Con ⟦Vokirn⟧ y ahorro.', []],
  ['spanish', 'Con ⟦Vokirn⟧ y shipping.', []],
])('names written small beside one in %s: %s', (language, marked, expected) => {
  const start = marked.indexOf('⟦')
  const name = marked.slice(start + 1, marked.indexOf('⟧'))
  const run = { name, start, end: start + name.length, startsSentence: false }
  const clean = marked.replace(/[⟦⟧]/g, '')
  const found = smallMembers(clean, run, nativeOf(languageBit(language)), new Set())
  expect(found.map((each) => each.name)).toEqual(expected)
  for (const each of found) expect(clean.startsWith(each.name, each.start)).toBe(true)
})

test('a word whose plural stands in the text is no name', () => {
  const clean = 'Gut sind Vokirn und zettelo.'
  const run = { name: 'Vokirn', start: 9, end: 15, startsSentence: false }
  expect(smallMembers(clean, run, nativeOf(languageBit('german')), new Set(['zettelos']))).toEqual([])
})
