import type { Spans } from './clean.ts'
import { foldPoint } from './fold.ts'

/** A text as an automaton reads it: `symbols[k]` came from the character at the offset `at[k]`, for k below `length`. */
export interface Reading {
  readonly symbols: Uint16Array
  readonly at: Int32Array
  readonly length: number
}

const UNKNOWN = 0xffff
const DROPPED = 0xfffe
const SLOW = 0xfffd

/**
 * A function that folds a text into the automaton's symbols, with each hidden span as one joining character. What it
 * returns is valid until it is called again.
 */
export function createReader(symbolOf: Uint16Array): (text: string, hidden: Spans) => Reading {
  // Most characters fold to one symbol: each UTF-16 unit is folded once, when it is first met.
  const direct = new Uint16Array(0x10000).fill(UNKNOWN)
  const gap = symbolOf[0x20] ?? 0
  let symbols = new Uint16Array(4096)
  let at = new Int32Array(4096)

  const reserve = (size: number): void => {
    if (size <= symbols.length) return
    const largerSymbols = new Uint16Array(size * 2)
    const largerAt = new Int32Array(size * 2)
    largerSymbols.set(symbols)
    largerAt.set(at)
    symbols = largerSymbols
    at = largerAt
  }

  const learn = (unit: number): number => {
    const text = unit >= 0xd800 && unit <= 0xdfff ? null : foldPoint(unit)
    const symbol = text === null || text.length > 1 ? SLOW : text === '' ? DROPPED : (symbolOf[text.charCodeAt(0)] ?? 0)
    direct[unit] = symbol
    return symbol
  }

  return (text, hidden) => {
    reserve(text.length + hidden.length + 1)
    let length = 0
    let i = 0
    for (let span = 0; span <= hidden.length; span += 2) {
      const stop = hidden[span] ?? text.length
      while (i < stop) {
        const unit = text.charCodeAt(i)
        let symbol = direct[unit] ?? UNKNOWN
        if (symbol === UNKNOWN) symbol = learn(unit)
        if (symbol < SLOW) {
          symbols[length] = symbol
          at[length] = i
          length += 1
          i += 1
          continue
        }
        if (symbol === DROPPED) {
          i += 1
          continue
        }
        const point = text.codePointAt(i) ?? 0
        const folded = foldPoint(point)
        reserve(length + folded.length + text.length - i + hidden.length + 1)
        for (let k = 0; k < folded.length; k += 1) {
          symbols[length] = symbolOf[folded.charCodeAt(k)] ?? 0
          at[length] = i
          length += 1
        }
        i += point > 0xffff ? 2 : 1
      }
      if (span < hidden.length) {
        symbols[length] = gap
        at[length] = stop
        length += 1
        i = hidden[span + 1] ?? text.length
      }
    }
    return { symbols, at, length }
  }
}
