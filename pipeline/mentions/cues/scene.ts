import { type Found, letters } from '../find/finder.ts'
import type { AnswerText, Brand } from '../names/brand.ts'
import { hasCapitalNouns, isTitled, standingAt } from '../words/context.ts'
import { hasDictionary, isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { holdsHanWord, isCoinedHan, isHan, isHanWord, standsBetweenWords } from '../words/han.ts'
import { languageBit, languageName, languageOf, languagesOfWord } from '../words/lexicon.ts'
import { hasNameShape } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isEnglishCompound } from '../words/ordinary.ts'
import { isBoundedHan, isBoundedKana, isBoundedRight, isJapaneseObject, leadsEmphasis, standsApart } from './bounds.ts'

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
const KATAKANA_END = /[\p{Script=Katakana}ー]/u
const HANGUL_END = /\p{Script=Hangul}/u
/** 結城つむぎ: hiragana go on from Han characters as one word, but for what is called 会社 before its name. */
const HAN_END = /(?!社)\p{Script=Han}/u
const HANGUL_BARE =
  /(?:은|는|이|가|을|를|의|에|서|로|와|과|도|만|면|고|며|지|한|된|던|적인|할|든|나|요|다|죠|및|등|용|째|밖|중|론|엔|건|게|히|려|라|해|번|개|인 )$/u

/** What is read of an answer once and asked for each name in it. */
export interface Scene {
  readonly answer: AnswerText
  readonly clean: string
  readonly found: readonly Found[]
  /** Whether it is a word of the question, in either number. */
  readonly asked: (word: string) => boolean
  /** Whether every noun has a capital letter. */
  readonly capitalNouns: () => boolean
  /** The one-word names that stand as a common noun somewhere in the answer. */
  readonly nouns: () => ReadonlySet<string>
  /** The bit of its language, as the lexicon has it. */
  readonly language: () => number
  /** The brands found under a name that is no ordinary word. */
  readonly sure: () => ReadonlySet<Brand>
  /** The brands that somewhere have a capital letter of their own in a sentence. */
  readonly own: () => ReadonlySet<Brand>
}

export function createScene(answer: AnswerText, clean: string, found: readonly Found[]): Scene {
  let capitalNouns: boolean | undefined
  let nouns: Set<string> | undefined
  let sure: Set<Brand> | undefined
  let own: Set<Brand> | undefined
  let language: number | undefined
  let words: Set<string> | undefined
  const german = (): boolean => {
    capitalNouns ??= hasCapitalNouns(clean)
    return capitalNouns
  }
  return {
    answer,
    clean,
    found,
    asked: (word) => {
      words ??= new Set(answer.question.toLowerCase().match(/\p{L}{3,}/gu))
      const lower = word.toLowerCase()
      return words.has(lower) || words.has(`${lower}s`) || words.has(lower.replace(/s$/, ''))
    },
    capitalNouns: german,
    language: () => {
      language ??= languageOf(clean)
      return language
    },
    sure: () => {
      sure ??= new Set(found.flatMap(({ pattern }) => (pattern.ambiguous ? [] : [pattern.brand])))
      return sure
    },
    own: () => {
      own ??= new Set(
        found.flatMap(({ pattern, start, end }) =>
          standingAt(clean, start, end, german()) === 'own' ? [pattern.brand] : [],
        ),
      )
      return own
    },
    nouns: () => {
      if (nouns === undefined) {
        const standing = found.filter((match) => isNounAt(clean, match))
        nouns = new Set(standing.length > 0 && german() ? standing.map(({ pattern }) => pattern.folded) : [])
        language ??= languageOf(clean)
        for (const match of found)
          if (isWrittenSmall(clean, match, language) || isCompounded(clean, match)) nouns.add(match.pattern.folded)
      }
      return nouns
    },
  }
}

/** Whether a name that no lexicon knows is a word of the language there. */
export function isWordHere(scene: Scene, match: Found): boolean {
  const { clean } = scene
  // Scripts without capital letters.
  const text = clean.slice(match.start, match.end)
  if (clean.charCodeAt(match.start) < 0x2e80) {
    return isLatinWord(scene, match, text) || scene.nouns().has(match.pattern.folded)
  }
  // "위하고(WEHAGO)"
  if (/^ ?[（(][A-Z][A-Za-z.& ]{2,24}[)）]/.test(clean.slice(match.end, match.end + 30))) return false
  if (isHan(text) && (!isCoinedHan(text) || holdsHanWord(text))) {
    if (isJapaneseObject(clean, match) && isHanWord(text)) return true
    // 神州云动 is no word, though 神州 is.
    const named =
      text.length > 2 &&
      match.pattern.brand.own !== true &&
      !isHanWord(text) &&
      isBoundedRight(clean, match.end) &&
      standsBetweenWords(clean, match.start, match.end)
    return !named && !isBoundedHan(clean, match) && !leadsEmphasis(clean, match)
  }
  if (/^\p{Script=Hiragana}+$/u.test(text))
    return (
      !isBoundedKana(clean, match) ||
      (isJapaneseObject(clean, match) && isHanWord(text)) ||
      scene.nouns().has(match.pattern.folded)
    )
  if (isHan(text) && text.length === 2 && match.pattern.brand.own === true)
    return !standsApart(clean, match, scene.answer.question)
  // "カルクしたい": a verb.
  if (
    /^\p{Script=Katakana}/u.test(text) &&
    /^(?:する|した|して|しな|しま|され|させ)/.test(clean.slice(match.end, match.end + 2))
  )
    return true
  if (/^\p{Script=Katakana}/u.test(text)) return isSecondHalf(clean, match) || scene.nouns().has(match.pattern.folded)
  if (!/^\p{Script=Hangul}/u.test(text)) return false
  // 안심이 됩니다
  if (/^(?:이|가)? ?(?:되|됩|될|된|돼)/u.test(clean.slice(match.stem ?? match.end, match.end + 4))) return true
  if (isKoreanWordAt(clean, match, text)) return true
  return isAfterBareNoun(scene, match) || scene.nouns().has(match.pattern.folded)
}

/**
 * Whether all of it is words of the text's language: frequent ones, or those of its dictionary, rare ones too, where it has no
 * capital letter of its own in the sentence.
 */
function isLatinWord(scene: Scene, { start, end, pattern }: Found, text: string): boolean {
  const language = scene.language()
  if (language === 0 || hasNameShape(text)) return false
  if (pattern.folded.split(' ').every((word) => nativeOf(language)(word) === 2)) return true
  const capital =
    /^\p{Lu}{2,}$/u.test(text) ||
    (/^\p{Lu}/u.test(text) &&
      standingAt(scene.clean, start, end, scene.capitalNouns()) === 'own' &&
      !isTitled(scene.clean, start))
  return !capital && text.split(/[ -]/).every((word) => isDictionaryWord(languageName(language), word))
}

/** Whether Han characters stand right before katakana, and both make the emphasised name of somebody else: **予約ルームズ**. */
function isSecondHalf(clean: string, { start, end }: Found): boolean {
  return (
    /(?:\*\*|「|\| ?)\p{Script=Han}{1,6}$/u.test(clean.slice(Math.max(0, start - 9), start)) &&
    /^(?:\*\*|」| ?\|)/u.test(clean.slice(end, end + 2))
  )
}

/** What recommends something, behind its particle. */
const KOREAN_CHOSEN = /^ ?(?:추천|권|선택|고르|골라|쓰|사용|이용|비교|고려|검토|도입|시작|하세|가세)/u

/** Whether a name that is a Korean word stands as one: as what somebody does something to, before another word, or as a question. */
function isKoreanWordAt(clean: string, { start, end, stem, pattern }: Found, text: string): boolean {
  const name = stem === undefined ? text : clean.slice(start, stem)
  const after = clean.slice(end, end + 12)
  if (/[요죠까니]$/u.test(name) && /^[*_]*[?!.]/u.test(after)) return true
  if ((languagesOfWord(pattern.folded) & languageBit('korean')) === 0 && !isDictionaryWord('korean', name)) return false
  if (stem === undefined) {
    const next = /^ (\p{Script=Hangul}{2,8}?)(?:은|는|이|가|을|를|의|에|로|와|과|도)?(?!\p{Script=Hangul})/u.exec(
      after,
    )?.[1]
    return next !== undefined && languagesOfWord(fold(next)) !== 0
  }
  return /(?:을|를|만|에|에서|으로|로)$/u.test(clean.slice(stem, end)) && !KOREAN_CHOSEN.test(after)
}

/** Whether a Korean noun without a particle stands before it, whose second half it then is. */
function isAfterBareNoun({ clean, answer }: Scene, { start, pattern }: Found): boolean {
  const before = /(\p{Script=Hangul}{1,12}) $/u.exec(clean.slice(Math.max(0, start - 14), start))?.[1]
  if (before === undefined || HANGUL_BARE.test(before) || answer.question.includes(before)) return false
  // 2만 원대인
  return pattern.brand.own === true || !before.endsWith('인')
}

/**
 * Whether a name that has a capital letter is written small as a word of the language: "chroma noise", "the wallbox". What
 * no dictionary knows is the name, however small ("get a claryva").
 */
function isWrittenSmall(clean: string, { pattern, start, end, rule }: Found, language: number): boolean {
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
  return (
    (plural || SMALL_BEFORE.test(clean.slice(Math.max(0, start - 20), start))) &&
    words.every((word) => mayBeWord(language, word))
  )
}

/** Whether it is a word of the language or a compound; also where no dictionary could tell. */
function mayBeWord(language: number, word: string): boolean {
  const name = language === 0 ? 'english' : languageName(language)
  return !hasDictionary(name) || nativeOf(language)(word) > 0 || isDictionaryWord(name, word) || isEnglishCompound(word)
}

/** Whether it is part of a longer word in a script without spaces between words, so that it may be a word by itself. */
function isCompounded(clean: string, { start, end, rule }: Found): boolean {
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
