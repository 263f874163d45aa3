import { boundedHit, type Hit } from './bounds.ts'
import { foldPoint, isSmall, pointAt, wordClass } from './fold.ts'
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
const CLASSES = ['none', 'spaced', 'katakana', 'hangul', 'unspaced'] as const
/** Lower-case letters and digits. */
const LOWER = 1
/** Characters at which a name can always begin: those of scripts without spaces, and symbols that start a name. */
const ANYWHERE = 4
const UPPER = 5
const NEW = 255

/**
 * Returns a function that finds all spellings outside a text's hidden spans in one pass, in order, the longest of
 * overlapping ones. `spellings[key]` are the forms of one name, compared without case, accents, width, apostrophes and
 * spaces; a space that the name doesn't have must come before a capital letter ("Hub Spot").
 */
export function createFinder(spellings: readonly (readonly string[])[]): (text: string, hidden: Spans) => Hit[] {
  const tree = buildTree(spellings)
  const units = new Uint16Array(0x10000).fill(UNKNOWN)
  const classes = new Uint8Array(0x10000).fill(NEW)

  const learn = (unit: number): number => {
    const character = String.fromCharCode(unit)
    const folded = foldPoint(unit)
    const of = unit >= 0xd800 && unit <= 0xdfff ? ANYWHERE : CLASSES.indexOf(wordClass(unit))
    let symbol = folded.charCodeAt(0)
    if (EMPHASIS.has(character) || folded === '') symbol = DROPPED
    else if (folded === ' ') symbol = BLANK
    else if (folded.length > 1 || (unit >= 0xd800 && unit <= 0xdfff)) symbol = SEVERAL
    units[unit] = symbol
    if (of === 0 && tree.first[symbol] === 1) classes[unit] = ANYWHERE
    else classes[unit] = of === LOWER && /\p{Lu}/u.test(character) ? UPPER : of
    return classes[unit] ?? 0
  }

  /** Returns the longest hit that begins at `from`, or null. */
  const walk = (text: string, from: number, limit: number): Hit | null => {
    let node = 0
    let blanks = 0
    let best: Hit | null = null
    for (let at = from; at < limit; at += 1) {
      const unit = text.charCodeAt(at)
      if (classes[unit] === NEW) learn(unit)
      const symbol = units[unit] ?? 0
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

  return (text, hidden) => {
    const hits: Hit[] = []
    let span = 0
    let stop = hidden[0] ?? text.length
    let before = 0
    for (let at = 0; at < text.length; at += 1) {
      if (at === stop) {
        at = (hidden[span + 1] ?? text.length) - 1
        span += 2
        stop = span < hidden.length ? (hidden[span] ?? text.length) : text.length
        before = 0
        continue
      }
      const unit = text.charCodeAt(at)
      let of = classes[unit] ?? 0
      if (of === NEW) of = learn(unit)
      const isStart = of !== 0 && (of !== before || of === ANYWHERE) && (of !== LOWER || before !== UPPER)
      before = of
      if (!isStart || !mayBegin(text, at, units[unit] ?? 0)) continue
      const hit = walk(text, at, stop)
      if (hit === null) continue
      hits.push(hit)
      at = hit.end - 1
      before = classes[text.charCodeAt(at)] ?? 0
    }
    return hits
  }

  /** A quick check of the first two characters that rules out most words. */
  function mayBegin(text: string, at: number, symbol: number): boolean {
    if (symbol === SEVERAL) return true
    if (tree.first[symbol] !== 1) return false
    const second = at + 1 < text.length ? (units[text.charCodeAt(at + 1)] ?? 0) : DROPPED
    return second >= SEVERAL || tree.pairs[pairOf(symbol, second)] === 1 || tree.single[symbol] === 1
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
