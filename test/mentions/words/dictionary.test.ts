import { expect, test } from 'vitest'
import { hasDictionary, isDictionaryWord, isFormOfWord } from '../../../pipeline/mentions/words/dictionary.ts'

test.each([
  ['dutch', 'rompslomp'],
  ['english', 'chroma'],
  ['french', 'bouclier'],
  ['korean', '브로콜리'],
  ['polish', 'chmura'],
  ['portuguese', 'nuvem'],
  ['spanish', 'ancla'],
  ['turkish', 'vitrin'],
])('the dictionary of %s knows %s, in capitals and with parted accents too', (language, word) => {
  expect(isDictionaryWord(language, word)).toBe(true)
  expect(isDictionaryWord(language, word.toUpperCase())).toBe(true)
  expect(isDictionaryWord(language, word.normalize('NFD'))).toBe(true)
})

test.each([
  ['dutch', 'Ziggo'],
  ['french', 'Ikea'],
  ['english', 'claryva'],
  ['german', 'Blau'],
  ['', 'nuvem'],
])('the dictionary of %s doesn’t know %s', (language, word) => {
  expect(isDictionaryWord(language, word)).toBe(false)
})

test.each([
  ['portuguese', 'aplicativos', true],
  ['polish', 'gadżety', true],
  ['french', 'boucliers', true],
  ['dutch', 'rompslompen', true],
  ['spanish', 'anclas', true],
  ['portuguese', 'vokirtos', false],
  ['german', 'Blaus', false],
])('a form of a word in %s: %s %s', (language, word, expected) => {
  expect(isFormOfWord(language, word)).toBe(expected)
})

test('of German and Italian none is read', () => {
  expect(['german', 'italian', '', 'dutch', 'english'].map(hasDictionary)).toEqual([false, false, false, true, true])
})
