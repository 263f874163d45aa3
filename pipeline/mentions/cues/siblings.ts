import type { Found } from '../find/finder.ts'
import { isHardlyGerman } from '../prose/abroad.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { languageName, languageOf } from '../words/lexicon.ts'
import { isTelling } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import type { Line } from './lines.ts'

/** The rest of a product's name behind the name that leads a line, up to what is said of it. */
const TAIL = /^((?: [\p{Lu}\p{N}&+][^\s*_|:：]*){1,5})(?:\*\*|__)?(?: ?[–—(|:：]| - |$|\n)/u
/** The first word of a line, behind its marks. */
const FIRST = /^[\s>|*_\d.)+•●▪–·-]*(\p{L}[\p{L}\p{M}.&+-]*)/u
/** A line's label of a word. */
const WORD_LABEL = /^[\s>*_\d.)+•●▪–·-]*(\p{L}+)(?:\*\*|__)?[:：]/u
/** So many lines beside it begin with names, or with words. */
const FEWEST = 2

/**
 * Whether the product's name, a word of the answer's language, is the label of its line as others of the language are of the lines
 * `beside` it: "**Miele:**" beside "**Uova:**"; `native` says what is such a word.
 */
export function isLabelAmongWords(
  clean: string,
  { end }: Found,
  beside: readonly Line[],
  native: (word: string) => boolean,
): boolean {
  if (!/^(?:\*\*|__)?[:：]/.test(clean.slice(end, end + 3))) return false
  const labels = beside.flatMap((line) => WORD_LABEL.exec(clean.slice(line.start, line.end))?.[1] ?? [])
  return labels.length >= FEWEST && labels.every(native)
}

/**
 * Whether the product's name, an ordinary word, leads its line before the rest of a name, where most of the lines `beside` it
 * begin with a word that no lexicon knows: "Native Coconut" beside "Lumex Santal" and "Vokirn Bergamot". No name of a rival
 * is asked, as none may decide whether the product is named.
 */
export function leadsAmongTelling(clean: string, { start, end }: Found, beside: readonly Line[]): boolean {
  // "- keen: warm" beside "- vokiro: cheap": where each name is written small, a word is, too.
  const small = /^\p{Ll}/u.test(clean.slice(start, end))
  if (small && !/^[*_]*(?::| [–—-] | *\|)/u.test(clean.slice(end, end + 5))) return false
  const tail =
    TAIL.exec(clean.slice(end, end + 80))?.[1]
      ?.trim()
      .split(' ') ?? []
  // "Private Internet Access": several ordinary words more make a longer name.
  if (!small && tail.length !== 1 && !tail.some((word) => /\d/.test(word) || isTelling(word))) return false
  const language = languageOf(clean)
  const name = languageName(language)
  const native = nativeOf(language)
  const tells = (line: Line): boolean => {
    const word = FIRST.exec(clean.slice(line.start, line.end))?.[1]
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
