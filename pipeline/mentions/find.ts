import { boundedHit, type Hit } from './bounds.ts'
import { foldPoint, isSmall, pointAt, wordClass } from './fold.ts'
import { buildTree, EMPHASIS, pairOf } from './spelling-tree.ts'

/** Spans of a text as flat pairs of UTF-16 offsets, `start, end, start, end`, ascending and apart. */
export type Spans = readonly number[]

const UNKNOWN = 0xffff
/** Folds to nothing, to a blank between the parts of a name, to several units. */
const DROPPED = 0xfffe
const BLANK = 0xfffd
const SEVERAL = 0xfffc
/** More joining characters than this part no name: "St. Ives" has two. */
const MOST_BLANKS = 2
const CLASSES = ['none', 'spaced', 'katakana', 'hangul', 'unspaced'] as const
/** Small letters and digits. */
const LOWER = 1
/** A sign that a name begins with, or a script without blanks: a name may begin at each. */
const ANYWHERE = 4
const UPPER = 5
const NEW = 255
/**
 * A function that finds each of the spellings outside the hidden spans of a text, in order, the longest where they overlap: one pass
 * for all of them. `spellings[key]` are the forms of one name; they are compared without case, accents, width, apostrophes
 * and blanks, and a blank that the name doesn't have must part its capital letters ("Hub Spot").
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

  /** The hit that begins at a place, or null. */
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
        if (blanks > MOST_BLANKS || (blanks === 2 && !isAbbreviation(text, at))) break
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

  /** Whether the first two characters may be those of a name: most words end here. */
  function mayBegin(text: string, at: number, symbol: number): boolean {
    if (symbol === SEVERAL) return true
    if (tree.first[symbol] !== 1) return false
    const second = at + 1 < text.length ? (units[text.charCodeAt(at + 1)] ?? 0) : DROPPED
    return second >= SEVERAL || tree.pairs[pairOf(symbol, second)] === 1 || tree.single[symbol] === 1
  }
}

/** Whether the dot before a blank ends no sentence: "St. Ives", "J.P. Morgan". */
function isAbbreviation(text: string, blank: number): boolean {
  return text.charAt(blank - 1) === '.' && !/[\p{L}\p{N}]{4}/u.test(text.slice(blank - 5, blank - 1))
}

/** Whether a place begins a part of a name that is written in one elsewhere: a capital letter, a digit, a letter without case. */
function beginsPart(text: string, at: number): boolean {
  return !isSmall(pointAt(text, at))
}
