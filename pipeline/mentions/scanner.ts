import type { Automaton } from './automaton.ts'
import type { Spans } from './clean.ts'
import { foldPoint } from './fold.ts'

/** Where a pattern ends in a text: the offsets of the characters that its first and last symbol came from. */
export interface Hit {
  readonly pattern: number
  readonly start: number
  readonly from: number
  /** Whether it begins or ends within a character that folds to several symbols. */
  readonly inside: boolean
}

const UNKNOWN = 0xffff
const DROPPED = 0xfffe
const SLOW = 0xfffd

/**
 * A function that folds a text into the automaton's symbols, with each hidden span as one joining character, and reports
 * each pattern that ends at a place, the longest first: one look-up for each symbol, however many patterns there are.
 * `lengths` are the patterns' numbers of symbols. Returns the number of symbols read.
 */
export function createScanner(
  { next, pattern, shorter, width, symbolOf }: Automaton,
  lengths: readonly number[],
): (text: string, hidden: Spans, onHit: (hit: Hit) => void) => number {
  // Most characters fold to one symbol: each UTF-16 unit is folded once, when it is first met.
  const direct = new Uint16Array(0x10000).fill(UNKNOWN)
  const gap = symbolOf[0x20] ?? 0
  let at = new Int32Array(4096)

  const learn = (unit: number): number => {
    const text = unit >= 0xd800 && unit <= 0xdfff ? null : foldPoint(unit)
    const symbol = text === null || text.length > 1 ? SLOW : text === '' ? DROPPED : (symbolOf[text.charCodeAt(0)] ?? 0)
    direct[unit] = symbol
    return symbol
  }

  return (text, hidden, onHit) => {
    // A character folds to 18 symbols at most.
    const most = text.length + hidden.length + 1
    if (at.length < most) at = new Int32Array(most * 2)
    let length = 0
    let state = 0

    const report = (last: number): void => {
      let number = state / width
      if ((pattern[number] ?? -1) < 0) number = shorter[number] ?? 0
      for (; number !== 0; number = shorter[number] ?? 0) {
        const index = pattern[number] ?? 0
        const first = last - (lengths[index] ?? 1) + 1
        const start = at[first] ?? 0
        onHit({ pattern: index, start, from: at[last] ?? 0, inside: first > 0 && at[first - 1] === start })
      }
    }
    const take = (symbol: number, offset: number): void => {
      if (length === at.length) {
        const larger = new Int32Array(length * 2)
        larger.set(at)
        at = larger
      }
      at[length] = offset
      length += 1
      const edge = next[state + symbol] ?? 0
      state = edge < 0 ? ~edge : edge
      if (edge < 0) report(length - 1)
    }

    let i = 0
    for (let span = 0; span <= hidden.length; span += 2) {
      const stop = hidden[span] ?? text.length
      while (i < stop) {
        const unit = text.charCodeAt(i)
        let symbol = direct[unit] ?? UNKNOWN
        if (symbol >= SLOW) {
          if (symbol === UNKNOWN) symbol = learn(unit)
          if (symbol === DROPPED) {
            i += 1
            continue
          }
          if (symbol === SLOW) {
            const point = text.codePointAt(i) ?? 0
            for (const character of foldPoint(point)) {
              for (let k = 0; k < character.length; k += 1) take(symbolOf[character.charCodeAt(k)] ?? 0, i)
            }
            i += point > 0xffff ? 2 : 1
            continue
          }
        }
        if (length === at.length) {
          take(symbol, i)
          i += 1
          continue
        }
        at[length] = i
        length += 1
        i += 1
        const edge = next[state + symbol] ?? 0
        if (edge >= 0) state = edge
        else {
          state = ~edge
          report(length - 1)
        }
      }
      if (span < hidden.length) {
        take(gap, stop)
        i = hidden[span + 1] ?? text.length
      }
    }
    return length
  }
}
