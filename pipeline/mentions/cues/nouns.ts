import { type Found, letters } from '../find/finder.ts'
import { hasDictionary, isDictionaryWord } from '../words/dictionary.ts'
import { languageName } from '../words/lexicon.ts'
import { CJK } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isCompound, isOrdinaryWord } from '../words/ordinary.ts'

const DETERMINERS =
  'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner wenig viel weniger mehr etwas ans am im beim zum zur vom dieser diese dieses diesen diesem jeder jede jedes ihr ihre ihren ihrem dein deine deinen deinem sein seine seinen seinem unser unsere meinen meinem mein meine euer eure euren eurem lästige lästigen ganze ganzen'
const GERMAN_DETERMINER = new RegExp(
  `(?<!\\p{L})(?:${DETERMINERS.replaceAll(' ', '|')}) (?:\\p{Ll}{2,}e[nrsm]? )?$`,
  'iu',
)
/** Before a common noun: articles, and how many. */
export const SMALL_BEFORE =
  /(?<!\p{L})(?:a|an|the|my|your|our|their|its|this|that|each|every|any|some|no|more|un|une|la|le|les|des|du|mon|votre|el|los|las|una|unos|su|sus|tu|il|lo|gli|uno|al|alla|del|della|dal|dalla|o|os|as|um|uma|ao|do|da|no|na|het|een|de|tej|ten|ta|to|tę|varias|varios|muchas|muchos|plusieurs|molti|molte|várias|vários|muitas|several|many|few|two|three|four) $/iu
/** Before one of many, and hardly before a name. */
const ONE_BEFORE =
  /(?<!\p{L})(?:une?|una|uno|um|uma|een|geen|kein|keine|eine?|jeden|jedna|jedną|żaden|quante|quanti|cuántas|cuántos|quantas|quantos) $/iu
/** So much of a text is read for how its sentences begin, in UTF-16 units. */
const SAMPLE = 2_000
const KATAKANA_END = /[\p{Script=Katakana}ー]/u
const HANGUL_END = /\p{Script=Hangul}/u
/** 結城つむぎ: hiragana go on from Han characters as one word, but for what is called 会社 before its name. */
const HAN_END = /(?!社)\p{Script=Han}/u

/**
 * Whether a name that has a capital letter is written small as a word of the language: "chroma noise", "the wallbox". What
 * no dictionary knows is the name, however small ("get a claryva").
 */
export function isWrittenSmall(clean: string, { pattern, start, end, rule }: Found, language: number): boolean {
  const first = clean.charCodeAt(start)
  if (first < 0x61 || (first > 0x7a && first < 0xdf) || first > 0x2af) return false
  const text = clean.slice(start, end)
  if (!/^[\p{Ll}\s]+$/u.test(text)) return false
  // "une station de vidage": what is proposed with small letters alone, of several words or one of many.
  if (pattern.written.has(letters(text)))
    return (
      pattern.brand.own !== true &&
      (/\p{Ll} \p{Ll}/u.test(text) || ONE_BEFORE.test(clean.slice(Math.max(0, start - 12), start)))
    )
  const plural = rule === 'inflected' && text.endsWith('s')
  const words = (plural ? text.slice(0, -1) : text).split(' ')
  if (language === 0 && words.every((word) => isDictionaryWord('english', word))) return true
  // "heatmaps", "fast rollout": two ordinary words in one.
  if (
    language === 0 &&
    pattern.brand.own === true &&
    words.every((word) => isOrdinaryWord(word) || isCompound(word)) &&
    ![...pattern.written].some((name) => /\p{Ll}\p{Lu}/u.test(name)) &&
    !CJK.test(clean.slice(0, 200)) &&
    !isWrittenAllSmall(clean)
  )
    return true
  return (
    (plural || SMALL_BEFORE.test(clean.slice(Math.max(0, start - 20), start))) &&
    words.every((word) => mayBeWord(language, word))
  )
}

/** Whether most sentences of a text begin with a small letter. */
export function isWrittenAllSmall(clean: string): boolean {
  const begins = clean.slice(0, SAMPLE).match(/(?:^|[.!?]\s+|\n)\p{L}/gu) ?? []
  return begins.filter((begin) => /\p{Ll}$/u.test(begin)).length * 2 > begins.length
}

/** Whether it is a word of the language or a compound; also where no dictionary could tell. */
function mayBeWord(language: number, word: string): boolean {
  const name = language === 0 ? 'english' : languageName(language)
  return !hasDictionary(name) || nativeOf(language)(word) > 0 || isDictionaryWord(name, word) || isCompound(word)
}

/** Whether it is part of a longer word in a script without spaces between words, so that it may be a word by itself. */
export function isCompounded(clean: string, { start, end, rule }: Found): boolean {
  if (clean.charCodeAt(start) < 0x3041) return false
  const name = clean.slice(start, end)
  if (rule === 'inflected') return false
  const script = /^\p{Script=Katakana}+$/u.test(name)
    ? KATAKANA_END
    : /^\p{Script=Hangul}+$/u.test(name)
      ? HANGUL_END
      : /^\p{Script=Hiragana}+$/u.test(name)
        ? HAN_END
        : null
  if (script === null) return false
  for (let at = clean.indexOf(name); at > 0; at = clean.indexOf(name, at + 1))
    if (script.test(clean.charAt(at - 1))) return true
  return false
}

/** Whether it stands as a German noun: one capitalised word behind an article, not before the rest of a name. */
export function isNounAt(clean: string, { start, end }: Found): boolean {
  // An article ends in one of these letters; most names cost no more than this.
  if (clean.charAt(start - 1) !== ' ' || !'rsenmlg'.includes(clean.charAt(start - 2))) return false
  return (
    /^\p{Lu}\p{Ll}+$/u.test(clean.slice(start, end)) &&
    GERMAN_DETERMINER.test(clean.slice(Math.max(0, start - 28), start)) &&
    !/^(?:[ ]?[-*_]*[ ]?[\p{Lu}\p{N}]|-)/u.test(clean.slice(end, end + 6))
  )
}
