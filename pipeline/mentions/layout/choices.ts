import { fold } from '../words/fold.ts'
import { isHan } from '../words/han.ts'
import { CJK, hasNameShape, isDistinctive, isTelling } from '../words/name-shape.ts'
import { oncePerList } from '../words/once-per-list.ts'
import { isFrequentWord } from '../words/ordinary.ts'
import { isPlanWord } from '../words/plan-words.ts'
import { isFeature, isSectionHead } from '../words/sections.ts'
import type { Series } from './series.ts'

/** So many words may make the name of what is announced as a choice. */
const MOST_WORDS = 4
/** Nothing but Korean. */
const HANGUL = /^[가-힣 ]+$/
/** What a series is like: how many of its heads may be names, how many are distinctive, and whether any heads a section. */
export interface Surroundings {
  readonly size: number
  readonly distinctive: number
  readonly sections: boolean
  readonly foreign: boolean
  /** Whether every noun has a capital letter. */
  readonly nouns: boolean
  /** Whether a head is made of words of the text's language. */
  readonly native: (head: string) => boolean
  /** How many of the heads that may be names have a word that no lexicon knows. */
  readonly unknown: number
  readonly kinds: ReadonlySet<string>
  /** Whether a known choice is among them. */
  readonly anchored: boolean
}

/** Whether the place of a head says that it is a choice, not a section, a feature or a place. */
export function isChoice(head: string, series: Series, around: Surroundings): boolean {
  const { size, distinctive, sections, foreign } = around
  if (series.labels.has(head) && !hasNameShape(head) && !isNameLabel(head, series, around)) return false
  if (
    (series.announced.has(head) || series.introduced) &&
    !CJK.test(head) &&
    !isFeature(head) &&
    head.split(' ').filter((word) => !isPlanWord(word)).length <= MOST_WORDS
  )
    return true
  // "Codec" and "Localização" below "O que considerar"
  if (
    series.criteria === true &&
    foreign &&
    !hasNameShape(head) &&
    !CJK.test(head) &&
    !around.anchored &&
    around.unknown * 4 < size * 3
  )
    return false
  if (HANGUL.test(head) && !series.strong && series.glossed === 0 && !around.anchored) return false
  if (
    series.inline &&
    foreign &&
    !hasNameShape(head) &&
    !/^\p{Lu}[^\s]* \p{Lu}/u.test(head) &&
    (around.nouns || !isTelling(head) || around.native(head))
  )
    return false
  const han = isHan(head)
  if (han && (series.nested || distinctive * 2 < series.heads.length)) return false
  // 花王 between マネーフォワード and 苔鯨.
  const ordinaryHan = han && series.choices && !isDistinctive(head)
  if (ordinaryHan || isSectionHead(head) || (foreign && around.native(head))) {
    if (isFeature(head) || series.nested) return false
    // "Hidden Costs"
    if (
      series.headings === true &&
      !CJK.test(head) &&
      / \p{Lu}\p{Ll}+s$/u.test(head) &&
      !isOfCategory(head, around.kinds)
    )
      return false
    const words = head
      .replace(/^The /, '')
      .split(' ')
      .filter((word) => !isPlanWord(word) && /^[^\p{Ll}]/u.test(word)).length
    if (series.strong && !CJK.test(head))
      return words <= 3 && distinctive >= 1 && distinctive * 4 >= series.heads.length
    if (isOfCategory(head, around.kinds)) return true
    // "Nectar" and "DreamCloud", each with what is said of it behind.
    if (
      series.choices &&
      series.labels.size === 0 &&
      words <= (around.anchored && !foreign ? 4 : 2) &&
      distinctive >= 1 &&
      distinctive * 2 >= size &&
      series.heads.length <= size + 1
    )
      return true
    // "Notion" between "ClickUp" and "Asana"; one word or two, as features are described with more.
    const fits = words <= (/\d/.test(head) ? 4 : 2)
    return fits && distinctive >= 2 && distinctive * 2 >= size && distinctive >= series.heads.length / 3
  }
  if (!isDistinctive(head))
    return (
      (series.strong &&
        !CJK.test(head) &&
        distinctive >= 1 &&
        distinctive * 4 >= series.heads.length &&
        !isFeature(head)) ||
      (!series.nested && distinctive > 1 && isOfCategory(head, around.kinds))
    )
  // Without a lexicon of the language a capitalised word below a choice is as likely its feature.
  if (
    foreign &&
    /^(?:Der|Die|Das|Ein|Eine|Was|Wie|Warum|Unser|Unsere|Meine?|Deine?|Ihre?|Eure?|Euer|Kein|Keine) /.test(head)
  )
    return false
  if (foreign && !hasNameShape(head)) {
    return (
      !series.nested &&
      around.unknown > 0 &&
      distinctive * (series.strong ? 3 : 2) >= series.heads.length &&
      (series.choices || (size > 1 && !sections && around.unknown * 3 >= size) || (around.anchored && isTelling(head)))
    )
  }
  return !series.nested || hasNameShape(head) || distinctive * 2 > series.heads.length
}

/** Whether a label stands among labels that are names for the most part: "**Paystack.** Simple payment requests". */
function isNameLabel(
  head: string,
  { heads, introduced }: Series,
  { size, distinctive, unknown, foreign, sections, native }: Surroundings,
): boolean {
  // "**Keeper:**" and "**Hurdlr:**" below "Popular choices include:"
  if (!foreign && introduced && distinctive * 4 >= heads.length && !heads.some(isFeature)) return true
  if (!foreign) return isDistinctive(head) && distinctive * 3 >= size * 2 && !/^\p{Lu}{2,5}$/u.test(head)
  // "**Pfeil:**" below "Beliebte Anbieter:", beside names that no lexicon knows
  if (introduced && distinctive > 0 && !sections && unknown * 2 >= heads.length) return !isFeature(head)
  return unknown * 3 > heads.length * 2 && (isDistinctive(head) || !(native(head) || isFeature(head)))
}

const namesOf = oncePerList((heads) => heads.filter((head) => hasNameShape(head) || isDistinctive(head)))

/** "sevdesk" among the numbered choices or a table's rows: a word that no lexicon knows, alone. */
export function isLowerName(head: string, series: Series): boolean {
  return (
    (series.strong || (!series.nested && namesOf(series.heads).length > 2)) &&
    !series.labels.has(head) &&
    head.length > 2 &&
    (/^\p{Ll}[\p{L}\p{N}]+(?:[-.][\p{L}\p{N}]+){0,2}(?: \p{Nd}{1,3})?$/u.test(head)
      ? isTelling(head)
      : isLowerPhrase(head) && series.heads.every((each) => !/\p{Lu}/u.test(each))) &&
    !isFeature(head)
  )
}

/** "ortel mobile": several small words, of which no lexicon knows the first. */
function isLowerPhrase(head: string): boolean {
  return /^\p{Ll}[\p{L}\p{N}]+(?: [\p{Ll}\p{N}]+){1,3}$/u.test(head) && isTelling(head.split(' ')[0] ?? '')
}

/** "Proton VPN", "Less Annoying CRM": ordinary words with the kind of thing behind, written as a name. */
export function isOfCategory(head: string, kinds: ReadonlySet<string>): boolean {
  const words = head.split(' ').filter((word) => !isPlanWord(word) || kinds.has(fold(word)))
  const last = fold(words.at(-1) ?? '')
  return (
    words.length > 1 &&
    words.length <= 3 &&
    !isFeature(head) &&
    words.slice(0, -1).some((word) => !isFrequentWord(word)) &&
    (kinds.has(last) || kinds.has(`${last}s`)) &&
    !kinds.has(fold(words[0] ?? ''))
  )
}
