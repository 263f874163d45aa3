import { getDomain } from 'tldts'
import { type Found, letters } from '../find/finder.ts'
import { announcedAt, headAt, isShouted, partialHeadAt, standingAt } from '../words/context.ts'
import { isTelling } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import { isAskedAsWord } from './asked-as-word.ts'
import { CAPITALS, isAcronym, isInCapitals } from './capitals.ts'
import { isLabelledWithCounterpart } from './counterpart.ts'
import { leadsCriteria } from './criteria-heads.ts'
import { type Cue, counted, NEAR, refusedAs } from './cue.ts'
import { isGermanName } from './german-names.ts'
import { answerAt, beginsRemark, columnAt } from './label-cues.ts'
import { isListed } from './listed.ts'
import { isOfAnother, isSetApart } from './longer-names.ts'
import { isInMakersColumn } from './maker-column.ts'
import { isNounAt, SMALL_BEFORE } from './nouns.ts'
import { cueForOrdinary } from './ordinary-cues.ts'
import { isSmallUnknown, isSmallWithOwnLetter, wordInOtherCase } from './other-case.ts'
import type { Places } from './places.ts'
import type { Scene } from './scene.ts'
import { isCompared, ruleOfClaim } from './subjects.ts'
import { isTitled } from './titled.ts'
import { isWordHere } from './word-here.ts'

/** "Gantt charts", "La piccola": words of which only the first has a capital letter are a phrase, where the brand is a name of several. */
const PHRASE = /^\p{Lu}[\p{Ll}’']* \p{Ll}+$/u

/** "quillpad 3TS770B": a model's code of capitals and several digits, which stands behind no word. */
const CODE_BEHIND =
  /^(?: \p{Lu}{2,})? (?=[\p{Lu}\p{Nd}-]*\p{Lu})(?=[\p{Lu}-]*\p{Nd}[\p{Lu}-]*\p{Nd})[\p{Lu}\p{Nd}][\p{Lu}\p{Nd}-]{3,}(?![\p{L}\p{N}])/u
/** "®", "™" */
const TRADEMARK = new Set([0xae, 0x2122])
/** "et Fausto Nuvem Azul": a word with a capital letter in the sentence makes it the end of a longer name. */
const BEHIND_ANOTHER = /(?<!\p{L})\p{Ll}[\p{L}’']* \p{Lu}[\p{L}’']+ $/u
/** "- Fausto Nuvem Azul: …": the same at the head of a list's item. */
const ITEM_OF_ANOTHER = /(?:^|\n)[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+(?:\*\*|__)?\p{Lu}[\p{L}’']{3,} $/u
const ITEM_ENDS = /^[?!]?(?:\*\*|__)?(?::| [–—-] )/
/** "o blog Nuvem de Sonhos": words go on to the longer name of somebody else. */
const OF_ANOTHER = /^ (?:de|do|da|dos|das|di|del|della|du|des|of|van|von) (\p{Lu}\p{L}*)/u
/** "**Klar von AlmaWin** –": in bold at a line's head the maker stands behind it. */
const BOLD_HEAD_LEFT = /(?:^|\n)[ \t]*(?:(?:[-*+•]|\d{1,2}[.)])[ \t]+)?\*\*$/u
/** "o bar Jardim do Quelpin": the same before it. */
const OF_LEFT = /(?:(?<!\p{L})\p{Ll}[\p{L}’']* |["“«])\p{Lu}[\p{L}’']+ (?:d[aeiou]s?|del|dell[aeo]) $/u
/** "Miles & More": an ordinary word joined to it, where another brand would be a name of its own. */
const JOINED_TO = /^ & (\p{Lu}\p{Ll}+)/u

/** The rule by which the match at `index` is a naming, be it by a second cue; or why it is none. */
export function cueFor(scene: Scene, index: number, places: Pick<Places, 'isAmongNames'>): Cue {
  const match = scene.found[index]
  if (match === undefined) return refusedAs('ambiguous', false)
  const { pattern, start, end, rule } = match
  if (rule === 'domain-name') return counted(rule)
  if (pattern.brand.own === true && isSpelledOut(scene.clean, match)) return refusedAs('word', false)
  if (pattern.brand.own === true && isLabelledWithCounterpart(scene.clean, start, end)) return refusedAs('word', false)
  if (pattern.folded.includes(' ') && isPhrase(scene, match)) return refusedAs('word', false)
  if (pattern.brand.own === true && isOfAnother(scene.clean, match, scene.native)) return refusedAs('word', false)
  if (pattern.brand.own === true && isSetApart(scene.answer.question, scene.clean, match))
    return refusedAs('word', false)
  if (pattern.brand.own === true && isHostsWord(scene.clean, match)) return refusedAs('word', false)
  // Next to the sign of a trademark a word is one.
  if (TRADEMARK.has(scene.clean.charCodeAt(end))) return counted(rule)
  if (isMadeBy(scene.clean, match) || isDotted(scene.answer.text, match)) return counted(rule)
  if (pattern.articled && !/^\p{Lu}.*[\s-]\p{Lu}/u.test(scene.answer.text.slice(start, end)))
    return refusedAs('word', false)
  if (isLinked(scene.answer.text, match)) return counted('domain-linked')
  const acronym = isAcronym(scene, match)
  const isCoded = (): boolean => CODE_BEHIND.test(scene.clean.slice(end, end + NEAR))
  if (pattern.brand.own === true && isSmallWithOwnLetter(scene, match)) return counted(rule)
  if (pattern.brand.own === true && isSmallUnknown(scene, match) && !isCoded())
    return wordInOtherCase(scene, match, places)
  if (!pattern.ambiguous && !acronym && !isWordHere(scene, match)) return counted(rule)
  if (pattern.brand.own === true && isPartOfAnother(scene.clean, match)) return refusedAs('word', false)
  const written = letters(scene.answer.text.slice(start, end))
  if (/^[\p{Lu}\p{Lo}]/u.test(written) && isCompared(scene.answer.question, match) && !isTitled(scene.clean, start))
    return counted('asked')
  // "Nestlé" only folds to an ordinary word: with its accent it is none.
  const accented = pattern.ambiguous && pattern.written.has(written) && /[^\p{ASCII}]/u.test(written)
  if (pattern.ambiguous && !accented)
    return /^\p{Lu}/u.test(written) && isCoded() ? counted('model') : cueForOrdinary(scene, match, written, places)
  if (pattern.ambiguous && !isWordHere(scene, match)) return counted(rule)
  if (isCoded()) return counted(rule)
  // "viele, günstig": a word of the language in another case than the name's.
  const text = scene.clean.slice(start, end)
  if (pattern.brand.own === true && /^(?:[\p{Ll} ]+|\p{Lu}{2,})$/u.test(text) && !pattern.written.has(written))
    return wordInOtherCase(scene, match, places)
  if (pattern.brand.own === true && leadsCriteria(scene.clean, start, end, scene.native))
    return refusedAs('word', false)
  const leads = (): boolean =>
    headAt(scene.clean, startWithArticle(scene.clean, start), end) !== null ||
    (pattern.brand.own === true
      ? partialHeadAt(scene.clean, start, end, scene.asked, scene.native, scene.language() !== 0)
      : partialHeadAt(scene.clean, start, end, scene.asked)) !== null
  if (
    (!(pattern.brand.own === true && isAskedAsWord(scene, match)) && leads()) ||
    isInMakersColumn(scene.clean, start, end, scene.asked) ||
    announcedAt(scene.clean, start, end) !== null ||
    (pattern.brand.own !== true && isBoldModel(scene.clean, start, end)) ||
    (pattern.written.has(written) && answerAt(scene.clean, start, end) !== null) ||
    columnAt(scene.clean, start, end) !== null ||
    (!(pattern.brand.own === true && isTitled(scene.clean, start)) && isListed(scene, match)) ||
    places.isAmongNames(match)
  )
    return counted(rule)
  if (!/\p{Script=Latin}/u.test(written)) return refusedAs('word', false)
  const standing = standingAt(scene.clean, start, end, scene.capitalNouns())
  const before = scene.clean.slice(Math.max(0, start - 20), start)
  // "el **Morveo Híbrido**": only names have capital letters in the middle of a sentence.
  const inRun =
    standing === 'run' &&
    !scene.capitalNouns() &&
    /(?<!\p{L})\p{Ll}[\p{L}’']* [*_]*$/u.test(before) &&
    !(pattern.brand.own === true && before.endsWith(' ') && goesOnInWords(scene, end))
  // "La Poste Mobile", where other languages than German have small letters; "et Nordi Poste Mobile" is somebody else's.
  const inCapitals =
    !scene.capitalNouns() &&
    CAPITALS.test(scene.clean.slice(start, end)) &&
    !(pattern.brand.own === true && BEHIND_ANOTHER.test(before))
  const named =
    !acronym &&
    /^\P{Ll}/u.test(written) &&
    (inRun || inCapitals || (standing === 'own' && isOwnCase(scene, before))) &&
    !isTitled(scene.clean, start) &&
    !(pattern.brand.own === true && beginsRemark(scene.clean, start, end)) &&
    !isNounAt(scene.clean, match)
  if (named || isOwnCapitals(scene.clean, match, written) || isGermanName(scene, match)) return counted('case')
  const begins = standing === 'start' && /^\p{Lu}/u.test(written)
  const claimed = begins ? ruleOfClaim(scene, match, scene.clean.slice(end, end + NEAR)) : null
  return claimed === null ? refusedAs('word', false) : counted(claimed)
}

/** Whether it is the word of a name that is a host, in small letters where the name has a capital one: "a rough proto" of Proto.io. */
function isHostsWord(clean: string, { pattern: { brand, dots }, start, end }: Found): boolean {
  return (
    dots === 0 &&
    /^\p{Lu}/u.test(brand.name) &&
    getDomain(brand.name) !== null &&
    /^\p{Ll}+$/u.test(clean.slice(start, end))
  )
}

/** Before a German noun without an article as well as before a name: "für Teppich", "mit Werkzeug". */
const BEFORE_NOUNS = /(?<!\p{L})(?:für|mit|bei) [*_]*$/iu

/** Whether a capital letter within a sentence makes a word a name: not behind an English article, nor where German has its nouns, too. */
function isOwnCase({ language, capitalNouns }: Scene, before: string): boolean {
  return capitalNouns() ? !BEFORE_NOUNS.test(before) : language() !== 0 || !SMALL_BEFORE.test(before)
}

/** Whether a word of the answer's language with a capital letter, none that the question has, makes it a longer name. */
function goesOnInWords({ clean, native, asked }: Scene, end: number): boolean {
  const next = /^ (\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])/u.exec(clean.slice(end, end + NEAR))?.[1]
  return next !== undefined && native(next) && !asked(next)
}

/** Whether a name of several words has but its first in capitals, and isn't written so itself with a word that none is. */
function isPhrase({ answer: { text }, language }: Scene, { pattern, start, end }: Found): boolean {
  const name = text.slice(start, end)
  if (!PHRASE.test(name)) return false
  const [, second = ''] = name.split(' ')
  return !pattern.written.has(letters(name)) || isOrdinaryWord(second) || nativeOf(language())(second) > 0
}

/** Whether a name that is written in capitals alone has them where the words beside it have none: "a NOS costuma". */
function isOwnCapitals(clean: string, { pattern, start, end }: Found, written: string): boolean {
  return (
    /^\p{Lu}{3,}$/u.test(written) &&
    pattern.written.has(written) &&
    !isShouted(clean, start, end) &&
    !isInCapitals(clean, start, end)
  )
}

/** Whether capitals are an abbreviation of small words that stand in brackets behind it: "ASR (antislipregeling)". */
function isSpelledOut(clean: string, { start, end }: Found): boolean {
  const text = clean.slice(start, end)
  if (text.length > 5 || !/^\p{Lu}{2,5}$/u.test(text)) return false
  const [first] = /(?<=^ ?[(（])\p{Ll}(?=[\p{L} -]{7})/u.exec(clean.slice(end, end + 24)) ?? []
  return first !== undefined && first === text.charAt(0).toLowerCase()
}

/** Whether its own dots stand in it where no sentence has them: "a.s.r.", "ho. mobile". */
function isDotted(text: string, { pattern, start, end }: Found): boolean {
  if (!pattern.brand.name.includes('.') || pattern.dots > 0) return false
  const name = text.slice(start, end)
  return /^\p{L}(?:\.\p{L}){2,}$/u.test(name) || /^\p{L}{1,12}\. \p{Ll}/u.test(name)
}

/** Whether the words behind a name make it the beginning of a longer one, or the word before it its end. */
function isPartOfAnother(clean: string, { start, end }: Found): boolean {
  const after = clean.slice(end, end + 24)
  const joined = JOINED_TO.exec(after)?.[1]
  if (OF_LEFT.test(clean.slice(Math.max(0, start - 48), start))) return true
  const of = OF_ANOTHER.exec(after)?.[1]
  const isMaker = of !== undefined && isTelling(of) && BOLD_HEAD_LEFT.test(clean.slice(Math.max(0, start - 12), start))
  if ((of !== undefined && !isMaker) || (joined !== undefined && isOrdinaryWord(joined))) return true
  return ITEM_ENDS.test(after) && ITEM_OF_ANOTHER.test(clean.slice(Math.max(0, start - 32), start))
}

/** Whether it is the label of a link, or its beginning, that leads to the brand's own domain. */
function isLinked(text: string, { pattern, start, end }: Found): boolean {
  const { domain } = pattern.brand
  // Most names have a blank before them, and cost no more than this.
  const before = text.charCodeAt(start - 1)
  if (domain === null || (before !== 0x5b && before !== 0x2a && before !== 0x5f)) return false
  if (!/\[[*_]*$/.test(text.slice(Math.max(0, start - 4), start))) return false
  // "[drip out slowly](…)"
  const whole = /^[*_]*\]/.test(text.slice(end, end + 4))
  if (!whole && /^\p{Ll}/u.test(text.slice(start, end)) && !pattern.written.has(letters(text.slice(start, end))))
    return false
  const target = /^[^\]\n]{0,48}\]\(\s*<?(https?:[^)\s>]+)/.exec(text.slice(end, end + 300))?.[1]
  return target !== undefined && getDomain(target) === domain
}

/** Whether it stands in bold with its numbered model and nothing more: "La **Nube X8** es", where "nube" is a word. */
function isBoldModel(clean: string, start: number, end: number): boolean {
  return (
    clean.startsWith('**', start - 2) &&
    /^(?: [\p{Lu}\p{N}][^\s*_]*){0,2} [^\s*_]*\p{Nd}[^\s*_]*\*\*/u.test(clean.slice(end, end + NEAR))
  )
}

/** Where the article before a name in a head begins: "| **Die Zettelkasse** |"; else where the name does. */
function startWithArticle(clean: string, start: number): number {
  const article =
    /(?:[\n|]|[-*+•] |\d[.)] ) ?(?:\*\*|__)?((?:Der|Die|Das|Le|La|Les|El|Los|Las|Il|Lo|Gli|I|O|A|Os|As|De|Het) )$/u.exec(
      clean.slice(Math.max(0, start - 12), start),
    )?.[1]
  return start - (article?.length ?? 0)
}

/** "Risco Ultra de Cumbre": the maker behind its product; of a title each word has a capital letter. */
function isMadeBy(clean: string, { start, end }: Found): boolean {
  if (
    clean.charAt(start - 1) !== ' ' ||
    !'yenird'.includes(clean.charAt(start - 2)) ||
    !/^\p{Lu}/u.test(clean.slice(start, end))
  )
    return false
  return (
    /\p{Lu}[\p{L}\p{N}]*[*_]* (?:by|de|von|di|van|od|par) $/u.test(clean.slice(Math.max(0, start - 30), start)) &&
    !isTitled(clean, start)
  )
}
