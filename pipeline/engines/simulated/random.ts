/** Seeded chance for the simulated engines: the same words give the same draws on every machine and in every year. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** About normal, mean 0 and deviation 1: the sum of twelve uniforms, which needs no logarithm or cosine. */
  normal(): number
}

/** A generator (mulberry32, Tommy Ettinger, public domain) seeded by the words; their borders matter. */
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

/** FNV-1a over UTF-16 units in 32 bits, with MurmurHash3's finish: FNV alone leaves like words with like seeds. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
