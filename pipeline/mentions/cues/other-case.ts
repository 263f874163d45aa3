import { type Found, letters } from '../find/finder.ts'
import { headAt, isShouted } from '../words/context.ts'
import { hasDictionary, isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { languageName } from '../words/lexicon.ts'
import { isFrequentWord, isFunctionWord } from '../words/ordinary.ts'
import { isHeadInCapitals, isInCapitals } from './capitals.ts'
import { type Cue, counted, NEAR, refusedAs } from './cue.ts'
import { isBeforeKindInCjk } from './han-claims.ts'
import { columnAt } from './label-cues.ts'
import { isBesideSmallName, isListed } from './listed.ts'
import { isWrittenAllSmall } from './nouns.ts'
import { isSmallAmongCapitals } from './parallel.ts'
import type { Places } from './places.ts'
import type { Scene } from './scene.ts'
import { isBehindMaker, isNamedSmall } from './small.ts'
import { isCompared, STRICT_SUBJECT } from './subjects.ts'
import { isAskedInParts } from './word-here.ts'

/** Where a name stands by itself, no list of words: a heading is not written small but for a name. */
const HEAD_OF_ITS_OWN = new Set(['heading', 'bold'])
/** Several words in capitals, of which each is written so: "OPEN FARM". */
const WORDS_IN_CAPITALS = /^\p{Lu}{2,}(?: \p{Lu}{2,})+$/u
/** Bold right behind a word or a comma. */
const BOLD_WITHIN = /[\p{L},] (?:\*\*|__)$/u

/** "quillpad L10s Ultra" */
const LINE_BEHIND = /^ \p{Lu}\p{Nd}{1,3}\p{Ll}? \p{Lu}/u

/** The cue of one in another case than its own: "**FLYER** – …", where the line isn't in capitals. */
export function cueInOtherCase(scene: Scene, match: Found, text: string, places: Pick<Places, 'isAmongNames'>): Cue {
  const { start, end, pattern } = match
  const { clean } = scene
  if (isFunctionWord(pattern.folded)) return refusedAs('ambiguous', false)
  if (isBeforeKindInCjk(scene, end)) return counted('kind')
  const head = headAt(clean, start, end)
  const capitals = /^\p{Lu}{2,}$/u.test(text)
  // "acceso, repuestos y **mantenimiento**"
  const emphasised =
    pattern.brand.own === true &&
    head === 'bold' &&
    !/\p{Lu}/u.test(text) &&
    BOLD_WITHIN.test(clean.slice(Math.max(0, start - 24), start))
  if (head !== null && !emphasised && (HEAD_OF_ITS_OWN.has(head) || capitals)) return counted(head)
  // "**acme**: you microwave" where the question is "zorro vs acme".
  if (head !== null && isCompared(scene.answer.question, match)) return counted(head)
  if (head !== null && isLineInBold(clean, start, end) && isAsked(scene, pattern.folded)) return counted('bold')
  if ((head === 'list-head' || head === 'table-cell') && places.isAmongNames(match)) return counted(head)
  if (isHeadInCapitals(clean, start, end)) return counted('list-head')
  if (WORDS_IN_CAPITALS.test(text) && !isShouted(clean, start, end)) return counted('case')
  // "A ÍRIS fica": of Íris. English emphasises its frequent words so.
  if (
    capitals &&
    text.length > 3 &&
    !isShouted(clean, start, end) &&
    !isInCapitals(clean, start, end) &&
    (scene.language() !== 0 || !isFrequentWord(pattern.folded) || STRICT_SUBJECT.test(clean.slice(end, end + NEAR)))
  )
    return counted('case')
  if (isBehindMaker(scene, match)) return counted('maker')
  if (isSmallAmongCapitals(clean, start)) return counted('list-head')
  if (pattern.brand.own === true && columnAt(clean, start, end) !== null) return counted('table-cell')
  if (text === text.toLowerCase() && isNamedSmall(scene, match)) return counted('subject')
  if (pattern.brand.own === true && text === text.toLowerCase() && places.isAmongNames(match))
    return counted('list-head')
  if (text === text.toLowerCase() && isBesideSmallName(scene, match)) return counted('listed')
  const word = pattern.brand.own === true && text === text.toLowerCase() && scene.native(text)
  return !/\s/.test(text) && !word && isListed(scene, match, 'both') ? counted('listed') : refusedAs('ambiguous', false)
}

/** Whether it is a line by itself, in bold: "**quillpad**". */
function isLineInBold(clean: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*\*\*$/.test(clean.slice(Math.max(0, start - 8), start)) &&
    /^\*\*[ \t]*(?:\n|$)/.test(clean.slice(end, end + 8))
  )
}

/** Whether the question has the name, in whatever case. */
function isAsked({ answer: { question } }: Scene, folded: string): boolean {
  return ` ${fold(question).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${folded} `)
}

/** The cue of a word of the language in another case than the name's: "viele", "GUICHET". */
export function wordInOtherCase(scene: Scene, match: Found, places: Pick<Places, 'isAmongNames'>): Cue {
  const cue = cueInOtherCase(scene, match, scene.clean.slice(match.start, match.end), places)
  return cue.rule === null ? refusedAs('word', false) : cue
}

/** Whether a name is written small with a letter of its own that makes it no word of the language: "con jüsto", where that has "justo". */
export function isSmallWithOwnLetter(scene: Scene, { pattern, start, end }: Found): boolean {
  const text = scene.clean.slice(start, end)
  if (/^\p{ASCII}+$/u.test(text) || !/^[\p{Ll}\p{M}]+$/u.test(text)) return false
  if (!pattern.brand.spellings.some((each) => each.toLowerCase() === text)) return false
  const language = languageName(scene.language())
  return scene.language() === 0 || (hasDictionary(language) && !isDictionaryWord(language, text))
}

/** Whether a name with a capital letter is written small where no dictionary of the language could tell that it is a word. */
export function isSmallUnknown(scene: Scene, { pattern, start, end }: Found): boolean {
  const text = scene.clean.slice(start, end)
  if (!/^\p{Ll}+$/u.test(text) || pattern.written.has(letters(text))) return false
  if (isAskedInParts(scene, text)) return false
  if (LINE_BEHIND.test(scene.clean.slice(end, end + NEAR))) return false
  return scene.language() !== 0 && !hasDictionary(languageName(scene.language())) && !isWrittenAllSmall(scene.clean)
}
