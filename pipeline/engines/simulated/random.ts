/** A seeded random generator for the simulated engines, reproducible on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Roughly standard normal: the sum of twelve uniforms, because logarithms and cosines differ between machines. */
  normal(): number
}

/** A mulberry32 generator (Tommy Ettinger, public domain) seeded by the words. */
export function randomOf(...words: readonly string[]): Random {
  let state = hash(words.join('\u0000'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[int(0, list.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffled: (list) =>
      list
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
    normal: () => Array.from({ length: 12 }, next).reduce((sum, draw) => sum + draw, -6),
  }
}

/**
 * 32-bit FNV-1a over UTF-16 units with MurmurHash3's finaliser, because plain FNV gives similar words similar seeds.
 */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
