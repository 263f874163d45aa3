import type { Found } from '../find/finder.ts'
import { isAdvisedAbroad } from '../prose/abroad.ts'
import { isCheckedHead } from '../roles/cjk-roles.ts'
import { WORD, wordBits } from '../words/role-words.ts'
import { isChoiceLabel, isFeatureColumn, isSectionHead } from '../words/sections.ts'
import type { Line } from './lines.ts'
import type { Lists } from './lists.ts'

const ROW_OF_NAMES =
  /^[^\p{L}\p{N}]*(?:(?:,|and|or|und|oder|et|ou|y|o|e|i|lub|oraz|vs\.?|versus|by|von|formerly|ehemals|früher|anciennement|antes|ex|già|dawniej|旧|原|와|과|や|と|和)[^\p{L}\p{N}]*)*$/iu
/** A label in bold that ends with a colon, or a question. */
const LABELLED = /^[\s>\d.)•*-]*(?:\*\*|__)([^*_\n]{2,60}?)(?:[:：?？.](?:\*\*|__)|(?:\*\*|__)[:：])/u
/** A word right before a name. */
const INSIDE = /\p{Ll}[\p{L}’']* [*_“"„]*$/u
/** A small word right before a name. */
const SMALL_LEFT = /(?<!\p{L})\p{Ll}[\p{L}’']* [*_"“„]*$/u
/** Between a product and who makes it: "• Rova in Cloud di Vestrix". */
const MAKER_LEFT = /\p{L} \p{Lu}[\p{L}\p{N}-]*[*_]* (?:by|de|von|di|van|od|par) [*_]*$/u
/** A noun made of a verb: 水拭き. */
const DEED = /^\p{Script=Han}{2,4}[きりみけしちめげ]$/u
/** A list of features has this many items and more. */
const FEATURES = 3

/** A name where it stands. */
interface Standing {
  readonly clean: string
  readonly found: readonly Found[]
  readonly lists: Lists
  readonly line: Line
  readonly match: Found
}

/**
 * Why a rival isn't counted in its line: it is a feature, heads one of a list of features, or stands in what is said of
 * another.
 */
export function refusalIn(
  clean: string,
  found: readonly Found[],
  lists: Lists,
  line: Line | undefined,
  match: Found,
): 'aside' | 'feature' | null {
  // ガントチャート
  if (
    clean.charCodeAt(match.start) > 0x3040 &&
    (isSectionHead(match.pattern.folded) || DEED.test(clean.slice(match.start, match.end)))
  )
    return 'feature'
  if (line === undefined) return null
  if (line.elsewhere) return 'aside'
  if (line.compares) return 'feature'
  const standing = { clean, found, lists, line, match }
  if (line.head === match) return isFeatureHead(standing) ? 'feature' : null
  if (isFeatureColumnHead(standing)) return 'feature'
  // "Neem CZ", "vai de nuvemshop"
  if (isAdvisedAbroad(clean.slice(Math.max(0, match.start - 48), match.start))) return null
  return isUnderLabel(standing) || isAside(standing) ? 'aside' : null
}

/** Whether it heads one of a list of features, or what is checked. */
function isFeatureHead({ clean, lists, line, match }: Standing): boolean {
  const list = lists.items.get(line.list)
  if (isCheckedHead(clean, match.end, line.end)) return true
  // No feature is written as a host.
  return (
    match.rule !== 'domain-name' &&
    line.kind === 'item' &&
    list !== undefined &&
    list.items >= FEATURES &&
    list.named * 3 <= list.items
  )
}

/** Whether it alone stands in a table's header, among features. */
function isFeatureColumnHead({ clean, found, line }: Standing): boolean {
  if (line.kind !== 'row' || !line.isHeader || isFeatureColumn(clean.slice(line.start, line.end).split('|')[1] ?? ''))
    return false
  const named = found.filter(({ start }) => start >= line.start && start < line.end)
  return new Set(named.map(({ pattern }) => pattern.brand)).size < 2
}

/** Whether what a label in bold asks for is said there, and no choice: "**Integrations:** works with Slack". */
function isUnderLabel(standing: Standing): boolean {
  const { clean, found, lists, line, match } = standing
  if ((line.kind !== 'item' && line.kind !== 'bold') || lists.heads.size < 2 || lists.heads.has(match.pattern.brand))
    return false
  const [whole, label = ''] = LABELLED.exec(clean.slice(line.start, match.start)) ?? []
  if (whole === undefined) return false
  // "**Two I left out on purpose:** HubSpot, because": what a longer label asks for stands right behind it, or is in bold.
  const from = line.start + whole.length
  const asked =
    label.split(' ').length > 3 &&
    (isBold(standing) ||
      found.some(({ start }) => start >= from && start <= match.start && /^[\s*_]*$/.test(clean.slice(from, start))))
  return !asked && !isChoiceLabel(label) && !hasBeside(standing)
}

function isBold({ clean, match }: Standing): boolean {
  return clean.startsWith('**', match.start - 2)
}

/** Whether it stands in an item that no name leads, or in what is said of another that its line is about. */
function isAside(standing: Standing): boolean {
  const { clean, lists, line, match } = standing
  if (isBold(standing)) return false
  const head = line.owner
  if (head === null) {
    const before = clean.slice(Math.max(line.start, match.start - 40), match.start)
    return line.kind === 'item' && isInside(before, lists.items.get(line.list)?.named ?? 0) && !hasBeside(standing)
  }
  if (lists.heads.size < 2 || head.pattern.brand === match.pattern.brand) return false
  if (head.end + 80 > match.start && isRow(clean.slice(head.end, match.start), line)) return false
  return !isCompared(clean.slice(Math.max(head.end, match.start - 80), match.start))
}

/** Whether only what parts names stands between two; another cell of a table's row says something of its first. */
function isRow(between: string, { kind }: Line): boolean {
  return !(kind === 'row' && between.includes('|')) && ROW_OF_NAMES.test(between)
}

/**
 * Whether an item says something of a name in passing: words in small letters lead to it ("- syncs with Acme"), or a first word
 * where none of its list is `named` by its head ("- Nas Casas Acme"); "– Bij Acme" beside "– Rovex" is about it.
 */
function isInside(before: string, named: number): boolean {
  return named > 0 ? SMALL_LEFT.test(before) && !MAKER_LEFT.test(before) : INSIDE.test(before)
}

/** Whether another name stands in a row with it. */
function hasBeside({ clean, found, match }: Standing): boolean {
  return found.some((other) => other !== match && isBeside(clean, other, match))
}

/** Whether two names stand in a row. */
function isBeside(clean: string, one: Found, other: Found): boolean {
  const [left, right] = one.start < other.start ? [one, other] : [other, one]
  const between = clean.slice(left.end, right.start)
  return between.length > 0 && between.length < 16 && !between.includes('\n') && ROW_OF_NAMES.test(between)
}

/** Whether the words right before a name compare it with what is spoken of. */
function isCompared(before: string): boolean {
  const words = before.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*/gu) ?? []
  return words.slice(-4).some((word) => (wordBits(word) & WORD.compares) !== 0)
}
