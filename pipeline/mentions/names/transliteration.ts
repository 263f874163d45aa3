import anyAscii from 'any-ascii'
import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { isOtherScript } from '../words/han-scripts.ts'
import { isKatakanaWord, languagesOfWord } from '../words/lexicon.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import { isSectionHead } from '../words/sections.ts'
import type { AnswerText } from './brand.ts'

/** Runs of letters of the scripts that names are written in by their sound. */
const SOUNDED = /[ァ-ヶー]{2,24}|[가-힣]{2,12}|(?<!\p{L})\p{Lu}[\p{Script=Cyrillic}]{3,24}/gu
const MAY_SOUND = /[ァ-ヶ가-힣]|\p{Script=Cyrillic}{4}/u
/** What stands behind a Korean noun. */
const PARTICLES = /(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만|부터|보다|처럼|이나|나|인|이다|랑)$/u
/**
 * So many consonants hardly agree by chance; one less is enough where the first vowel agrees too, or in katakana, which
 * foreign words are written in.
 */
const ENOUGH = 4

/** How a word sounds: its consonants, those that sound alike as one letter, and its first vowel. */
interface Sound {
  readonly consonants: string
  readonly vowel: string
}

/**
 * How the answers write names in another script, by the sound: for each name in Latin letters, the words in katakana,
 * Hangul or Cyrillic letters whose consonants are its own ("퀵북스" for QuickBooks, "ナッシング" for Nothing). A word that
 * sounds like several names is nobody's.
 */
export function soundedSpellings(names: readonly string[], answers: readonly AnswerText[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  addHanVariants(found, names, answers)
  addUmlauts(found, names, answers)
  const texts = answers.filter(({ text }) => MAY_SOUND.test(text))
  if (texts.length === 0) return found
  const bySound = new Map<string, Map<string, string>>()
  // "ヌナ" is Nuna letter by letter.
  const byLetters = new Map(names.flatMap((name) => (name.length > 3 ? [[name.toLowerCase(), name]] : [])))
  for (const name of names) {
    for (const { consonants, vowel } of soundsOfLatin(name))
      bySound.set(consonants, (bySound.get(consonants) ?? new Map()).set(name, vowel))
  }
  for (const word of new Set(texts.flatMap(({ text }) => text.match(SOUNDED) ?? []))) {
    for (const written of spellingsIn(word)) {
      if (languagesOfWord(fold(written)) !== 0 || isSectionHead(written)) continue
      const same = byLetters.get(anyAscii(written).toLowerCase())
      if (same !== undefined) {
        found.set(same, (found.get(same) ?? new Set()).add(written))
        continue
      }
      const { consonants, vowel } = soundOf(written)
      // モデル for Motteru: so few agree by chance with a word that everybody uses.
      if (consonants.length < ENOUGH - 1 || (consonants.length < ENOUGH && isKatakanaWord(written))) continue
      const alike = [...(bySound.get(consonants) ?? [])]
      const [only, ...others] = alike
      if (only === undefined || others.length > 0) continue
      const [name, first] = only
      if (consonants.length < ENOUGH && first !== vowel && !/^[ァ-ヶ]/.test(written)) continue
      if (/^[가-힣]/.test(written) && isDictionaryWord('korean', written)) continue
      found.set(name, (found.get(name) ?? new Set()).add(written))
    }
  }
  return found
}

/** A word with a capital letter and an "ae", "oe" or "ue" in it. */
const UMLAUT = /(?<![\p{L}\p{N}])\p{Lu}\p{L}*(?<=[aou])e\p{L}*/gu
/** Fewer letters than this are alike by chance, where a name has no umlaut of its own. */
const SHORTEST_UMLAUT = 5

/** "Zettelmueller" for Zettelmüller, whose dots a proposed name may have lost. */
function addUmlauts(found: Map<string, Set<string>>, names: readonly string[], answers: readonly AnswerText[]): void {
  const words = new Set(answers.flatMap(({ text }) => text.match(UMLAUT) ?? []).filter((word) => !isOrdinaryWord(word)))
  if (words.size === 0) return
  const byLetters = new Map(names.map((name) => [fold(name), name]))
  for (const word of words) {
    const short = fold(word).replace(/([aou])e/g, '$1')
    const name = byLetters.get(short)
    if (name !== undefined && (short.length >= SHORTEST_UMLAUT || /[äöü]/iu.test(name.normalize('NFC'))))
      found.set(name, (found.get(name) ?? new Set()).add(word))
  }
}

/** A word as it may be a name: without the particle behind it, and with it where it sounds otherwise so. */
function spellingsIn(word: string): string[] {
  const stem = word.replace(PARTICLES, '')
  return stem === word || soundOf(stem).consonants === soundOf(word).consonants ? [stem] : [word, stem]
}

/** Fewer Han characters than this are read alike by chance. */
const SHORTEST_HAN = 3

/**
 * Names of Han characters that the answers write with others of the same reading, as traditional and simplified ones are:
 * 紛享銷客; of two characters where each is the same or the other script's.
 */
function addHanVariants(
  found: Map<string, Set<string>>,
  names: readonly string[],
  answers: readonly AnswerText[],
): void {
  const byReading = new Map<string, string | null>()
  const lengths = new Set<number>()
  for (const name of names) {
    if (!/^\p{Script=Han}{2,}$/u.test(name)) continue
    const reading = anyAscii(name)
    byReading.set(reading, byReading.has(reading) ? null : name)
    lengths.add(name.length)
  }
  if (lengths.size === 0) return
  for (const { text } of answers) {
    for (const [run] of text.matchAll(/\p{Script=Han}{2,}/gu)) {
      for (const length of lengths) {
        for (let at = 0; at + length <= run.length; at += 1) {
          const written = run.slice(at, at + length)
          const name = byReading.get(anyAscii(written)) ?? null
          if (name === null || name === written) continue
          if (length >= SHORTEST_HAN || isOtherScript(written, name))
            found.set(name, (found.get(name) ?? new Set()).add(written))
        }
      }
    }
  }
}

/**
 * How the answers write a name by its sound, however few its consonants are, where its vowels are alike, too: アコール for Acall, 처브
 * for Chubb. None where `given`, the names that it goes by, have one in another script; and a word that everybody uses is no name.
 */
export function nearSpellings(name: string, given: readonly string[], answers: readonly AnswerText[]): string[] {
  if (given.some((one) => MAY_SOUND.test(one))) return []
  const consonants = soundsOfLatin(name).map((sound) => sound.consonants)
  if (!consonants.some((sound) => sound.length > 1)) return []
  const vowels = vowelsOf(name)
  const words = new Set(answers.flatMap(({ text }) => text.match(SOUNDED) ?? []).flatMap(spellingsIn))
  return [...words].filter(
    (word) =>
      consonants.includes(soundOf(word).consonants) &&
      areAlike(vowelsOf(word), vowels) &&
      !isKatakanaWord(word) &&
      !isDictionaryWord('korean', word),
  )
}

/** The vowels of a word, without one that only closes it or parts its consonants. ㅓ is what English writes as u. */
function vowelsOf(word: string): string {
  return anyAscii(word)
    .toLowerCase()
    .replace(/eu(?=[^aeiou])/g, '')
    .replace(/eo|eu/g, 'u')
    .replace(/y(?![aeiou])/g, 'i')
    .replace(/(?<=[^aeiou])[ue]$/, '')
    .replace(/(?<=s)u(?=[^aeiou])/g, '')
    .replace(/[^aeiou]+/g, '')
}

/** Equal vowels, or all of several but one. */
function areAlike(vowels: string, others: string): boolean {
  if (vowels === others) return vowels !== ''
  const [short, long] = vowels.length < others.length ? [vowels, others] : [others, vowels]
  const isOneMore = [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
  const isOneOther = short.length === long.length && [...short].filter((vowel, at) => vowel !== long[at]).length === 1
  return short.length > 1 && (isOneMore || isOneOther)
}

/** Whether a word in another script has just the consonants of a name in Latin letters, few as they may be. */
export function soundsLike(word: string, latin: string): boolean {
  const { consonants } = soundOf(word)
  return consonants.length > 1 && soundsOfLatin(latin).some((sound) => sound.consonants === consonants)
}

/** Whether it sounds like one of a brand's spellings that is an ordinary English word, and so may be one in Korean or Japanese, too: 플로우, Flow. */
export function isLoanword(word: string, spellings: readonly string[]): boolean {
  return spellings.some(
    (spelling) => /^[a-z]+$/i.test(spelling) && isOrdinaryWord(spelling) && soundsLike(word, spelling),
  )
}

function soundOf(word: string): Sound {
  // A closing ㅅ is spoken as t; a small ッ, a long vowel and the dot of 닷컴 are no sounds of their own.
  const latin = [...word.replace(/닷(?=컴|넷)|ドット(?=コム|ネット)|[ッー]/g, '')]
    .map((letter) => {
      const point = letter.codePointAt(0) ?? 0
      const plain = anyAscii(letter).toLowerCase()
      return point >= 0xac00 && point <= 0xd7a3 && (point - 0xac00) % 28 === 19 ? plain.replace(/s$/, 't') : plain
    })
    .join('')
    .replace(/ng(?:e?u)?$/, 'n')
  return heard(/^[ァ-ヶ]/.test(word) ? latin.replace(/ts/g, 's') : latin)
}

/** The ways a name in Latin letters may sound; none for other names. */
function soundsOfLatin(name: string): Sound[] {
  if (!/^[\p{Script=Latin}\s.&'-]+$/u.test(name)) return []
  const latin = anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^kn/, 'n')
    .replace(/mpt/g, 'mt')
    .replace(/gh(?![aeiou])/g, '')
    .replace(/ng$/, 'n')
    .replace(/[tc]i(?=[ao])/g, 's')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/r(?:e$|(?![aeiouy]))/g, '')
  const sounds = new Map<string, Sound>()
  for (const th of ['s', 't']) {
    for (const ch of ['s', 'k']) {
      for (const g of ['k', 's']) {
        const sound = heard(
          latin
            .replace(/th/g, th)
            .replace(/t?ch/g, ch)
            .replace(/g(?=[eiy])/g, g),
        )
        sounds.set(sound.consonants, sound)
      }
    }
  }
  return [...sounds.values()]
}

function heard(latin: string): Sound {
  const consonants = latin
    .replace(/([a-z])\1+/g, '$1')
    .replace(/ck/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/ph/g, 'p')
    .replace(/sh|ch/g, 's')
    .replace(/[bfv]/g, 'p')
    .replace(/[cgq]/g, 'k')
    .replace(/[zj]/g, 's')
    .replace(/d/g, 't')
    .replace(/r/g, 'l')
    .replace(/[^klmnpst]/g, '')
  return { consonants, vowel: /[aeiou]/.exec(latin)?.[0] ?? '' }
}
