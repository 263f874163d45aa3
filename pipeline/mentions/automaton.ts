/**
 * Aho and Corasick's automaton ("Efficient string matching", CACM 18, 1975) with all transitions written out: reading
 * a symbol is one look-up, however many patterns there are.
 */
export interface Automaton {
  /** The number of symbols; 0 is every unit that no pattern has. */
  readonly width: number
  /** The symbol of each UTF-16 unit. */
  readonly symbolOf: Uint16Array
  /**
   * `next[state + symbol]`; states are multiples of `width`, 0 is the start. One at which a pattern ends is stored as its
   * complement, which is negative.
   */
  readonly next: Int32Array
  /** By `state / width`: the pattern that ends there, or -1. */
  readonly pattern: Int32Array
  /** By `state / width`: the number of the next state that ends a shorter pattern here, or 0. */
  readonly shorter: Int32Array
}

/** Builds the automaton of distinct, non-empty patterns of UTF-16 units. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const symbolOf = new Uint16Array(0x10000)
  let width = 1
  let size = 1
  for (const pattern of patterns) {
    size += pattern.length
    for (let i = 0; i < pattern.length; i += 1) {
      const unit = pattern.charCodeAt(i)
      if (symbolOf[unit] === 0) {
        symbolOf[unit] = width
        width += 1
      }
    }
  }
  const trie = new Int32Array(size * width)
  const pattern = new Int32Array(size).fill(-1)
  let states = 1
  patterns.forEach((text, index) => {
    let state = 0
    for (let i = 0; i < text.length; i += 1) {
      const edge = state + (symbolOf[text.charCodeAt(i)] ?? 0)
      if (trie[edge] === 0) {
        trie[edge] = states * width
        states += 1
      }
      state = trie[edge] ?? 0
    }
    pattern[state / width] = index
  })
  const next = trie.slice(0, states * width)
  const shorter = completeTransitions(next, pattern, width, states)
  for (let edge = 0; edge < next.length; edge += 1) {
    const state = next[edge] ?? 0
    const number = state / width
    if (state !== 0 && ((pattern[number] ?? -1) >= 0 || (shorter[number] ?? 0) > 0)) next[edge] = ~state
  }
  return { width, symbolOf, next, pattern: pattern.slice(0, states), shorter }
}

/** Fills the missing transitions breadth first from each state's longest proper suffix; returns the `shorter` links. */
function completeTransitions(next: Int32Array, pattern: Int32Array, width: number, states: number): Int32Array {
  const shorter = new Int32Array(states)
  const suffix = new Int32Array(states)
  const queue: number[] = []
  for (let symbol = 0; symbol < width; symbol += 1) {
    const child = next[symbol] ?? 0
    if (child !== 0) queue.push(child)
  }
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] ?? 0
    const fallback = suffix[state / width] ?? 0
    const fallbackNumber = fallback / width
    shorter[state / width] = (pattern[fallbackNumber] ?? -1) >= 0 ? fallbackNumber : (shorter[fallbackNumber] ?? 0)
    for (let symbol = 0; symbol < width; symbol += 1) {
      const child = next[state + symbol] ?? 0
      const other = next[fallback + symbol] ?? 0
      if (child === 0) next[state + symbol] = other
      else {
        suffix[child / width] = other
        queue.push(child)
      }
    }
  }
  return shorter
}
