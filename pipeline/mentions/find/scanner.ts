import type { Spans } from '../text/clean.ts'
import { foldPoint, wordClass } from '../words/fold.ts'
import type { Trie } from './trie.ts'

/** A pattern in a text: its number, and the offsets of its first character and behind its last. */
export interface Hit {
  readonly pattern: number
  readonly start: number
  readonly end: number
}

const UNKNOWN = 0xffff
/** Stands for the end of a text: a line's end, which no pattern has. */
const END = 0x0a
const DROPPED = 0xfffe
const SLOW = 0xfffd
/** Bits of a UTF-16 unit's code: its word class, and above them a hash of its symbol. */
const SPACED = 1
const KATAKANA = 2
const HANGUL = 4
/** Each such character may begin a name: a script without spaces, half of a pair, or a sign that a pattern begins with. */
const ALWAYS = 8
const CLASS_BITS = 15
/** The code of a unit that wasn't met yet is 0. */
const KNOWN = 16
const HASH_AT = 5
const HASHES = 64
/** More names than this don't begin each other. */
const MOST_HITS = 64
const ANY_HASH = HASHES - 1
/** That of units that weren't met yet. */
const NEW_HASH = 0

/**
 * A function that reads a text once and reports each pattern that begins a word there or stands in a script without words,
 * the longest of a place first, places in order. Two characters, and then three, decide whether a pattern may begin at a place; what is
 * hidden ends it. `folded` are the patterns of the trie. The steps that it returns are the characters read and the
 * transitions taken, which no number of patterns adds to.
 */
export function createScanner(
  { next, pattern, only, symbols, from, width, symbolOf }: Trie,
  folded: readonly string[],
): (text: string, hidden: Spans, onHit: (hit: Hit) => void) => number {
  // Each UTF-16 unit is folded and classed once, when it is first met.
  const direct = new Uint16Array(0x10000).fill(UNKNOWN)
  const codes = new Uint16Array(0x10000)
  const pairs = new Uint8Array(HASHES * HASHES)
  const firsts = new Set(folded.map((text) => text.charCodeAt(0)))
  for (const text of folded) {
    const first = hashOf(symbolOf[text.charCodeAt(0)] ?? 0) * HASHES
    const second = text.length > 1 ? hashOf(symbolOf[text.charCodeAt(1)] ?? 0) : ANY_HASH
    if (second === ANY_HASH) pairs.fill(CLASS_BITS, first, first + HASHES)
    pairs[first + second] = CLASS_BITS
    pairs[first + ANY_HASH] = CLASS_BITS
  }
  // By three symbols, for what two let pass; patterns of two go on with any.
  const triples = new Uint8Array(HASHES * HASHES * HASHES)
  for (const text of folded) {
    const [first = 0, second = ANY_HASH, third = ANY_HASH] = [0, 1, 2].map((i) =>
      i < text.length ? hashOf(symbolOf[text.charCodeAt(i)] ?? 0) : ANY_HASH,
    )
    const at = (first * HASHES + second) * HASHES
    if (second === ANY_HASH) triples.fill(1, first * HASHES * HASHES, (first + 1) * HASHES * HASHES)
    else if (third === ANY_HASH) triples.fill(1, at, at + HASHES)
    else triples[at + third] = 1
  }
  // A character of several symbols says nothing of the one behind it.
  pairs.fill(CLASS_BITS, ANY_HASH * HASHES)
  // Behind any other a new unit is let pass, to be classed: no look at each whether it is known.
  for (let hash = 0; hash < HASHES; hash += 1) pairs[hash * HASHES + NEW_HASH] = KNOWN
  let starts = new Int32Array(4096)
  let bytes = Buffer.alloc(8192)
  let units = new Uint16Array(bytes.buffer, bytes.byteOffset, 4096)

  const learn = (unit: number): number => {
    const text = unit >= 0xd800 && unit <= 0xdfff ? null : foldPoint(unit)
    const symbol = text === null || text.length > 1 ? SLOW : text === '' ? DROPPED : (symbolOf[text.charCodeAt(0)] ?? 0)
    direct[unit] = symbol
    return symbol
  }
  const classify = (unit: number): number => {
    const symbol = direct[unit] === UNKNOWN ? learn(unit) : (direct[unit] ?? 0)
    const of = unit >= 0xd800 && unit <= 0xdfff ? 'unspaced' : wordClass(unit)
    const sign = of === 'none' && (symbol === SLOW || firsts.has(foldPoint(unit).charCodeAt(0)))
    const bits =
      of === 'spaced'
        ? SPACED
        : of === 'katakana'
          ? KATAKANA
          : of === 'hangul'
            ? HANGUL
            : of === 'unspaced' || sign
              ? ALWAYS
              : 0
    const code = KNOWN | bits | ((symbol >= SLOW ? ANY_HASH : hashOf(symbol)) << HASH_AT)
    codes[unit] = code
    return code
  }

  /** The places where two characters could begin a pattern, in order; returns their number. */
  const findStarts = (text: string, hidden: Spans): number => {
    const last = text.length
    if (starts.length <= last) {
      starts = new Int32Array(last * 2)
      bytes = Buffer.alloc(last * 4)
      units = new Uint16Array(bytes.buffer, bytes.byteOffset, last * 2)
    }
    // As an array of its own a text is read in half the time, and so is what the loop holds by itself.
    bytes.write(text, 'utf16le')
    const read = units
    read[last] = END
    const known = codes
    const begin = pairs
    const found = starts
    let count = 0
    let open = CLASS_BITS | KNOWN
    let begins = KNOWN
    let hash = NEW_HASH
    // What words begin is hard to foretell and would cost most of the time as a branch; that a pattern may begin is rare.
    // A loop that calls nothing: a unit met for the first time leaves it and is read again. Each turn reads up to what is hidden,
    // in which nothing begins, and goes on at its last character.
    for (let i = 0, span = 0; i <= last; ) {
      const until = hidden[span] ?? last
      for (; i <= until; i += 1) {
        const code = known[read[i] ?? 0] ?? 0
        const own = code >> HASH_AT
        if ((begins & (begin[hash * HASHES + own] ?? 0)) !== 0) {
          if (code === 0) break
          found[count] = i - 1
          count += 1
        }
        begins = code & open
        open = ~code | ALWAYS | KNOWN
        hash = own
      }
      if (i <= until) classify(read[i] ?? 0)
      else {
        i = Math.max(i, (hidden[span + 1] ?? 0) - 1)
        span += 2
      }
    }
    return count
  }

  const ends = new Int32Array(MOST_HITS)
  const found = new Int32Array(MOST_HITS)

  /** Follows the trie from each of the first `count` places. */
  const follow = (text: string, hidden: Spans, count: number, onHit: (hit: Hit) => void): number => {
    const read = units
    let steps = text.length
    let span = 0
    for (let k = 0; k < count; k += 1) {
      const start = starts[k] ?? 0
      while (span < hidden.length && (hidden[span + 1] ?? 0) <= start) span += 2
      const stop = Math.min(hidden[span] ?? text.length, text.length)
      if (start + 2 < text.length) {
        const first = (codes[read[start] ?? 0] ?? 0) >> HASH_AT
        const second = (codes[read[start + 1] ?? 0] ?? 0) >> HASH_AT
        const third = (codes[read[start + 2] ?? 0] ?? 0) >> HASH_AT
        const plain = first !== ANY_HASH && second !== ANY_HASH && third !== ANY_HASH
        if (plain && triples[(first * HASHES + second) * HASHES + third] === 0) continue
      }
      let state = 0
      let last = -1
      let depth = 0
      let hits = 0
      for (let i = start; i < stop; steps += 1) {
        const unit = read[i] ?? 0
        let symbol = direct[unit] ?? UNKNOWN
        if (symbol === UNKNOWN) symbol = learn(unit)
        let goes = true
        if (symbol < SLOW) {
          i += 1
          if (last >= 0) goes = symbols[(from[last] ?? 0) + depth] === symbol
          else state = next[state + symbol] ?? 0
          depth += 1
        } else if (symbol === DROPPED && i > start) {
          i += 1
          continue
        } else {
          const point = text.codePointAt(i) ?? 0
          const folded = foldPoint(point)
          goes = folded !== ''
          i += point > 0xffff ? 2 : 1
          for (let at = 0; at < folded.length && goes; at += 1) {
            symbol = symbolOf[folded.charCodeAt(at)] ?? 0
            if (last >= 0) goes = symbols[(from[last] ?? 0) + depth] === symbol
            else {
              state = next[state + symbol] ?? 0
              last = state === 0 ? -1 : (only[state / width] ?? -1)
              goes = state !== 0
            }
            depth += 1
          }
        }
        if (!goes || state === 0) break
        let index = -1
        if (last < 0) {
          index = pattern[state / width] ?? -1
          last = only[state / width] ?? -1
        }
        const ended = last >= 0 && (from[last] ?? 0) + depth === from[last + 1]
        if (ended) index = last
        if (index >= 0 && hits < MOST_HITS) {
          ends[hits] = i
          found[hits] = index
          hits += 1
        }
        if (ended) break
      }
      for (let hit = hits - 1; hit >= 0; hit -= 1) onHit({ pattern: found[hit] ?? 0, start, end: ends[hit] ?? 0 })
    }
    return steps
  }
  return (text, hidden, onHit) => follow(text, hidden, findStarts(text, hidden), onHit)
}

/** A symbol's hash: the most frequent signs of names have one of their own. */
function hashOf(symbol: number): number {
  return 1 + (symbol % (ANY_HASH - 1))
}
