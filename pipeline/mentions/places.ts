import type { Brand } from './brand.ts'
import type { Found } from './finder.ts'
import { wordBits, WORD } from './role-words.ts'
import { isChoiceLabel, isFeatureColumn } from './sections.ts'

/** Where the names of an answer stand in its lists, tables and headings. */
export interface Places {
  /** Whether the line is about the name: it leads a list item, a table's row, a heading or a line in bold. */
  isHead(match: Found): boolean
  /** Why a name isn't counted at its place: it stands in what is said of another, or heads one of a list of features. */
  refusal(match: Found): 'aside' | 'feature' | null
}

interface Line {
  readonly start: number
  readonly end: number
  readonly kind: 'item' | 'row' | 'heading' | 'bold' | 'text'
  readonly indent: number
  /** The list that an item belongs to; -1 for other lines. */
  readonly list: number
  readonly isHeader: boolean
  head: Found | null
}

const ITEM = /^([ \t>]*)(?:[-*+•●▪–·]|\d{1,3}[.)、．]|[①-⑳])(?:[ \t]+|(?=[*_「『\p{Script=Han}]))/u
const LEAD = /^[\s>|#*_`"“„«「『【\[(\d.)、．:\p{Extended_Pictographic}\ufe0f+•●▪–·-]*$/u
const LABEL = /^[\s>|#*_\d.)•●▪–·-]*(\p{L}[^:：.!?\n]{2,50}|[^:：。！？\n]{2,20})[:：][\s*_"“„«「]*$/u
const ROW_OF_NAMES = /^[^\p{L}\p{N}]*(?:(?:,|and|or|und|oder|et|ou|y|o|e|i|lub|oraz|vs\.?|versus|by|von|formerly|ehemals|früher|anciennement|antes|ex|già|dawniej|旧|原|와|과|や|と|和)[^\p{L}\p{N}]*)*$/iu
/** A label in bold that ends with a colon, or a question. */
const LABELLED = /^[\s>\d.)•*-]*(?:\*\*|__)([^*_\n]{2,60}?)(?:[:：?？.](?:\*\*|__)|(?:\*\*|__)[:：])/u
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
  const owners = new Map<Line, Found>()
  const items = new Map<number, { items: number; named: number }>()
  const heads = new Set<Brand>()
  let owner: { line: Line; head: Found } | null = null
  for (const line of lines) {
    if (line.kind === 'item') {
      const count = items.get(line.list) ?? { items: 0, named: 0 }
      count.items += 1
      if (line.head !== null) count.named += 1
      items.set(line.list, count)
    }
    if (line.head !== null && line.kind !== 'text' && line.kind !== 'heading') {
      heads.add(line.head.pattern.brand)
      owner = { line, head: line.head }
      owners.set(line, line.head)
    } else if (line.kind === 'item' && owner !== null && owner.line.kind === 'item' && line.indent > owner.line.indent) {
      owners.set(line, owner.head)
    } else owner = null
  }
  return {
    isHead: (match) => lineOf(match.start)?.head === match,
    refusal: (match) => {
      if (match.pattern.brand.own === true) return null
      const line = lineOf(match.start)
      if (line === undefined) return null
      if (line.head === match) {
        const list = items.get(line.list)
        return line.kind === 'item' && list !== undefined && list.items >= FEATURES && list.named * 3 <= list.items
          ? 'feature'
          : null
      }
      if (line.kind === 'row' && line.isHeader && !isFeatureColumn(clean.slice(line.start, line.end).split('|')[1] ?? '')) {
        const named = new Set(found.filter(({ start }) => start >= line.start && start < line.end).map(({ pattern }) => pattern.brand))
        if (named.size < 2) return 'feature'
      }
      if (line.kind !== 'row' && heads.size > 1 && !heads.has(match.pattern.brand) && LABELLED.test(clean.slice(line.start, match.start))) {
        const label = LABELLED.exec(clean.slice(line.start, match.start))?.[1] ?? ''
        if (!isChoiceLabel(label) && !found.some((other) => other !== match && isBeside(clean, other, match))) return 'aside'
      }
      const head = owners.get(line)
      if (head === undefined || heads.size < 2 || head.pattern.brand === match.pattern.brand) return null
      const between = clean.slice(Math.max(head.end, match.start - 80), match.start)
      if (head.end + 80 > match.start && ROW_OF_NAMES.test(clean.slice(head.end, match.start))) return null
      return isCompared(between) ? null : 'aside'
    },
  }
}

/** Whether two names stand in a row. */
function isBeside(clean: string, one: Found, other: Found): boolean {
  const [left, right] = one.start < other.start ? [one, other] : [other, one]
  return right.start - left.end < 16 && right.start > left.end && ROW_OF_NAMES.test(clean.slice(left.end, right.start))
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
      lines.push({ ...line, list: line.indent === 0 ? list : list + 0.5, head: null })
    } else {
      if (line.kind !== 'text' || line.indent === 0) open = open && clean.slice(start, end).trim() === ''
      lines.push({ ...line, list: -1, head: null })
    }
    const last = lines.at(-1)
    if (last !== undefined && first !== undefined && first.start < end && leads(clean.slice(start, first.start))) last.head = first
    start = end + 1
  }
  return lines
}

function readLine(clean: string, start: number, end: number): Omit<Line, 'list' | 'head'> {
  const text = clean.slice(start, Math.min(end, start + 60))
  const item = ITEM.exec(text)
  const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0
  const kind = item !== null && !/^\s*(?:\*\*|--|\+\+)/.test(text) ? 'item' : /^\s*\|/.test(text) ? 'row' : /^ {0,3}#{1,6} /.test(text) ? 'heading' : /^\s*(?:\*\*|__)/.test(text) ? 'bold' : 'text'
  const isHeader = kind === 'row' && /^[\s|:-]*-[\s|:-]*(?:\n|$)/.test(clean.slice(end + 1, end + 120))
  return { start, end, kind, indent, isHeader }
}

/** Whether nothing but marks stands before a name, or a label that announces a choice. */
function leads(before: string): boolean {
  if (before.length > 80) return false
  if (LEAD.test(before)) return (before.match(/\|/g) ?? []).length <= 1
  const label = LABEL.exec(before)?.[1]
  return label !== undefined && isChoiceLabel(label)
}
