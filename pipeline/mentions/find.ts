import { boundedHit, type Hit } from './bounds.ts'
import { foldPoint, isSmall, pointAt } from './fold.ts'
import { createScanner, type Scan } from './scan.ts'
import { buildTree, EMPHASIS, pairOf } from './spelling-tree.ts'

/** Disjoint ascending spans of a text as a flat list of UTF-16 offsets: `start, end, start, end`. */
export type Spans = readonly number[]

const UNKNOWN = 0xffff
/** Characters that fold to nothing, to a separator between the parts of a name, and to several units. */
const DROPPED = 0xfffe
const BLANK = 0xfffd
const SEVERAL = 0xfffc
/** The most separators between two parts of a name: "St. Ives" has two. */
const MAX_BLANKS = 2

/** Finds the spellings of names in texts. */
export interface Finder {
  scan(text: string): Scan
  /** All spellings outside a text's hidden spans, in order, the longest of overlapping ones. */
  find(text: string, scan: Scan, hidden: Spans): Hit[]
}

/**
 * Returns a finder of all spellings in one pass. `spellings[key]` are the forms of one name, compared without case,
 * accents, width, apostrophes and spaces; a space that the name doesn't have must come before a capital letter ("Hub
 * Spot").
 */
export function createFinder(spellings: readonly (readonly string[])[]): Finder {
  const tree = buildTree(spellings)
  const symbols = new Uint16Array(0x10000).fill(UNKNOWN)

  const symbolOf = (unit: number): number => {
    const known = symbols[unit] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const folded = foldPoint(unit)
    let symbol = folded.charCodeAt(0)
    if (EMPHASIS.has(String.fromCharCode(unit)) || folded === '') symbol = DROPPED
    else if (folded === ' ') symbol = BLANK
    else if (folded.length > 1 || (unit >= 0xd800 && unit <= 0xdfff)) symbol = SEVERAL
    symbols[unit] = symbol
    return symbol
  }

  /** A quick check of the first two characters that rules out most words. */
  const mayBegin = (units: Uint16Array, at: number, stop: number): boolean => {
    const first = symbolOf(units[at] ?? 0)
    const second = at + 1 < stop ? symbolOf(units[at + 1] ?? 0) : DROPPED
    return first === SEVERAL || second >= SEVERAL || tree.pairs[pairOf(first, second)] === 1 || tree.single[first] === 1
  }

  /** Returns the longest hit that begins at `from`, or null. */
  const walk = (text: string, units: Uint16Array, from: number, stop: number): Hit | null => {
    let node = 0
    let blanks = 0
    let best: Hit | null = null
    for (let at = from; at < stop; at += 1) {
      const symbol = symbolOf(units[at] ?? 0)
      if (symbol === DROPPED) continue
      if (symbol === BLANK) {
        blanks += 1
        if (blanks > MAX_BLANKS || (blanks === 2 && !isAbbreviation(text, at))) break
        continue
      }
      if (blanks > 0 && !tree.parts.has(node) && !beginsPart(text, at)) break
      blanks = 0
      if (symbol === SEVERAL) {
        const point = text.codePointAt(at) ?? 0
        for (const each of foldPoint(point)) node = node < 0 ? node : tree.step(node, each.charCodeAt(0))
        if (point > 0xffff) at += 1
      } else node = tree.step(node, symbol)
      if (node < 0) break
      const key = tree.keyAt(node)
      if (key >= 0) best = boundedHit(text, key, from, at + 1, tree.capital[key] === 1) ?? best
    }
    return best
  }

  return {
    scan: createScanner((unit) => symbolOf(unit) === SEVERAL || tree.first[symbolOf(unit)] === 1),
    find: (text, { units, names }, hidden) => {
      const hits: Hit[] = []
      let from = 0
      let span = 0
      for (const at of names) {
        if (at < from) continue
        while ((hidden[span + 1] ?? text.length) <= at) span += 2
        const stop = hidden[span] ?? text.length
        if (at >= stop || !mayBegin(units, at, stop)) continue
        const hit = walk(text, units, at, stop)
        if (hit === null) continue
        hits.push(hit)
        from = hit.end
      }
      return hits
    },
  }
}

/** Whether the dot before a space is an abbreviation's: "St. Ives", "J.P. Morgan". */
function isAbbreviation(text: string, blank: number): boolean {
  return text.charAt(blank - 1) === '.' && !/[\p{L}\p{N}]{4}/u.test(text.slice(blank - 5, blank - 1))
}

/** Whether a part of a name can begin here: at any character but a lower-case letter. */
function beginsPart(text: string, at: number): boolean {
  return !isSmall(pointAt(text, at))
}
