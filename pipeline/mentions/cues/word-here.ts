import type { Found } from '../find/finder.ts'
import { isLoanword } from '../names/transliteration.ts'
import { standingAt } from '../words/context.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { holdsHanWord, isCoinedHan, isHan, isHanWord, isJapanesePhrase, standsBetweenWords } from '../words/han.ts'
import { isKatakanaWord, languageName } from '../words/lexicon.ts'
import { hasNameShape } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isBoundedHan, isBoundedKana, isBoundedRight, isJapaneseObject, leadsEmphasis, standsApart } from './bounds.ts'
import { isAskedBesideUnknown, isAskedOf, isClaimedInCjk } from './cjk-claims.ts'
import { isHanWordClaimed, kindLength } from './han-claims.ts'
import { isKoreanWordHere } from './korean-word.ts'
import { beginsRemark } from './label-cues.ts'
import type { Scene } from './scene.ts'
import { isTitled } from './titled.ts'

/** Whether a name that no lexicon knows is a word of the language there. */
export function isWordHere(scene: Scene, match: Found): boolean {
  const { clean } = scene
  const text = clean.slice(match.start, match.end)
  // Below: scripts without capital letters.
  if (clean.charCodeAt(match.start) < 0x2e80) {
    return (isLatinWord(scene, match, text) || scene.nouns().has(match.pattern.folded)) && !isAskedInParts(scene, text)
  }
  if (match.pattern.brand.own === true && (isKanaWordAt(clean, match) || isVerbAt(clean, match, text))) return true
  // "위하고(WEHAGO)"
  if (/^ ?[（(][A-Z][A-Za-z.& ]{2,24}[)）]/.test(clean.slice(match.end, match.end + 30))) return false
  // 舒適牌, the brand 舒適
  if (/^\p{Script=Han}{2,}牌$/u.test(text)) return false
  if (isHan(text) && (!isCoinedHan(text) || holdsHanWord(text))) {
    if (isJapaneseObject(clean, match) && isHanWord(text)) return true
    const unclaimed = (): boolean => !isHanWordClaimed(scene, match) && !leadsEmphasis(clean, match)
    if (match.pattern.brand.own === true && isHanWord(text) && unclaimed()) return true
    // 神州云动 is no word, though 神州 is.
    const named =
      text.length > 2 &&
      match.pattern.brand.own !== true &&
      !isHanWord(text) &&
      isBoundedRight(clean, match.end) &&
      standsBetweenWords(clean, match.start, match.end)
    const kind = isHanWord(text) ? kindLength(clean, match.end, scene.answer.question) : 0
    return !named && !isBoundedHan(clean, { ...match, end: match.end + kind }) && !leadsEmphasis(clean, match)
  }
  if (/^\p{Script=Hiragana}+$/u.test(text))
    return (
      (!isBoundedKana(clean, match) && !isClaimedInCjk(clean, match.start, match.end)) ||
      (isJapaneseObject(clean, match) && isHanWord(text)) ||
      scene.nouns().has(match.pattern.folded)
    )
  if (match.pattern.brand.own === true && isJapanesePhrase(text)) return !isClaimedInCjk(clean, match.start, match.end)
  if (isHan(text) && text.length === 2 && match.pattern.brand.own === true)
    return !standsApart(clean, match, scene.answer.question)
  // "坂道もスイスイ走れます": how something is done.
  if (TWICE.test(text) && /^と?\p{Script=Han}/u.test(clean.slice(match.end, match.end + 2))) return true
  // "カルクしたい": a verb.
  if (/^\p{Script=Katakana}/u.test(text) && JAPANESE_DONE.test(clean.slice(match.end, match.end + 2))) return true
  if (match.pattern.brand.own === true && (isKatakanaWord(text) || isLoanword(text, match.pattern.brand.spellings))) {
    const end = match.end + kindLength(clean, match.end, scene.answer.question)
    const { question } = scene.answer
    return (
      !isClaimedInCjk(clean, match.start, end) && !isAskedBesideUnknown(question, text) && !isAskedOf(question, text)
    )
  }
  if (/^\p{Script=Katakana}/u.test(text)) return isSecondHalf(clean, match) || scene.nouns().has(match.pattern.folded)
  return /^\p{Script=Hangul}/u.test(text) && isKoreanWordHere(scene, match, text)
}

/** Whether the question has the name in parts: "delonghi" where it asks for the one "de longhi". */
export function isAskedInParts({ answer: { question } }: Scene, text: string): boolean {
  const words = fold(question).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word, at) => {
    const two = word + (words[at + 1] ?? '')
    return word !== text && (two === text || two + (words[at + 2] ?? '') === text)
  })
}

const JOINED_CAPITALS = /^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u

/**
 * Whether all of it is words of the text's language: frequent ones, or those of its dictionary, rare ones too, where it has no
 * capital letter of its own in the sentence.
 */
function isLatinWord(scene: Scene, { start, end, pattern }: Found, text: string): boolean {
  const language = scene.language()
  // "¡listo!", "château d'eau"
  const words = text.replace(/^¡|!+$/gu, '')
  if (language === 0 || hasNameShape(words)) return false
  // "Vos-Factures"
  if (JOINED_CAPITALS.test(text) && !scene.capitalNouns() && !isTitled(scene.clean, start)) return false
  if (pattern.folded.split(' ').every((word) => nativeOf(language)(word) === 2)) return true
  const capital =
    /^\p{Lu}{2,}$/u.test(text) ||
    (/^\p{Lu}/u.test(text) &&
      standingAt(scene.clean, start, end, scene.capitalNouns()) === 'own' &&
      !isTitled(scene.clean, start) &&
      !(pattern.brand.own === true && beginsRemark(scene.clean, start, end)))
  const isWord = (word: string): boolean => isDictionaryWord(languageName(language), word)
  return !capital && words.split(/[ -]|(?<!\p{L})\p{L}[’']/u).every((word) => word === '' || isWord(word))
}

/** スイスイ, サラサラ */
const TWICE = /^(\p{Script=Katakana}{2})\1$/u
const JAPANESE_DONE = /^(?:する|した|して|しな|しま|しよ|すれ|され|させ|でき)/
/** A verb's form behind one that says what is done meanwhile: 요리하다 보면. */
const KOREAN_MEANWHILE = /^ \p{Script=Hangul}{0,4}?[하되보나가들][지는면니고서게](?!\p{Script=Hangul})/u

/** Whether the product's name is a verb there: 楽々精算できる, 요리하다 당황하지. */
function isVerbAt(clean: string, { end, stem }: Found, text: string): boolean {
  const after = clean.slice(end, end + 10)
  if (/\p{Script=Han}$/u.test(text)) return JAPANESE_DONE.test(after)
  return stem === undefined && /^\p{Script=Hangul}{2,}다$/u.test(text) && KOREAN_MEANWHILE.test(after)
}

/** Whether kana are an adjective, スマートな操作, or the second half of a name that Latin letters begin: auひかり. */
function isKanaWordAt(clean: string, { start, end }: Found): boolean {
  const text = clean.slice(start, end)
  if (!/^[\u3041-\u30ff]+$/u.test(text)) return false
  // カラー印刷
  if (isKatakanaWord(text) && /^\p{Script=Han}/u.test(clean.charAt(end))) return true
  return /^な(?![らどんのに]|$)/u.test(clean.slice(end, end + 2)) || /[A-Za-z]/.test(clean.charAt(start - 1))
}

/** Whether Han characters stand right before katakana, and both make the emphasised name of somebody else: **予約ルームズ**. */
function isSecondHalf(clean: string, { start, end }: Found): boolean {
  return (
    /(?:\*\*|「|\| ?)\p{Script=Han}{1,6}$/u.test(clean.slice(Math.max(0, start - 9), start)) &&
    /^(?:\*\*|」| ?\|)/u.test(clean.slice(end, end + 2))
  )
}
