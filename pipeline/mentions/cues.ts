import { getDomain } from 'tldts'
import { isClaimedAbroad } from './abroad.ts'
import { announcedAt, headAt, isShouted, namesHost, partialHeadAt, standingAt } from './context.ts'
import { type Found, letters } from './finder.ts'
import { APPOSED, isSpokenOf } from './foreign.ts'
import { languageName } from './lexicon.ts'
import { isNameShaped, isTelling } from './name-shape.ts'
import { nativeOf } from './native.ts'
import { isFunctionWord, isOrdinaryWord } from './ordinary.ts'
import type { Places } from './places.ts'
import { isSmallWord } from './role-words.ts'
import { isNounAt, isWordHere, type Scene, SMALL_BEFORE } from './scene.ts'
import { isFeature, isFeatureColumn } from './sections.ts'
import { behindTail, hasKindBehind, isBoldSubject, isModelWithArticle, isShapedModel } from './tails.ts'

/** By which rule a name counts where it stands, or why it doesn't. */
export type Cue =
  | { readonly rule: string; readonly reason: null; readonly atStart: boolean }
  | { readonly rule: null; readonly reason: 'ambiguous' | 'word'; readonly atStart: boolean }

const NEAR = 48
/** Abbreviations are shorter than this. */
const ACRONYM_LENGTH = 5
/** Where a name stands by itself, no list of words: a heading is not written small but for a name. */
const HEAD_OF_ITS_OWN = new Set(['heading', 'bold'])
/** "Gantt charts", "La piccola": words of which only the first has a capital letter are a phrase, where the brand is a name of several. */
const PHRASE = /^\p{Lu}[\p{L}’']* \p{Ll}+$/u
/** Several words, each with a capital letter of its own, but for those between. */
const CAPITALS = /^\p{Lu}[^\s]*(?: (?:de|di|du|del|della|da|do|d[’']|in|y|e|et|van|\p{Lu}[^\s]*))* \p{Lu}[^\s]*$/u
const ROW_REACH = 90
const MEMBER = String.raw`[*_“"]*((?:\p{Lu}|\p{Nd}|\p{Ll}{1,2}\p{Lu})[\p{L}\p{M}\p{N}.&'’+-]*(?: (?:\p{Lu}|\p{Nd})[\p{L}\p{M}\p{N}.&'’+-]*){0,3})[*_”"]*`
const AND = String.raw`(?:and|or|und|oder|sowie|et|ou|y|o|e|i|oraz|lub|en|of|vs\.?|versus)`
const ROW_LEFT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${MEMBER}(?:, \p{Ll}[\p{L}\p{N}]{2,20})?(?:, ?| ?[/&+] ?|,? ${AND} )[*_“"]*$`,
  'u',
)
const ROW_RIGHT = new RegExp(`^[*_”"]*(?:, ?(?:${AND} )?| ?[/&+] ?| ${AND} )${MEMBER}`, 'u')
/** What parts the names of a row; most names cost no more than this. */
const JOIN_LEFT = new RegExp(`(?:[,/&+] ?| ${AND} )[*_“"]*$`, 'u')
const JOIN_RIGHT = new RegExp(`^[*_”"]*(?:,| ?[/&+]| ${AND} )`, 'u')
/** What a name at the beginning of a sentence is followed by when it is what the sentence speaks of. */
const SUBJECT_RIGHT =
  /^(?:[’']s [\p{L}]|[*_ ]+(?:is|was|has|had|can|could|will|would|may|might|does|did|also|and|or|offers|[a-z]{2,}(?:s|ed)|est|es|è|é|ist|hat|bietet|offre|ofrece|oferece|jest)(?!\p{L})|,|[*_]*:)/u
/** The same, with a verb that speaks of one thing. */
const STRICT_SUBJECT =
  /^[*_]*(?: (?:is|was|has|offers?|does|lets|makes|gives|comes|costs|keeps|sells|charges|covers|ships|works (?:with|for|on)|[a-z]{3,}(?:s|ed)(?= (?:an?|the|its|your|all|no|every|more|\p{Lu}\p{L}+)(?!\p{L}))|ist|hat|bietet|est|propose|offre|es|ofrece|è|jest)(?!\p{L})|, which )/u
/** The rule by which the match at `index` is a naming, be it by a second cue; or why it is none. */
export function cueFor(scene: Scene, index: number, places: Pick<Places, 'isAmongNames'>): Cue {
  const match = scene.found[index]
  if (match === undefined) return refusedAs('ambiguous', false)
  const { pattern, start, end, rule } = match
  if (rule === 'domain-name') return counted(rule)
  if (pattern.folded.includes(' ') && PHRASE.test(scene.answer.text.slice(start, end))) return refusedAs('word', false)
  if (isMadeBy(scene.clean, match)) return counted(rule)
  if (pattern.articled && !/^\p{Lu}.*\s\p{Lu}/u.test(scene.answer.text.slice(start, end)))
    return refusedAs('word', false)
  if (isLinked(scene.answer.text, match)) return counted('domain-linked')
  const acronym = isAcronym(scene, match)
  if (!pattern.ambiguous && !acronym && !isWordHere(scene, match)) return counted(rule)
  const written = letters(scene.answer.text.slice(start, end))
  // "Nestlé" only folds to an ordinary word: with its accent it is none.
  const accented = pattern.ambiguous && pattern.written.has(written) && /[^\p{ASCII}]/u.test(written)
  if (pattern.ambiguous && !accented) return cueForOrdinary(scene, match, written, places)
  if (pattern.ambiguous && !isWordHere(scene, match)) return counted(rule)
  if (
    headAt(scene.clean, start, end) !== null ||
    (pattern.brand.own !== true && partialHeadAt(scene.clean, start, end, scene.asked) !== null) ||
    announcedAt(scene.clean, start, end) !== null ||
    columnAt(scene.clean, start, end) !== null ||
    isListed(scene, match) ||
    places.isAmongNames(match)
  )
    return counted(rule)
  if (!/\p{Script=Latin}/u.test(written)) return refusedAs('word', false)
  const standing = standingAt(scene.clean, start, end, scene.capitalNouns())
  const before = scene.clean.slice(Math.max(0, start - 20), start)
  // "el **Morveo Híbrido**": only names have capital letters in the middle of a sentence.
  const inRun = standing === 'run' && !scene.capitalNouns() && /(?<!\p{L})\p{Ll}[\p{L}’']* [*_]*$/u.test(before)
  // "La Poste Mobile", where other languages than German have small letters.
  const inCapitals = !scene.capitalNouns() && CAPITALS.test(scene.clean.slice(start, end))
  const named =
    !acronym &&
    /^\P{Ll}/u.test(written) &&
    (inRun || inCapitals || (standing === 'own' && !SMALL_BEFORE.test(before))) &&
    !isTitled(scene.clean, start) &&
    !isNounAt(scene.clean, match)
  return named ? counted('case') : refusedAs('word', false)
}

function counted(rule: string): Cue {
  return { rule, reason: null, atStart: false }
}

function refusedAs(reason: 'ambiguous' | 'word', atStart: boolean): Cue {
  return { rule: null, reason, atStart }
}

/** The second cue of a name of ordinary words. */
function cueForOrdinary(scene: Scene, match: Found, written: string, places: Pick<Places, 'isAmongNames'>): Cue {
  const { start, end, pattern } = match
  const { clean, answer } = scene
  const text = clean.slice(start, end)
  // "Hello bank!" is written Hello Bank, too.
  const ownCase =
    pattern.written.has(written) || (/\s/.test(text) && text.split(/\s+/).every((word) => /^\p{Lu}\p{Ll}/u.test(word)))
  const function_ = isFunctionWord(pattern.folded)
  // "**FLYER** – …": in capitals where the line isn't.
  if (!ownCase && !function_ && /^\p{Lu}{3,}$/u.test(text) && !isShouted(clean, start, end)) {
    const head = headAt(clean, start, end)
    if (head !== null) return counted(head)
  }
  if (!ownCase && function_) return refusedAs('ambiguous', false)
  if (!ownCase) {
    const place = headAt(clean, start, end)
    if (place !== null && (HEAD_OF_ITS_OWN.has(place) || /^\p{Lu}{2,}$/u.test(text))) return counted(place)
    if (isHeadInCapitals(clean, start, end)) return counted('list-head')
    return !/\s/.test(text) && isListed(scene, match, 'both') ? counted('listed') : refusedAs('ambiguous', false)
  }
  const head =
    headAt(clean, start, end) ??
    partialHeadAt(clean, start, end, scene.asked) ??
    announcedAt(clean, start, end) ??
    answerAt(clean, start, end)
  if (head !== null) return counted(head)
  if (places.isAmongNames(match)) return counted('list-head')
  const standing = standingAt(clean, start, end, scene.capitalNouns())
  if (/^.+\p{Lu}/u.test(written) && !isShouted(clean, start, end) && !isInCapitals(clean, start, end)) {
    const oneWord = !/\s/.test(clean.slice(start, end))
    if (oneWord || standing !== 'run' || /\p{Ll}\p{Lu}/u.test(clean.slice(start, end))) return counted('case')
  }
  const column = columnAt(clean, start, end)
  if (column !== null) return counted(column)
  const upper = /^\p{Lu}/u.test(written)
  const titled = isTitled(clean, start)
  if (standing === 'own' && upper && !titled) return counted('case')
  const inRun =
    /^[ *_]*\p{Lu}/u.test(clean.slice(end, end + 4)) ||
    /\p{Lu}[\p{L}’']* [*_]*$/u.test(clean.slice(Math.max(0, start - 16), start))
  if (upper && !inRun && !(titled && !/\svs\.?\s|[,/]/.test(clean.slice(start, end + 24))) && isListed(scene, match))
    return counted('listed')
  if (upper && !titled && isBesideBrand(scene, match)) return counted('listed')
  const after = clean.slice(end, end + NEAR)
  // "the Shark PowerDetect": in a sentence, before the rest of a name that is no ordinary word.
  const next = /^ (\p{Lu}[\p{L}\p{N}-]*)/u.exec(after)?.[1]
  if (
    upper &&
    next !== undefined &&
    !isOrdinaryWord(next) &&
    /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}’']* [*_]*$/u.test(clean.slice(Math.max(0, start - 24), start))
  )
    return counted('case')
  if (upper && namesHost(after, written)) return counted('case')
  if (upper && pattern.brand.own !== true && !titled && isOwnRun(clean, match, standing)) return counted('case')
  const before = clean.slice(Math.max(0, start - 24), start)
  // The product's own name needs more: what is asked about is told from a longer name of somebody else.
  if (upper && pattern.brand.own !== true && !titled && !function_) {
    if (hasKindBehind(after, scene.asked)) return counted('kind')
    if (isModelWithArticle(before, after)) return counted('model')
    if (isBoldSubject(before, after)) return counted('bold')
    if (next !== undefined && isShapedModel(next) && !scene.found.some((other) => other.start === end + 1))
      return counted('model')
    if (isBesideWithTail(scene, match)) return counted('listed')
    if (standing === 'start' && CJK_BEHIND.test(after)) return counted('case')
  }
  const { domain } = pattern.brand
  const cited = domain !== null && answer.citations.some((citation) => citation.domain === domain)
  // "Specialized Epic 8"
  if (
    upper &&
    pattern.brand.own !== true &&
    MODEL_BEHIND.test(after) &&
    BEGINS.test(clean.slice(Math.max(0, start - 6), start))
  )
    return counted('case')
  if (standing === 'start' && !function_) {
    // A rival is proposed as one: what a sentence speaks of by that name is it.
    const others = scene.sure().size > (scene.sure().has(pattern.brand) ? 1 : 0)
    if (
      upper &&
      others &&
      !scene.own().has(pattern.brand) &&
      pattern.brand.own !== true &&
      !isFeature(written) &&
      STRICT_SUBJECT.test(after)
    )
      return counted('subject')
    if (/^[’']s[*_]* \p{L}/u.test(after) && !/\s/.test(written)) return counted('possessive')
    if (cited && SUBJECT_RIGHT.test(after)) return counted('domain-cited')
    if (upper && isForeignSubject(scene, match, after)) return counted('subject')
  }
  if (upper && pattern.written.has(written) && isClaimedHere(scene, match, standing === 'start'))
    return counted('claimed')
  return refusedAs('ambiguous', standing === 'start' && SUBJECT_RIGHT.test(after) && !function_)
}

/** "the Brooks Glycerin", "Breezy HR is": a capital letter behind the name that isn't its sentence's. */
function isOwnRun(clean: string, { start, end }: Found, standing: 'own' | 'start' | 'run'): boolean {
  const after = clean.slice(end, end + NEAR)
  if (standing === 'start') return /\s\p{Lu}/u.test(clean.slice(start, end)) && SUBJECT_RIGHT.test(after)
  const rest = /^(?: \p{Lu}[\p{L}\p{N}]+){1,3}/u.exec(after)?.[0]
  if (standing !== 'run' || rest === undefined) return false
  const before = clean.slice(Math.max(0, start - 8), start)
  return (
    /(?<!\p{L})[Tt]he [*_]*$/u.test(before) || (BEGINS.test(before) && STRICT_SUBJECT.test(after.slice(rest.length)))
  )
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

/** "ADA" where the brand is Ada: a short word in capitals alone stands for something else. */
function isAcronym({ clean }: Scene, { pattern, start, end }: Found): boolean {
  if (end - start >= ACRONYM_LENGTH) return false
  const text = clean.slice(start, end)
  return (
    /^\p{Lu}+$/u.test(text) &&
    !pattern.written.has(text) &&
    (SMALL_BEFORE.test(clean.slice(Math.max(0, start - 20), start)) ||
      !SUBJECT_RIGHT.test(clean.slice(end, end + NEAR))) &&
    !isShouted(clean, start, end) &&
    !isInCapitals(clean, start, end)
  )
}

/** "4. GIANT REIGN E+ – quick": a list that writes its names in capitals. */
function isHeadInCapitals(clean: string, start: number, end: number): boolean {
  return (
    /^\p{Lu}{3,}$/u.test(clean.slice(start, end)) &&
    /(?:^|\n)[ \t]*(?:\d{1,2}[.)]|[-*+•])[ *_]+$/.test(clean.slice(Math.max(0, start - 12), start)) &&
    /^(?: [\p{Lu}\p{N}][\p{Lu}\p{N}.+-]*){1,4}[*_]*(?: [–—-] |:|$|\n)/u.test(clean.slice(end, end + NEAR))
  )
}

/** Whether a word beside it is in capitals, too: "BILL EARLY". */
function isInCapitals(clean: string, start: number, end: number): boolean {
  return (
    /^\p{Lu}{2,}$/u.test(clean.slice(start, end)) &&
    (/^ \p{Lu}{3,}(?!\p{Ll})/u.test(clean.slice(end, end + 6)) ||
      /(?<!\p{L})\p{Lu}{3,} $/u.test(clean.slice(Math.max(0, start - 12), start)))
  )
}

/**
 * Whether other names stand beside it in a row, one of which can be nothing but a name: on a side, or for what may be a
 * word on both.
 */
function isListed({ clean }: Scene, { start, end }: Found, sides: 'one' | 'both' = 'one'): boolean {
  const joinsLeft = JOIN_LEFT.test(clean.slice(Math.max(0, start - 8), start))
  const joinsRight = JOIN_RIGHT.test(clean.slice(end, end + 12))
  if (sides === 'both' && !(joinsLeft && joinsRight)) return false
  return (
    (joinsLeft && tellsRow(clean.slice(Math.max(0, start - ROW_REACH), start), ROW_LEFT, -1)) ||
    (joinsRight && tellsRow(clean.slice(end, end + ROW_REACH), ROW_RIGHT, 1))
  )
}

/** The same for a name with its model: "Leesa Sapira, Nectar Classic and". */
function isBesideWithTail({ clean }: Scene, { start, end }: Found): boolean {
  if (!JOIN_LEFT.test(clean.slice(Math.max(0, start - 8), start))) return false
  const rest = behindTail(clean.slice(end, end + NEAR))
  return rest !== null && tellsRow(clean.slice(Math.max(0, start - ROW_REACH), start), ROW_LEFT, -1)
}

/** Whether another brand stands beside it in a row, one of the two under several words, each with a capital letter. */
function isBesideBrand(scene: Scene, match: Found): boolean {
  const { clean, found } = scene
  const at = found.indexOf(match)
  return [found[at - 1], found[at + 1]].some((other) => {
    if (other === undefined || other.pattern.brand === match.pattern.brand) return false
    const [left, right] = other.start < match.start ? [other, match] : [match, other]
    return (
      [left, right].every(({ start, end }) =>
        clean
          .slice(start, end)
          .split(' ')
          .every((word) => /^\p{Lu}/u.test(word)),
      ) &&
      (left.pattern.folded.includes(' ') ||
        right.pattern.folded.includes(' ') ||
        (left === match && !scene.capitalNouns())) &&
      right.start - left.end < 8 &&
      JOIN_RIGHT.test(clean.slice(left.end, right.start))
    )
  })
}

/** Walks the row of names that a text ends or begins with, up to one that no lexicon knows. */
function tellsRow(text: string, pattern: RegExp, step: -1 | 1): boolean {
  for (let rest = text, members = 0; members < 4; members += 1) {
    const match = pattern.exec(rest)
    if (match?.[1] === undefined) return false
    if (
      match[1].split(' ').some((word) => isTelling(word) || /^\p{Lu}{3,5}$/u.test(word)) &&
      !isSmallWord(match[1].toLowerCase())
    )
      return true
    rest = step < 0 ? rest.slice(0, match.index) : rest.slice(match[0].length)
  }
  return false
}

/** "Risco Ultra de Cumbre": the maker behind its product. */
function isMadeBy(clean: string, { start, end }: Found): boolean {
  if (
    clean.charAt(start - 1) !== ' ' ||
    !'yenird'.includes(clean.charAt(start - 2)) ||
    !/^\p{Lu}/u.test(clean.slice(start, end))
  )
    return false
  return /\p{Lu}[\p{L}\p{N}]*[*_]* (?:by|de|von|di|van|od|par) $/u.test(clean.slice(Math.max(0, start - 30), start))
}

/** Whether a sentence in another language speaks of an English word: there it is a name, where the language hasn't got it. */
function isForeignSubject(scene: Scene, { pattern }: Found, after: string): boolean {
  if (!isSpokenOf(after, scene.capitalNouns() ? /..t$/ : undefined) && !APPOSED.test(after)) return false
  const language = scene.language()
  if (language === 0 || (scene.capitalNouns() && pattern.brand.own === true)) return false
  return !isFeature(pattern.folded) && pattern.folded.split(' ').every((word) => nativeOf(language)(word) === 0)
}

/** Whether a sentence in another language than English can only mean a name there. */
function isClaimedHere(scene: Scene, { start, end }: Found, startsSentence: boolean): boolean {
  const language = scene.language()
  if (language === 0) return false
  const run = { name: scene.clean.slice(start, end), start, end, startsSentence }
  return isClaimedAbroad(scene.clean, run, nativeOf(language), languageName(language))
}

/** Whether it stands in a heading, where every word may have a capital letter. */
function isTitled(clean: string, start: number): boolean {
  return /^\s*#{1,6} /.test(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, start))
}

/** A word in Latin letters within a Chinese, Japanese or Korean sentence. */
const CJK_BEHIND = /^ ?[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/
/** A model's words and its number, behind a name that begins a sentence. */
const MODEL_BEHIND = /^(?: \p{Lu}[\p{L}\p{N}]*){0,2} \p{Nd}/u
const BEGINS = /(?:^|\n|[.!?] )[*_]*$/
const ADVICE =
  /(?:tl;dr|verdict|bottom line|short answer|kurz|fazit|en bref|tipp?|pick|choice|advice|conseil|consejo|consiglio|dica|wybór|keuze|wahl|empfehlung)s?$/iu

const LABEL = /^[\s>*_\d.)-]*(?:\*\*|__)([^*_\n]{3,80})[:：?？.](?:\*\*|__)\s*$/u
/** A question in bold, and the line behind it. */
const ASKED = /\n(?:\*\*|__)([^*_\n]{3,80})[?？](?:\*\*|__) *\n+(?:[A-Z]: )?$/u

/** What a line's label asks for and the line gives: "**If you live in your inbox:** Streak." */
function answerAt(clean: string, start: number, end: number): string | null {
  const from = clean.lastIndexOf('\n', start - 1) + 1
  if (start - from > 120) return null
  const label = (/^[A-Z]?:? ?$/.test(clean.slice(from, start)) ? ASKED : LABEL).exec(
    clean.slice(Math.max(0, from - (start - from < 4 ? 120 : 0)), start),
  )?.[1]
  const asks = label !== undefined && (label.split(' ').length > 2 || ADVICE.test(label))
  return asks &&
    /^[.,(]|^ (?:[(–—-]|for |if |when |für |wenn |pour |si |per |para |se )/u.test(clean.slice(end, end + 8))
    ? 'list-head'
    : null
}

/** The heads of a table's other columns, where one of them can be nothing but a name: "| Feature | HubSpot | Close |". */
function columnAt(clean: string, start: number, end: number): string | null {
  const from = clean.lastIndexOf('\n', start - 1) + 1
  const to = clean.indexOf('\n', end)
  if (to < 0 || clean.charAt(from) !== '|' || !/^[\s|:-]*-[\s|:-]*(?:\n|$)/.test(clean.slice(to + 1, to + 200)))
    return null
  if (
    !/\|[\s*_]*$/.test(clean.slice(from, start)) ||
    !/^(?: [\p{Lu}\p{N}][\p{L}\p{N}.-]*){0,3}[\s*_]*\|/u.test(clean.slice(end, to))
  )
    return null
  const [first = '', ...others] = clean
    .slice(from + 1, to)
    .split('|')
    .map((cell) => cell.replace(/[*_]/g, '').trim())
  const names = others.filter((cell) => cell !== '' && cell.split(' ').some(isTelling) && isNameShaped(cell))
  return isFeatureColumn(first) && names.length > 0 ? 'table-cell' : null
}
