import { fold } from '../words/fold.ts'
import { languagesOfWord } from '../words/lexicon.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import type { AnswerText } from './brand.ts'

/** Letters of Polish, Czech and Slovak, whose names have cases. */
const SLAVIC = /[ąćęłńśźżčďěňřšťů]/iu
/** A word with a capital letter and an ending of a feminine case. */
const DECLINED = /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{M}]{3,}[ąęyioueě](?![\p{L}\p{N}-])/gu
/** What the endings of the cases stand for in the first one: "Apaczce" is Apaczka, "Dodze" Doga. */
const CASES: readonly (readonly [RegExp, string])[] = [
  [/[ąęyoě]$/u, 'a'],
  [/o?u$/u, 'a'],
  [/ie?$/u, 'a'],
  [/ce$/u, 'ka'],
  [/dze$/u, 'ga'],
  [/(?:rz|ř)e$/u, 'ra'],
  [/le$/u, 'la'],
  [/le$/u, 'ła'],
  [/cie$/u, 'ta'],
  [/dzie$/u, 'da'],
  [/sze$/u, 'cha'],
]
/** The endings that a foreign word in a consonant has as a name. */
const ENDINGS = /^(?:a|u|y|i|em|iem|owi|ie|ze)$/
/** A word with a capital letter and more letters than a short name's. */
const CAPITALISED = /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{M}]{3,}(?![\p{L}\p{N}-])/gu
/** Fewer letters than this are alike by chance. */
const SHORTEST = 5

/**
 * The spellings in which Slavic texts decline names that end in "a": "Epakę" and "Epace" for Epaka. Names in a consonant have
 * endings behind them, which every reading of a name allows; these have other letters in place of their own. A word that the language has is none.
 */
export function declinedSpellings(names: readonly string[], answers: readonly AnswerText[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const byLetters = new Map(names.flatMap((name) => (/\p{L}{3}a$/iu.test(name) ? [[letters(name), name]] : [])))
  if (byLetters.size === 0) return found
  for (const { text } of answers) {
    if (!SLAVIC.test(text)) continue
    for (const [word] of text.matchAll(DECLINED)) {
      for (const first of firstCases(word)) {
        const name = byLetters.get(letters(first))
        if (name === undefined || letters(name).length < SHORTEST || isWord(word, text)) continue
        found.set(name, (found.get(name) ?? new Set()).add(word))
      }
    }
  }
  return found
}

/**
 * The spellings in which Slavic texts decline a name that is an English word in a consonant: "Sharka" and "Sharkiem" for Shark. With
 * an ending it can be nothing but a name, where the text's language hasn't got the word.
 */
export function endedSpellings(name: string, answers: readonly AnswerText[]): string[] {
  if (!/^\p{Lu}\p{Ll}{2,}[bcdfghjklmnprstwxz]$/u.test(name) || !isOrdinaryWord(name)) return []
  const found = new Set<string>()
  for (const { text } of answers) {
    if (!SLAVIC.test(text)) continue
    for (const [word] of text.matchAll(CAPITALISED)) {
      if (word.startsWith(name) && ENDINGS.test(word.slice(name.length)) && !isWord(word, text)) found.add(word)
    }
  }
  return [...found]
}

/** Whether a word is one of a language, or of the text: "Faktury", where it has "faktury", too. */
function isWord(word: string, text: string): boolean {
  return isOrdinaryWord(word) || languagesOfWord(fold(word)) !== 0 || text.includes(word.toLowerCase())
}

/** What a word may be in the first case. */
function firstCases(word: string): string[] {
  return CASES.flatMap(([ending, first]) => (ending.test(word) ? [word.replace(ending, first)] : []))
}

function letters(name: string): string {
  return fold(name).replaceAll(' ', '')
}
