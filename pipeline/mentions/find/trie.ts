/**
 * A trie of patterns with its transitions written out: reading a symbol is one look-up, however many patterns there are.
 * Where a single pattern goes on, its own symbols are compared and no states are kept.
 */
export interface Trie {
  /** The number of symbols; 0 is every unit that no pattern has. */
  readonly width: number
  /** The symbol of each UTF-16 unit. */
  readonly symbolOf: Uint16Array
  /** `next[state + symbol]`, 0 where no pattern goes on; states are multiples of `width`, and reading begins at 0. */
  readonly next: Int32Array
  /** By `state / width`: the pattern that ends there, or -1. */
  readonly pattern: Int32Array
  /** By `state / width`: the only pattern that goes on from there, or -1. */
  readonly only: Int32Array
  /** The symbols of all patterns; those of pattern i from `from[i]` up to `from[i + 1]`. */
  readonly symbols: Uint16Array
  readonly from: Int32Array
}

/** Builds the trie of distinct, non-empty patterns of UTF-16 units. */
export function buildTrie(patterns: readonly string[]): Trie {
  const symbolOf = new Uint16Array(0x10000)
  const from = new Int32Array(patterns.length + 1)
  let width = 1
  patterns.forEach((pattern, index) => {
    from[index + 1] = (from[index] ?? 0) + pattern.length
    for (let i = 0; i < pattern.length; i += 1) {
      const unit = pattern.charCodeAt(i)
      if (symbolOf[unit] !== 0) continue
      symbolOf[unit] = width
      width += 1
    }
  })
  const symbols = Uint16Array.from(patterns.join(''), (unit) => symbolOf[unit.charCodeAt(0)] ?? 0)

  const next: number[] = []
  const pattern: number[] = []
  const only: number[] = []
  const addState = (): number => {
    for (let symbol = 0; symbol < width; symbol += 1) next.push(0)
    pattern.push(-1)
    only.push(-1)
    return (pattern.length - 1) * width
  }
  // Level by level, so that the states that most texts stay in lie side by side in memory.
  let level = [{ state: addState(), members: patterns.map((_, index) => index) }]
  for (let depth = 0; level.length > 0; depth += 1) {
    const deeper: typeof level = []
    for (const { state, members } of level) {
      const bySymbol = Map.groupBy(
        members.filter((index) => depth < (patterns[index]?.length ?? 0)),
        (index) => symbols[(from[index] ?? 0) + depth] ?? 0,
      )
      for (const [symbol, going] of bySymbol) {
        const child = addState()
        next[state + symbol] = child
        const number = child / width
        pattern[number] = going.find((index) => patterns[index]?.length === depth + 1) ?? -1
        const [first = -1] = going
        if (going.length > 1) deeper.push({ state: child, members: going })
        else if (pattern[number] === -1) only[number] = first
      }
    }
    level = deeper
  }
  return {
    width,
    symbolOf,
    symbols,
    from,
    next: Int32Array.from(next),
    pattern: Int32Array.from(pattern),
    only: Int32Array.from(only),
  }
}
