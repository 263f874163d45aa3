import particles from './data/particles.json' with { type: 'json' }
import { fold, foldPoint, joined, pointAt, pointBefore, wordClass } from './fold.ts'

/**
 * How a spelling stands in a text: in its own case; in small letters where it has a capital; behind or before a word that lost its
 * blank ("moreAcme"); or within a longer word, as with an ending.
 */
export type Standing = 'plain' | 'small' | 'glued' | 'within'

/** A spelling found in a text: its key's number, and UTF-16 offsets. */
export interface Hit {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly standing: Standing
}

/** Spans of a text as flat pairs of UTF-16 offsets, `start, end, start, end`, ascending and apart. */
export type Spans = readonly number[]

const UNKNOWN = 0xffff
/** Folds to nothing, to a blank between the parts of a name, to several units. */
const DROPPED = 0xfffe
const BLANK = 0xfffd
const SEVERAL = 0xfffc
/** Emphasis may stand between the parts of a name: "**Dell** XPS". */
const EMPHASIS = new Set(['*', '`'])
/** More joining characters than this part no name: "St. Ives" has two. */
const MOST_BLANKS = 2
/** What Korean joins to a name. */
const PARTICLES = new Set(particles.words.split(' '))
const CLASSES = ['none', 'spaced', 'katakana', 'hangul', 'unspaced'] as const
/** Small letters and digits. */
const LOWER = 1
/** A sign that a name begins with, or a script without blanks: a name may begin at each. */
const ANYWHERE = 4
const UPPER = 5
const NEW = 255
/** The longest ending of a case that a name can take: "Allegrze", "Miele’nin", "쿠팡에서". */
const ENDING = 4
/** So many letters before a digit are a name that lost its blank: "Kona Dew HD785 $". */
const GLUED_TO_DIGIT = 4

/**
 * A function that finds each of the spellings outside the hidden spans of a text, in order, the longest where they overlap: one pass
 * for all of them. `spellings[key]` are the forms of one name; they are compared without case, accents, width, apostrophes
 * and blanks, and a blank that the name doesn't have must part its capital letters ("Hub Spot").
 */
export function createFinder(spellings: readonly (readonly string[])[]): (text: string, hidden: Spans) => Hit[] {
  const trie = buildTrie(spellings)
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
    if (of === 0 && trie.first[symbol] === 1) classes[unit] = ANYWHERE
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
      if (blanks > 0 && !trie.parts.has(node) && !beginsPart(text, at)) break
      blanks = 0
      if (symbol === SEVERAL) {
        const point = text.codePointAt(at) ?? 0
        for (const each of foldPoint(point)) node = node < 0 ? node : trie.step(node, each.charCodeAt(0))
        if (point > 0xffff) at += 1
      } else node = trie.step(node, symbol)
      if (node < 0) break
      const key = trie.keyAt(node)
      if (key >= 0) best = bounded(text, key, from, at + 1, trie.capital[key] === 1) ?? best
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
    if (trie.first[symbol] !== 1) return false
    const second = at + 1 < text.length ? (units[text.charCodeAt(at + 1)] ?? 0) : DROPPED
    return second >= SEVERAL || trie.pairs[pairOf(symbol, second)] === 1 || trie.single[symbol] === 1
  }
}

function pairOf(first: number, second: number): number {
  return (first * 31 + second) & 0xffff
}

/** The folded forms as a tree; `parts` are the nodes behind which a name has a blank of its own. */
function buildTrie(spellings: readonly (readonly string[])[]) {
  const most = spellings.reduce((sum, forms) => sum + fold(forms.join('')).length, 0)
  const edges = createEdges(most)
  const keys = new Int32Array(most + 1).fill(-1)
  const parts = new Set<number>()
  const first = new Uint8Array(0x10000)
  const single = new Uint8Array(0x10000)
  const pairs = new Uint8Array(0x10000)
  const capital = new Uint8Array(spellings.length)
  let nodes = 1
  spellings.forEach((forms, key) => {
    for (const form of forms) {
      if (/^\P{L}*\p{Lu}/u.test(form)) capital[key] = 1
      let node = 0
      let folded = ''
      for (const character of form) {
        if (EMPHASIS.has(character)) continue
        for (const unit of foldPoint(character.codePointAt(0) ?? 0)) {
          if (unit === ' ' || unit === '\n') {
            parts.add(node)
            continue
          }
          const symbol = unit.charCodeAt(0)
          folded += unit
          const known = edges.step(node, symbol)
          if (known < 0) edges.add(node, symbol, nodes++)
          node = known < 0 ? nodes - 1 : known
        }
      }
      if (folded === '') continue
      const [one, two] = [folded.charCodeAt(0), folded.charCodeAt(1)]
      first[one] = 1
      if (Number.isNaN(two)) single[one] = 1
      else pairs[pairOf(one, two)] = 1
      if (keys[node] === -1) keys[node] = key
    }
  })
  return {
    first,
    single,
    pairs,
    capital,
    parts,
    step: edges.step,
    keyAt: (node: number): number => keys[node] ?? -1,
  }
}

/** The edges of a tree in one table: a hash of node and unit, with open addressing; `most` bounds their number. */
function createEdges(most: number) {
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 16)) - 1
  const nodes = new Int32Array(mask + 1).fill(-1)
  const symbols = new Uint16Array(mask + 1)
  const targets = new Int32Array(mask + 1)
  const placeOf = (node: number, symbol: number): number => {
    let at = (Math.imul(node, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 7
    for (at &= mask; nodes[at] !== -1 && (nodes[at] !== node || symbols[at] !== symbol); ) at = (at + 1) & mask
    return at
  }
  return {
    step: (node: number, symbol: number): number => {
      const at = placeOf(node, symbol)
      return nodes[at] === -1 ? -1 : (targets[at] ?? -1)
    },
    add: (node: number, symbol: number, target: number): void => {
      const at = placeOf(node, symbol)
      nodes[at] = node
      symbols[at] = symbol
      targets[at] = target
    },
  }
}

/** Whether the dot before a blank ends no sentence: "St. Ives", "J.P. Morgan". */
function isAbbreviation(text: string, blank: number): boolean {
  return text.charAt(blank - 1) === '.' && !/[\p{L}\p{N}]{4}/u.test(text.slice(blank - 5, blank - 1))
}

/** Whether a place begins a part of a name that is written in one elsewhere: a capital letter, a digit, a letter without case. */
function beginsPart(text: string, at: number): boolean {
  return !/\p{Ll}/u.test(String.fromCodePoint(pointAt(text, at)))
}

/** The hit where no longer word holds it, or where it may take an ending; null otherwise. */
function bounded(text: string, key: number, start: number, end: number, hasCapital: boolean): Hit | null {
  const before = pointBefore(text, start)
  const first = pointAt(text, start)
  const isSmall = /\p{Ll}/u.test(String.fromCodePoint(first))
  const isGlued = joined(before, first)
  if (isPartOfHost(text, start, isSmall) || (isGlued && isSmall)) return null
  const standing = isGlued ? 'glued' : hasCapital && isSmall ? 'small' : 'plain'
  let stop = end
  // Marks of accents belong to the letter before them.
  while (stop < text.length && /\p{M}/u.test(text.charAt(stop))) stop += 1
  const after = pointAt(text, stop)
  const isGluedSign = /[&+#]/.test(text.charAt(stop)) && wordClass(pointBefore(text, stop)) !== 'none'
  if (isGluedSign && /[\p{L}\p{N}]|^$|\s/u.test(text.charAt(stop + 1)) && text.charAt(stop) !== '+')
    return { key, start, end: stop, standing: 'within' }
  if (!joined(pointBefore(text, stop), after)) return { key, start, end: stop, standing }
  if (/^\p{Lu}/u.test(text.charAt(stop)) && /\p{Ll}/u.test(text.charAt(stop - 1)))
    return { key, start, end: stop, standing: 'glued' }
  // A short name before a digit is a model: "X5".
  if (stop - start >= GLUED_TO_DIGIT && /^\p{L}\p{Nd}/u.test(text.slice(stop - 1, stop + 1)))
    return { key, start, end: stop, standing: 'glued' }
  if (isGlued) return null
  const ending = /^(?:\p{Ll}{1,4}|\p{Script=Hangul}{1,4})(?![\p{L}\p{N}])/u.exec(text.slice(stop, stop + ENDING + 2))
  if (ending !== null && PARTICLES.has(ending[0])) return { key, start, end: stop, standing }
  if (ending !== null) return { key, start, end: stop + ending[0].length, standing: 'within' }
  return wordClass(after) === 'katakana' ? { key, start, end: stop, standing: 'within' } : null
}

/** Whether what stands before makes a small-lettered name a part of an address, a handle or a compound: "shop.acme", "R&D". */
function isPartOfHost(text: string, start: number, isSmall: boolean): boolean {
  const before = text.charAt(start - 1)
  if (before === '&') return /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  if (before === '.' || before === '-') return isSmall && /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  return false
}
