import type { Found } from '../find/finder.ts'
import { isHardlyGerman } from '../prose/abroad.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { languageName, languageOf } from '../words/lexicon.ts'
import { isTelling } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import type { Line } from './lines.ts'

/** The rest of a product's name behind the name that leads a line, up to what is said of it. */
const TAIL = /^((?: [\p{Lu}\p{N}&+][^\s*_|:：]*){1,7})(?:(?:\*\*|__)(?= \p{Ll})|(?:\*\*|__)?(?: ?[–—(|:：]| - |$|\n))/u
/** The first word of a line, behind its marks. */
const FIRST = /^(?:[\s>|#*_\d.)+•●▪–·-]|\p{Extended_Pictographic}\ufe0f?)*(\p{L}[\p{L}\p{M}.&+-]*)( [\p{Lu}\p{N}])?/u
/** What a head in small letters ends with; in bold words of the product's name go before: "**golden formula mini**:". */
const SMALL_HEAD = /^(?:(?:,? [\p{Ll}\p{N}]+){1,5}[*_]{2})?[*_]*(?: ?:| [–—-] | *\|)/u
const MOST_OF_MODEL = 3
/** So many lines beside it begin with names. */
const FEWEST = 2

/**
 * Whether the product's name, an ordinary word, leads its line before the rest of a name, where most of the lines `beside` it
 * begin with a word that no lexicon knows: "Native Coconut" beside "Lumex Santal" and "Vokirn Bergamot". No name of a rival
 * is asked, as none may decide whether the product is named.
 */
export function leadsAmongTelling(clean: string, { start, end }: Found, beside: readonly Line[]): boolean {
  // "- keen: warm" beside "- vokiro: cheap": where each name is written small, a word is, too.
  const small = /^\p{Ll}/u.test(clean.slice(start, end))
  if (small && !SMALL_HEAD.test(clean.slice(end, end + 48))) return false
  const tail =
    TAIL.exec(clean.slice(end, end + 80))?.[1]
      ?.trim()
      .split(' ') ?? []
  // "Private Internet Access": several ordinary words more make a longer name, but where others have more words, too.
  const longer = !small && tail.length !== 1 && !tail.some((word) => /\d/.test(word) || isTelling(word))
  if (longer && (tail.length === 0 || tail.length > MOST_OF_MODEL)) return false
  const language = languageOf(clean)
  const name = languageName(language)
  const native = nativeOf(language)
  const tells = (line: Line): boolean => {
    const [, word, more] = FIRST.exec(clean.slice(line.start, line.end)) ?? []
    if (longer && more === undefined) return false
    if (word === undefined || (!small && !/^\p{Lu}/u.test(word)) || !isTelling(word)) return false
    return (
      native(fold(word)) === 0 &&
      !isDictionaryWord(small && name === '' ? 'english' : name, word) &&
      (name !== 'german' || isHardlyGerman(word))
    )
  }
  const telling = beside.filter(tells).length
  return telling >= FEWEST && telling * 2 >= beside.length
}
