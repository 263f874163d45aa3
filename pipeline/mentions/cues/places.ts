import type { Found } from '../find/finder.ts'
import type { Line } from '../find/line.ts'
import type { Brand } from '../names/brand.ts'
import { isCheckedHead } from '../roles/cjk-roles.ts'
import { WORD, wordBits } from '../words/role-words.ts'
import { isChoiceLabel, isFeatureColumn, isSectionHead } from '../words/sections.ts'
import { isAboutOthers } from './others.ts'
import { readPeers } from './peers.ts'

/** Where the names of an answer stand in its lists, tables and headings. */
export interface Places {
  /** Whether the line is about the name: it leads a list item, a table's row, a heading or a line in bold. */
  isHead(match: Found): boolean
  /** Whether the line that it leads stands among lines that lead with names, which no word could be. */
  isAmongNames(match: Found): boolean
  /** Why a name isn't counted at its place: it stands in what is said of another, or heads one of a list of features. */
  refusal(match: Found): 'aside' | 'feature' | null
}

const ITEM = /^([ \t>]*)(?:[-*+•●▪–—·]|\d{1,3}[.)、．]|[①-⑳])(?:[ \t]+|(?=[*_「『\p{Script=Han}]))/u
const LEAD = /^(?:[A-H][.)] |[\s>|#*_`"“„«「『【[(\d.)、．:\p{Extended_Pictographic}+•●▪–—·-]|\ufe0f)*$/u
const LABEL = /^[\s>|#*_\d.)•●▪–·-]*(\p{L}[^:：.!?\n]{2,50}|[^:：。！？\n]{2,20})[:：][\s*_"“„«「]*$/u
const ROW_OF_NAMES =
  /^[^\p{L}\p{N}]*(?:(?:,|and|or|und|oder|et|ou|y|o|e|i|lub|oraz|vs\.?|versus|by|von|formerly|ehemals|früher|anciennement|antes|ex|già|dawniej|旧|原|와|과|や|と|和)[^\p{L}\p{N}]*)*$/iu
/** A name that leads a line stands in this much of it, in UTF-16 units. */
const LEAD_REACH = 80
/** A label in bold that ends with a colon, or a question. */
const LABELLED = /^[\s>\d.)•*-]*(?:\*\*|__)([^*_\n]{2,60}?)(?:[:：?？.](?:\*\*|__)|(?:\*\*|__)[:：])/u
/** A word right before a name. */
const INSIDE = /\p{Ll}[\p{L}’']* [*_“"„]*$/u
/** A small word right before a name. */
const SMALL_LEFT = /(?<!\p{L})\p{Ll}[\p{L}’']* [*_"“„]*$/u
/** Between a product and who makes it: "• Rova in Cloud di Vestrix". */
const MAKER_LEFT = /\p{L} \p{Lu}[\p{L}\p{N}-]*[*_]* (?:by|de|von|di|van|od|par) [*_]*$/u
const DASHED = /^ [–—-] /
/** A noun made of a verb: 水拭き. */
const DEED = /^\p{Script=Han}{2,4}[きりみけしちめげ]$/u
/** A list of features has this many items and more. */
const FEATURES = 3

/** Reads the lines of a text that names stand in; nothing more is read where no name leads a line. */
export function judgePlaces(clean: string, found: readonly Found[]): Places {
  const lines = readLines(clean, found)
  const lineOf = (at: number): Line | undefined => {
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lines[middle]?.start ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return lines[low]
  }
  const isPeer = readPeers(clean, lines, found)
  const owners = new Map<Line, Found>()
  const items = new Map<number, { items: number; named: number }>()
  const heads = new Set<Brand>()
  let owner: { line: Line; head: Found } | null = null
  const elsewhere = new Set<Line>()
  let section = false
  let compares = false
  for (const line of lines) {
    if (line.kind !== 'row') compares = false
    else if (line.isHeader) compares = isComparison(clean.slice(line.start, line.end), line, found)
    else line.compares = compares
    if (line.kind === 'heading') section = isAboutOthers(clean.slice(line.start, line.end))
    else if (section) elsewhere.add(line)
    if (line.kind === 'item') {
      const count = items.get(line.list) ?? { items: 0, named: 0 }
      count.items += 1
      if (line.head !== null) count.named += 1
      items.set(line.list, count)
    }
    if (line.head !== null && line.kind !== 'text' && line.kind !== 'heading') {
      heads.add(line.head.pattern.brand)
      // A sentence that begins in bold speaks of others, too.
      const described =
        line.kind !== 'bold' ||
        /^[^\p{L}\p{N}]*(?:[:：–—]| - |$)/u.test(clean.slice(line.head.end, Math.min(line.end, line.head.end + 12)))
      owner = described ? { line, head: line.head } : null
      if (described) owners.set(line, line.head)
    } else if (
      line.kind === 'item' &&
      owner !== null &&
      owner.line.kind === 'item' &&
      line.indent > owner.line.indent
    ) {
      owners.set(line, owner.head)
    } else owner = null
  }
  return {
    isHead: (match) => {
      const line = lineOf(match.start)
      return line?.head === match && !(line.kind === 'text' && (isInSentence(clean, match) || goesOn(clean, match)))
    },
    isAmongNames: (match) => {
      const line = lineOf(match.start)
      if (line === undefined || isPeer(line, match)) return line !== undefined
      if (line.head === match && line.kind === 'text') return isInPlainList(clean, lines, match)
      if (line.head !== match || (line.kind !== 'item' && line.kind !== 'row')) return false
      const beside = lines.filter((other) => other !== line && other.list === line.list && !other.isHeader)
      const named = beside.filter(({ head }) => head !== null && !head.pattern.ambiguous)
      const headed = beside.filter(({ head }) => head !== null).length
      return match.pattern.brand.own !== true && named.length > 0 && headed > 1 && headed * 3 >= beside.length * 2
    },
    refusal: (match) => {
      if (match.pattern.brand.own === true) return null
      // ガントチャート
      if (
        clean.charCodeAt(match.start) > 0x3040 &&
        (isSectionHead(match.pattern.folded) || DEED.test(clean.slice(match.start, match.end)))
      )
        return 'feature'
      const line = lineOf(match.start)
      if (line === undefined) return null
      if (elsewhere.has(line)) return 'aside'
      if (line.compares) return 'feature'
      if (line.head === match) {
        const list = items.get(line.list)
        if (isCheckedHead(clean, match.end, line.end)) return 'feature'
        return line.kind === 'item' && list !== undefined && list.items >= FEATURES && list.named * 3 <= list.items
          ? 'feature'
          : null
      }
      if (
        line.kind === 'row' &&
        line.isHeader &&
        !isFeatureColumn(clean.slice(line.start, line.end).split('|')[1] ?? '')
      ) {
        const named = new Set(
          found.filter(({ start }) => start >= line.start && start < line.end).map(({ pattern }) => pattern.brand),
        )
        if (named.size < 2) return 'feature'
      }
      if (
        (line.kind === 'item' || line.kind === 'bold') &&
        heads.size > 1 &&
        !heads.has(match.pattern.brand) &&
        LABELLED.test(clean.slice(line.start, match.start))
      ) {
        const [whole = '', label = ''] = LABELLED.exec(clean.slice(line.start, match.start)) ?? []
        // "**Two I left out on purpose:** HubSpot, because": what a longer label asks for stands right behind it.
        const from = line.start + whole.length
        const asked =
          label.split(' ').length > 3 &&
          found.some(({ start }) => start >= from && start <= match.start && /^[\s*_]*$/.test(clean.slice(from, start)))
        if (!asked && !isChoiceLabel(label) && !found.some((other) => other !== match && isBeside(clean, other, match)))
          return 'aside'
      }
      const head = owners.get(line)
      if (clean.startsWith('**', match.start - 2)) return null
      if (
        line.kind === 'item' &&
        head === undefined &&
        isInside(clean.slice(Math.max(line.start, match.start - 40), match.start), items.get(line.list)?.named ?? 0) &&
        !found.some((other) => other !== match && isBeside(clean, other, match))
      )
        return 'aside'
      if (head === undefined || heads.size < 2 || head.pattern.brand === match.pattern.brand) return null
      const between = clean.slice(Math.max(head.end, match.start - 80), match.start)
      if (head.end + 80 > match.start && isRow(clean.slice(head.end, match.start), line)) return null
      return isCompared(between) ? null : 'aside'
    },
  }
}

/** Whether a table's header has a column for each of several choices behind one of features. */
function isComparison(header: string, { start, end }: Line, found: readonly Found[]): boolean {
  if (!isFeatureColumn(header.split('|')[1] ?? '')) return false
  return (
    new Set(found.filter((match) => match.start >= start && match.start < end).map(({ pattern }) => pattern.brand))
      .size > 1
  )
}

/** Whether a sentence goes on behind a name: another word, a comma, its possessive. */
function goesOn(clean: string, { end }: Found): boolean {
  return /^(?: (?:\p{Ll}|[–—-])|,|[’']s )/u.test(clean.slice(end, end + 3))
}

/** Whether a sentence without spaces, or a Korean particle, goes on behind a name. */
function isInSentence(clean: string, { end, stem }: Found): boolean {
  return stem !== undefined || /^[\u3041-\u3096\u4e00-\u9fff]/.test(clean.charAt(end))
}

/** Whether it leads one of several lines without marks that lead with a name and a dash: "Acme – best off the shelf." */
function isInPlainList(clean: string, lines: readonly Line[], { end, pattern }: Found): boolean {
  if (pattern.brand.own === true || !DASHED.test(clean.slice(end, end + 3))) return false
  return lines.some(
    ({ kind, head }) =>
      kind === 'text' && head !== null && !head.pattern.ambiguous && DASHED.test(clean.slice(head.end, head.end + 3)),
  )
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

function readLines(clean: string, found: readonly Found[]): Line[] {
  const lines: Line[] = []
  let next = 0
  let list = -1
  let open = false
  for (let start = 0; start <= clean.length; ) {
    const stop = clean.indexOf('\n', start)
    const end = stop < 0 ? clean.length : stop
    while ((found[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1
    const first = found[next]
    const line = readLine(clean, start, end)
    if (line.kind === 'item') {
      if (!open && line.indent === 0) list += 1
      open = true
      // Items below an item are a list of their own.
      line.list = line.indent === 0 ? list : list + 0.5
    } else if (line.kind === 'row') {
      // Rows are numbered apart from items.
      if (lines.at(-1)?.kind !== 'row') list += 1
      line.list = list + 0.25
      open = false
    } else if (line.kind !== 'text' || line.indent === 0) open = open && start + line.indent === end
    lines.push(line)
    if (
      first !== undefined &&
      first.start < end &&
      first.start - start <= LEAD_REACH &&
      leads(clean.slice(start, first.start))
    )
      line.head = first
    start = end + 1
  }
  return lines
}

const SEPARATOR = /^[\s|:-]*-[\s|:-]*(?:\n|$)/
const ITEM_MARKS = new Set([...'-*+•●▪–—·>①②③④⑤⑥⑦⑧⑨⑩'].map((mark) => mark.charCodeAt(0)))

function readLine(clean: string, start: number, end: number): Line {
  let at = start
  let mark = 0
  for (; at < end; at += 1) {
    mark = clean.charCodeAt(at)
    if (mark !== 0x20 && mark !== 0x09) break
  }
  if (at === end) mark = 0
  const line: Line = {
    start,
    end,
    kind: 'text',
    indent: at - start,
    list: -1,
    isHeader: false,
    head: null,
    compares: false,
  }
  if (mark === 0x7c) {
    line.kind = 'row'
    line.isHeader = SEPARATOR.test(clean.slice(end + 1, end + 120))
  } else if (mark === 0x23) {
    if (line.indent < 4) line.kind = 'heading'
  } else if (mark < 0x40 ? mark > 0x29 : mark > 0x5e && (mark === 0x5f || mark > 0x7f)) {
    const twice = mark === clean.charCodeAt(at + 1)
    if (twice && (mark === 0x2a || mark === 0x5f)) line.kind = 'bold'
    else if ((mark > 0x2f && mark < 0x3a) || (ITEM_MARKS.has(mark) && !twice)) {
      if (ITEM.test(clean.slice(start, Math.min(end, start + 40)))) line.kind = 'item'
    }
  }
  return line
}

/** Whether nothing but marks stands before a name, or a label that announces a choice. */
function leads(before: string): boolean {
  // A sentence: no mark at its beginning and no label before the name.
  if (/^[A-Za-z]/.test(before) && !before.includes(':')) return false
  if (LEAD.test(before)) return (before.match(/\|/g) ?? []).length <= 1
  const label = LABEL.exec(before)?.[1]
  return label !== undefined && isChoiceLabel(label)
}
