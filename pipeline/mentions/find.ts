import { boundedHit, type Hit } from './bounds.ts'
import { foldPoint, isSmall, pointAt } from './fold.ts'
import { createScanner, type Scan } from './scan.ts'
import { buildTree, EMPHASIS, pairOf, step, type Tree } from './spelling-tree.ts'

/** Disjoint ascending spans of a text as a flat list of UTF-16 offsets: `start, end, start, end`. */
export type Spans = readonly number[]

/** Stand for characters that fold to nothing, to a separator between the parts of a name, and to several units. */
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
 * The trie of the names, and what each UTF-16 unit of the scanned texts folds to. The functions below take it as an
 * argument, because V8 knows the constants of a module's functions but not those of closures made for each survey.
 */
interface Names {
  readonly tree: Tree
  readonly symbols: Uint16Array
}

/**
 * Returns a finder of all spellings in one pass. `spellings[key]` are the forms of one name, compared without case,
 * accents, width, apostrophes and spaces; a space that the name doesn't have must come before a capital letter ("Hub
 * Spot").
 */
export function createFinder(spellings: readonly (readonly string[])[]): Finder {
  const names = { tree: buildTree(spellings), symbols: new Uint16Array(0x10000) }
  const { tree, symbols } = names
  return {
    scan: createScanner((unit) => {
      const symbol = symbolOf(unit)
      symbols[unit] = symbol
      // No name begins with a dropped character: each of many in a row would be followed to the last.
      return symbol === SEVERAL || (symbol < SEVERAL && tree.first[symbol] === 1)
    }),
    find: (text, scan, hidden) => find(names, text, scan, hidden),
  }
}

function symbolOf(unit: number): number {
  const folded = foldPoint(unit)
  if (EMPHASIS.has(String.fromCharCode(unit)) || folded === '') return DROPPED
  if (folded === ' ') return BLANK
  return folded.length > 1 || (unit >= 0xd800 && unit <= 0xdfff) ? SEVERAL : folded.charCodeAt(0)
}

function find(names: Names, text: string, { units, names: starts }: Scan, hidden: Spans): Hit[] {
  const hits: Hit[] = []
  let from = 0
  let span = 0
  for (let k = 0; k < starts.length; k += 1) {
    const at = starts[k] ?? 0
    if (at < from || !mayBegin(names, units[at] ?? 0, units[at + 1] ?? 0)) continue
    while ((hidden[span + 1] ?? text.length) <= at) span += 2
    const stop = hidden[span] ?? text.length
    const hit = at < stop ? longestAt(names, text, units, at, stop) : null
    if (hit === null) continue
    hits.push(hit)
    from = hit.end
  }
  return hits
}

/** A quick check of the first two units that rules out most words. */
function mayBegin({ tree, symbols }: Names, unit: number, after: number): boolean {
  const [first, second] = [symbols[unit] ?? 0, symbols[after] ?? 0]
  return first === SEVERAL || second >= SEVERAL || tree.pairs[pairOf(first, second)] === 1 || tree.single[first] === 1
}

/** The longest hit that begins at `from`, or null. */
function longestAt({ tree, symbols }: Names, text: string, units: Uint16Array, from: number, stop: number): Hit | null {
  let node = 0
  let blanks = 0
  let best: Hit | null = null
  for (let at = from; at < stop; at += 1) {
    const symbol = symbols[units[at] ?? 0] ?? 0
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
      for (const each of foldPoint(point)) node = node < 0 ? node : step(tree, node, each.charCodeAt(0))
      if (point > 0xffff) at += 1
    } else node = step(tree, node, symbol)
    if (node < 0) break
    const key = tree.keys[node] ?? -1
    if (key >= 0) best = boundedHit(text, key, from, at + 1, tree.capital[key] === 1) ?? best
  }
  return best
}

/** Whether the dot before a space is an abbreviation's: "St. Ives", "J.P. Morgan". */
function isAbbreviation(text: string, blank: number): boolean {
  return text.charAt(blank - 1) === '.' && !/[\p{L}\p{N}]{4}/u.test(text.slice(blank - 5, blank - 1))
}

/** Whether a part of a name can begin here: at any character but a lower-case letter. */
function beginsPart(text: string, at: number): boolean {
  return !isSmall(pointAt(text, at))
}
