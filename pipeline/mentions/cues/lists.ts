import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import { asksHow } from '../words/criteria.ts'
import { isFeatureColumn } from '../words/sections.ts'
import type { Line } from './lines.ts'
import { isAboutOthers } from './others.ts'

/** What the lines of a text are about. */
export interface Lists {
  /** How many items each list has, and how many of them lead with a name. */
  readonly items: ReadonlyMap<number, { readonly items: number; readonly named: number }>
  /** The brands that head a line. */
  readonly heads: ReadonlySet<Brand>
}

/** A title is no longer than this, in UTF-16 units. */
const LONGEST_TITLE = 100
/** A line in bold by itself, as a heading is, or one that introduces a list. */
const TITLE = /^\s*\*\*[^*]+\*\*:?\s*$|^[^-*+•\d|\s].{1,80}[:?][*_\s]*$/u

/** Reads of each line what it is about, and writes its `owner`, `elsewhere` and `compares`. */
export function readLists(clean: string, lines: readonly Line[], found: readonly Found[]): Lists {
  const items = new Map<number, { items: number; named: number }>()
  const heads = new Set<Brand>()
  let owner: { line: Line; head: Found } | null = null
  let section = false
  let compares = false
  let asks = false
  for (const line of lines) {
    if (line.kind !== 'row') compares = false
    else if (line.isHeader) compares = isComparison(clean.slice(line.start, line.end), line, found)
    else line.compares = compares
    if (mayBeTitle(line)) {
      const text = clean.slice(line.start, line.end)
      if (line.kind === 'heading') section = isAboutOthers(text)
      if (line.kind === 'heading' || TITLE.test(text)) asks = asksHow(text)
    }
    if (line.kind !== 'heading') line.elsewhere = section || (asks && line.kind === 'item')
    if (line.kind === 'item') {
      let count = items.get(line.list)
      if (count === undefined) {
        count = { items: 0, named: 0 }
        items.set(line.list, count)
      }
      count.items += 1
      if (line.head !== null) count.named += 1
    }
    if (line.head !== null && line.kind !== 'text' && line.kind !== 'heading') {
      heads.add(line.head.pattern.brand)
      // A sentence that begins in bold speaks of others, too.
      const described =
        line.kind !== 'bold' ||
        /^[^\p{L}\p{N}]*(?:[:：–—]| - |$)/u.test(clean.slice(line.head.end, Math.min(line.end, line.head.end + 12)))
      owner = described ? { line, head: line.head } : null
      if (described) line.owner = line.head
    } else if (
      line.kind === 'item' &&
      owner !== null &&
      owner.line.kind === 'item' &&
      line.indent > owner.line.indent
    ) {
      line.owner = owner.head
    } else owner = null
  }
  return { items, heads }
}

/** Whether a line is a heading, or short and neither an item nor a row: most lines cost no more than this. */
function mayBeTitle({ kind, start, end }: Line): boolean {
  return kind === 'heading' || (kind !== 'item' && kind !== 'row' && end - start <= LONGEST_TITLE)
}

/** Whether a table's header has a column for each of several choices behind one of features. */
function isComparison(header: string, { start, end }: Line, found: readonly Found[]): boolean {
  if (!isFeatureColumn(header.split('|')[1] ?? '')) return false
  return (
    new Set(found.filter((match) => match.start >= start && match.start < end).map(({ pattern }) => pattern.brand))
      .size > 1
  )
}
