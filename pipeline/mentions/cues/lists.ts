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
    if (line.kind === 'heading') {
      const title = clean.slice(line.start, line.end)
      section = isAboutOthers(title)
      asks = asksHow(title)
    } else line.elsewhere = section || (asks && line.kind === 'item')
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

/** Whether a table's header has a column for each of several choices behind one of features. */
function isComparison(header: string, { start, end }: Line, found: readonly Found[]): boolean {
  if (!isFeatureColumn(header.split('|')[1] ?? '')) return false
  return (
    new Set(found.filter((match) => match.start >= start && match.start < end).map(({ pattern }) => pattern.brand))
      .size > 1
  )
}
