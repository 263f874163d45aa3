import { describe, expect, test } from 'vitest'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { isNativeName, isPhrase, nativeOf } from '../../../pipeline/mentions/words/native.ts'

describe('a word of a language', () => {
  test.each([
    ['german', 'Tische', 2],
    ['german', 'Verlässlichkeit', 2],
    ['german', 'Tischlampe', 1],
    ['german', 'Quillavo', 0],
    ['dutch', 'tafels', 2],
    ['dutch', 'tafellamp', 1],
    ['dutch', 'Quillavo', 0],
    ['spanish', 'Blancas', 2],
    ['spanish', 'Quillavo', 0],
    ['french', 'Vérifiez', 2],
    ['french', 'Quillavo', 0],
    ['italian', 'Carrozzeria', 2],
    ['polish', 'Kapsułkowy', 2],
    ['polish', 'Quillavo', 0],
  ] as const)('%s: %s is %i', (language, word, expected) => {
    expect(nativeOf(languageBit(language))(word)).toBe(expected)
  })

  test('there is none of no language', () => {
    expect(nativeOf(0)('Tisch')).toBe(0)
    expect(languageBit('klingon')).toBe(0)
  })

  test('a name is made of words, a phrase of words that are no compounds', () => {
    const german = nativeOf(languageBit('german'))
    expect(isNativeName('Neue Tischlampe', german)).toBe(true)
    expect(isPhrase('Neue Tischlampe', german)).toBe(false)
    expect(isPhrase('Neue Tische', german)).toBe(true)
    expect(isNativeName('Neue Quillavo', german)).toBe(false)
    expect(isNativeName('TischLampe', german)).toBe(false)
  })
})
