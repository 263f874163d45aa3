import { iso31662 } from 'iso-3166'
import { isHost } from '../text/clean.ts'
import { fold } from './fold.ts'
import { isCoinedHan, isHan } from './han.ts'
import { languagesOfWord } from './lexicon.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { isFeature, isSectionHead, withoutSectionWords } from './sections.ts'

const LONGEST_NAME = 48
const MOST_WORDS = 5
/** A model's name is longer. */
const MOST_WORDS_OF_MODEL = 7
const CONNECTORS = new Set('of the and & by to on de la le du des del di für von und y et e for in'.split(' '))
export const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Whether it looks like a name at all: short, in title case or another script, no sentence. */
export function isNameShaped(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > LONGEST_NAME ||
    /[?;"“”<>|=\n？：；，。、！「」『』]|:(?!\p{Ll})|(?<!^(?:Dr|Mrs?))\.\s|^\d+([.,]\d+)?%?$/u.test(text)
  )
    return false
  if (isHost(text)) return true
  const words = text.split(' ')
  if (
    words.length > (/\p{Nd}/u.test(text) ? MOST_WORDS_OF_MODEL : MOST_WORDS) ||
    (CONNECTORS.has((words.at(-1) ?? '').toLowerCase()) && !/^[EY]$/.test(words.at(-1) ?? ''))
  )
    return false
  if (CJK.test(text)) return words.length <= 3 && text.length <= 20 && !/[をがはにで]|です|ます/.test(text)
  if (!/\p{Lu}/u.test(text) || /^[$€£¥]|[$€£¥] ?\p{Nd}/u.test(text)) return false
  // "adidas Adizero", "monday CRM"
  const lower = words.length > 1 && /^\p{Ll}{3,}[°+!]?$/u.test(words[0] ?? '') && /^\p{Lu}/u.test(words[1] ?? '')
  return (lower ? words.slice(1) : words).every(
    (word, i, all) =>
      /^[^\p{Ll}]*\p{Lu}|^\P{L}+$/u.test(word) ||
      hasNameShape(word) ||
      // "Quillpad 3-inch Foam", "Quillpad Mono i-Size"
      (i > 0 && /^(?:\p{Nd}+-\p{L}|\p{Ll}-\p{Lu})/u.test(word)) ||
      (i > 0 && (CONNECTORS.has(word) || (/^(?:\p{Nd}|\p{Lu}{2})/u.test(all[i + 1] ?? '') && isCoinedSmall(word)))),
  )
}

/** "vívosmart" of "Garmin vívosmart 5": a small word that is in no language's lexicon. */
function isCoinedSmall(word: string): boolean {
  return /^\p{Ll}{4,12}$/u.test(word) && isTelling(word) && languagesOfWord(fold(word)) === 0
}

/** A shape that ordinary writing doesn't have: capitals inside a word, a digit within it, a host name. */
export function hasNameShape(text: string): boolean {
  return isHost(text) || /\p{Ll}\p{Lu}|\p{L}\p{Nd}|\p{Nd}\p{L}{2}|\p{L}[+!]$|\p{L}\+\p{L}/u.test(text)
}

/** A Korean sentence or its part: a noun with its particle before more, or a verb's end. */
const HANGUL_PHRASE = /(?:[은는이가을를]|이나) |[요다까죠]$/u

/** Whether it can hardly be anything but a name: a word that no lexicon knows, a shape, a coined word. */
export function isDistinctive(name: string): boolean {
  if (isSectionHead(name)) return false
  if (CJK.test(name))
    return isHan(name)
      ? isCoinedHan(name) && !isFeature(name)
      : /[A-Za-z]{3}|[\u30a0-\u30ff]{3}|[\uac00-\ud7af]{2}/.test(withoutSectionWords(name)) && !HANGUL_PHRASE.test(name)
  if (isPlace(name) || isProvince(name)) return false
  // "API Access", "SOC 2": abbreviations and ordinary words describe; one word in capitals may be a name.
  const words = name.split(' ')
  const telling = words.filter((word) => isTelling(word) && !CONNECTORS.has(word))
  return (
    telling.some((word) => !/-/.test(word) || hasNameShape(word)) || (words.length === 1 && /^\p{Lu}{3,5}$/u.test(name))
  )
}

/** Whether a word tells whose it is: no ordinary word, no number, no short abbreviation. */
export function isTelling(word: string): boolean {
  return !/^\p{Lu}{2,4}s?$|^\p{N}+$/u.test(word) && !isOrdinaryWord(word)
}

/** Whether all its words are words of the category. */
export function isCategory(head: string, words: ReadonlySet<string>): boolean {
  return fold(head)
    .split(/\s+/)
    .every((word) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, '')))
}

/** Countries by the English name that people write, where the standard has the official one: Türkiye. */
const EVERYDAY_PLACES = [
  ...['turkey', 'czech republic', 'ivory coast', 'burma', 'swaziland', 'holland', 'england', 'scotland', 'wales'],
  ...['korea', 'macedonia', 'east timor', 'bosnia', 'palestine', 'great britain', 'britain', 'america'],
]
let places: ReadonlySet<string> | undefined

/** Whether it is a country, a language or a large city by its English name, or a country in another language. */
export function isPlace(name: string): boolean {
  if (places === undefined) {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((a) => letters.map((b) => a + b))
    const known = new Set<string>()
    for (const locale of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'ko', 'zh', 'zh-TW']) {
      const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
      for (const code of codes) known.add(regions.of(code)?.toLowerCase() ?? '')
    }
    // Continents and their parts have numbers.
    const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (let code = 1; code < 500; code += 1) known.add(regions.of(String(code).padStart(3, '0'))?.toLowerCase() ?? '')
    const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    for (const code of codes) known.add(languages.of(code.toLowerCase())?.toLowerCase() ?? '')
    for (const code of ['eu', 'uk', 'us', 'usa', 'un']) known.add(code)
    for (const name of EVERYDAY_PLACES) known.add(name)
    for (const zone of Intl.supportedValuesOf('timeZone'))
      known.add((zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase())
    places = known
  }
  // EWE isn't the language Ewe.
  if (/^\p{Lu}{3,}$/u.test(name) && name !== 'USA') return false
  return places.has(name.toLowerCase()) || places.has(fold(name))
}

let provinces: ReadonlySet<string> | undefined

/** Whether it is a state, a province or a region of a country (ISO 3166-2): "California", "Navarra". */
export function isProvince(name: string): boolean {
  provinces ??= new Set(iso31662.map((each) => fold(each.name)))
  return provinces.has(fold(name))
}
