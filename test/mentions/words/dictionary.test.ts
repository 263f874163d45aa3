import { expect, test } from 'vitest'
import { hasDictionary, isDictionaryWord } from '../../../pipeline/mentions/words/dictionary.ts'

test.each([
  ['dutch', 'rompslomp'],
  ['english', 'chroma'],
  ['french', 'bouclier'],
  ['korean', '브로콜리'],
  ['polish', 'chmura'],
  ['polish', 'chmurami'],
  ['dutch', 'rompslompen'],
  ['french', 'boucliers'],
  ['portuguese', 'nuvem'],
  ['portuguese', 'nuvens'],
  ['spanish', 'ancla'],
  ['spanish', 'anclas'],
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

test('of German and Italian none is read', () => {
  expect(['german', 'italian', '', 'dutch', 'english'].map(hasDictionary)).toEqual([false, false, false, true, true])
})
