import { cleanText } from '../text/clean.ts'
import { fullMarks, writesCjk } from '../words/cjk-words.ts'
import { hasCapitalNouns } from '../words/context.ts'
import { languageName, languageOf } from '../words/lexicon.ts'
import { CJK } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import { GERMAN, type Writing } from '../words/runs.ts'

/** A smaller part of the words of an English text is hardly in the lexicon. */
const MOSTLY_ENGLISH = 0.85
/** So many words of a text tell its language. */
const MANY_WORDS = 40

/** The text of an answer, as names are read from it. */
export interface Reading {
  readonly text: string
  readonly clean: string
  /** The same, in Chinese, Japanese and Korean with the marks of full width. */
  readonly marked: string
  readonly writing: Writing
  /** Written in Chinese, Japanese or Korean. */
  readonly cjk: boolean
}

/** What is known of a text before any name is read: without its links and sources, and in what language it is written. */
export function readText(text: string): Reading {
  const clean = cleanText(text)
  const cjk = writesCjk(clean)
  return { text, clean, marked: cjk ? fullMarks(clean) : clean, writing: writingOf(clean), cjk }
}

/** How the text writes its nouns, and whether most of its words are unknown to the English lexicon. */
function writingOf(clean: string): Writing {
  const nouns = hasCapitalNouns(clean)
  const sample = clean.slice(0, 2000)
  const words = sample.match(/(?<![\p{L}\p{N}])\p{Ll}{3,}(?![\p{L}\p{N}])/gu) ?? []
  const english = words.filter((word) => isOrdinaryWord(word)).length / words.length
  // An English text may give names in their own script, too.
  const glossed = english > MOSTLY_ENGLISH && words.length > MANY_WORDS && !writesCjk(sample)
  if (CJK.test(sample) && !glossed) return { nouns, foreign: true, native: nativeOf(0), language: '' }
  if (nouns) return GERMAN
  // French has many a word that English has too.
  const language = english < MOSTLY_ENGLISH ? languageOf(clean) : 0
  const foreign = language !== 0 || english < 0.5
  return { nouns, foreign, native: nativeOf(language), language: languageName(language) }
}
