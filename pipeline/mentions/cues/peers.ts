import { type Found, letters } from '../find/finder.ts'
import type { Line } from './lines.ts'

/** How many lines or cells stand at one place of a list or table, and how many of them begin with a name. */
interface Peers {
  all: number
  /** With one that no word could be. */
  named: number
  /** How many begin with a name of ordinary words in its own case. */
  led: number
}

const NONE: Peers = { all: 0, named: 0, led: 0 }

/** The row below a table's header. */
const SEPARATOR = /^[\s|:-]*$/

/**
 * A function that says whether a name leads its line or cell where most others of the same list, table's column or header,
 * or of the lines in bold, lead with names that no word could be: Avast below Avira in a table's second column.
 */
export function readPeers(
  clean: string,
  lines: readonly Line[],
  found: readonly Found[],
): (line: Line, match: Found) => boolean {
  let peers: ReadonlyMap<string, Peers> | undefined
  return (line, match) => {
    const key = placeOf(clean, line, match)
    if (key === null) return false
    peers ??= countPeers(clean, lines, found)
    const { all, named, led } = peers.get(key) ?? NONE
    if (named + led === all && all > 2) return true
    const share = fillsCell(clean, match) ? named * 2 + 1 : named * 2
    return named > 1 && share > all - 1
  }
}

function countPeers(clean: string, lines: readonly Line[], found: readonly Found[]): Map<string, Peers> {
  const peers = new Map<string, Peers>()
  const at = (key: string): Peers => {
    const known = peers.get(key) ?? { ...NONE }
    peers.set(key, known)
    return known
  }
  let next = 0
  for (const line of lines) {
    for (const key of placesOf(clean, line)) at(key).all += 1
    const counted = new Set<string>()
    for (; next < found.length && (found[next]?.start ?? 0) < line.end; next += 1) {
      const match = found[next]
      if (match === undefined) continue
      const key = placeOf(clean, line, match)
      if (key === null || counted.has(`${key} ${match.pattern.folded}`)) continue
      counted.add(`${key} ${match.pattern.folded}`)
      if (!match.pattern.ambiguous || match.rule === 'domain-name') at(key).named += 1
      else if (match.pattern.written.has(letters(clean.slice(match.start, match.end)))) at(key).led += 1
    }
  }
  return peers
}

/** The places that a line has names at: its beginning, or each of its cells. */
function placesOf(clean: string, line: Line): string[] {
  if (line.kind === 'text') return []
  if (line.kind !== 'row') return [leadOf(line)]
  const row = clean.slice(line.start, line.end)
  const cells = SEPARATOR.test(row) ? 0 : row.split('|').length - 2
  return Array.from({ length: Math.max(0, cells) }, (_, i) => cellOf(line, i + 1)).slice(line.isHeader ? 1 : 0)
}

/** The place that a name leads; null where it stands within a line or cell. */
function placeOf(clean: string, line: Line, match: Found): string | null {
  if (line.kind === 'text' || (line.kind === 'bold' && isLabel(clean.slice(match.end, line.end)))) return null
  if (line.kind !== 'row') return line.head === match ? leadOf(line) : null
  const before = clean.slice(line.start, match.start)
  return /\|[\s*_[]*$/.test(before) ? cellOf(line, before.split('|').length - 1) : null
}

/** Whether what a line begins with in bold goes on behind a name and ends with a colon: "**Wave Urteil:**". */
function isLabel(after: string): boolean {
  return /^ [^*_\n]+:[*_]/u.test(after)
}

/** Whether a table's cell has the name alone. */
function fillsCell(clean: string, { start, end }: Found): boolean {
  return (
    /^[\s*_\]]*\|/.test(clean.slice(end, end + 12)) && /\|[\s*_[]*$/.test(clean.slice(Math.max(0, start - 12), start))
  )
}

function leadOf({ kind, list }: Line): string {
  return `${kind} ${kind === 'item' ? list : ''}`
}

function cellOf({ isHeader, list }: Line, column: number): string {
  return isHeader ? `header ${list}` : `${list} ${column}`
}
