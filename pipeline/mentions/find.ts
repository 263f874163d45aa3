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
const NEW = 6
/** Is added to the class of a character at which a name may begin. */
const FIRST = 8
/** By the classes of two characters in a row, 1 if a name may begin between them or the second is new. */
const BEGINS = Uint8Array.from({ length: 0x100 }, (_, pair) => {
  const [before, of] = [(pair >> 4) & 7, pair & 7]
  const isStart = of !== 0 && (of !== before || of === ANYWHERE) && (of !== LOWER || before !== UPPER)
  return of === NEW || (isStart && (pair & FIRST) !== 0) ? 1 : 0
})

/**
 * Returns a function that finds all spellings outside a text's hidden spans in one pass, in order, the longest of
 * overlapping ones. `spellings[key]` are the forms of one name, compared without case, accents, width, apostrophes and
 * spaces; a space that the name doesn't have must come before a capital letter ("Hub Spot").
 */
export function createFinder(spellings: readonly (readonly string[])[]): (text: string, hidden: Spans) => Hit[] {
  const tree = buildTree(spellings)
  const units = new Uint16Array(0x10000).fill(UNKNOWN)
  const classes = new Uint8Array(0x10000).fill(NEW)
  // The units of the current text: an array is read a third faster than a string.
  let codes = new Uint16Array(0)

  const learn = (unit: number): void => {
    const character = String.fromCharCode(unit)
    const folded = foldPoint(unit)
    let symbol = folded.charCodeAt(0)
    if (EMPHASIS.has(character) || folded === '') symbol = DROPPED
    else if (folded === ' ') symbol = BLANK
    else if (folded.length > 1 || (unit >= 0xd800 && unit <= 0xdfff)) symbol = SEVERAL
    units[unit] = symbol
    const isFirst = tree.first[symbol] === 1
    let of: number = unit >= 0xd800 && unit <= 0xdfff ? ANYWHERE : CLASSES.indexOf(wordClass(unit))
    if (of === 0 && isFirst) of = ANYWHERE
    if (of === LOWER && /\p{Lu}/u.test(character)) of = UPPER
    classes[unit] = isFirst || symbol === SEVERAL ? of | FIRST : of
  }

  /** Returns the longest hit that begins at `from`, or null. */
  const walk = (text: string, from: number, limit: number): Hit | null => {
    let node = 0
    let blanks = 0
    let best: Hit | null = null
    for (let at = from; at < limit; at += 1) {
      const unit = codes[at] ?? 0
      if (units[unit] === UNKNOWN) learn(unit)
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

  /** Returns the first index from `at` if a name may begin, or `stop`; the text before `begin` is hidden. */
  const nextStart = (at: number, begin: number, stop: number): number => {
    let before = at === begin ? 0 : (classes[codes[at - 1] ?? 0] ?? 0)
    for (let index = at; index < stop; index += 1) {
      const of = classes[codes[index] ?? 0] ?? 0
      if (BEGINS[(before << 4) | of] === 1) return index
      before = of
    }
    return stop
  }

  /** A quick check of the first two characters that rules out most words. */
  const mayBegin = (at: number, stop: number): boolean => {
    const first = units[codes[at] ?? 0] ?? 0
    const second = at + 1 < stop ? (units[codes[at + 1] ?? 0] ?? 0) : DROPPED
    return first === SEVERAL || second >= SEVERAL || tree.pairs[pairOf(first, second)] === 1 || tree.single[first] === 1
  }

  return (text, hidden) => {
    const hits: Hit[] = []
    if (text.length > codes.length) codes = new Uint16Array(text.length)
    Buffer.from(codes.buffer).write(text, 'utf16le')
    for (let span = -1; span < hidden.length; span += 2) {
      const begin = hidden[span] ?? 0
      const stop = hidden[span + 1] ?? text.length
      let at = nextStart(begin, begin, stop)
      while (at < stop) {
        const unit = codes[at] ?? 0
        const isNew = classes[unit] === NEW
        if (isNew) learn(unit)
        const hit = !isNew && mayBegin(at, stop) ? walk(text, at, stop) : null
        if (hit !== null) hits.push(hit)
        at = nextStart(isNew ? at : (hit?.end ?? at + 1), begin, stop)
      }
    }
    return hits
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
