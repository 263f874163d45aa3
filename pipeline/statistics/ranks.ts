import tCdf from '@stdlib/stats-base-dists-t-cdf'
import { cellKey, clusterOf, type ScoredCell } from './cells.ts'

/** The familywise error rate of a list's ranks. */
const LEVEL = 0.05

/** The confidence range of a brand's rank, from 1. */
interface RankRange {
  readonly from: number
  readonly to: number
}

/** The data for comparing two brands; `discordant` counts answers that name only one of them. */
interface Pair {
  readonly first: number
  readonly second: number
  readonly total: number
  readonly acrossQuestions: number
  readonly discordant: number
}

/** A brand's mentions by intent, less the expected number by its engines' rates. */
const intentSums = (cells: readonly ScoredCell[]): number[] => {
  const rates = new Map(
    [...Map.groupBy(cells, ({ engine }) => engine)].map(([engine, own]) => [
      engine,
      own.filter(({ named }) => named).length / own.length,
    ]),
  )
  const sums = new Map<number, number>()
  for (const cell of cells) {
    const intent = clusterOf(cell)
    sums.set(intent, (sums.get(intent) ?? 0) + (cell.named ? 1 : 0) - (rates.get(cell.engine) ?? 0))
  }
  return [...sums].sort(([a], [b]) => a - b).map(([, sum]) => sum)
}

const pairsOf = (brands: readonly (readonly ScoredCell[])[]): Pair[] => {
  const named = brands.map((cells) => new Set(cells.filter((cell) => cell.named).map(cellKey)))
  const sums = brands.map(intentSums)
  return named.flatMap((one, first) =>
    named.slice(first + 1).map((other, offset) => {
      const second = first + 1 + offset
      const [mine, theirs] = [sums[first] ?? [], sums[second] ?? []]
      const squares = mine.reduce((total, sum, intent) => total + (sum - (theirs[intent] ?? 0)) ** 2, 0)
      return {
        first,
        second,
        total: one.size - other.size,
        acrossQuestions: (squares * mine.length) / (mine.length - 1),
        discordant: one.symmetricDifference(other).size,
      }
    }),
  )
}

/**
 * The two-sided p-values for equal rates, by a t test with intents as clusters and engines as strata (see `spread`)
 * whose variance is never below McNemar's, the number of discordant answers. With few intents the design effect (the
 * variance over McNemar's) is shrunk towards that of all pairs, as in the moderated t of G. K. Smyth (Stat. Appl.
 * Genet. Mol. Biol. 3, 2004, article 3), with a weight of half a pair's own per further brand and at most double, set
 * with test/bench/statistics.ts.
 */
const pValues = (pairs: readonly Pair[], intents: number, brands: number): number[] => {
  const sum = (of: (pair: Pair) => number): number => pairs.reduce((total, pair) => total + of(pair), 0)
  const effect = sum((pair) => pair.acrossQuestions) / sum((pair) => pair.discordant)
  const weight = Math.min(2, (brands - 2) / 2)
  return pairs.map(({ total, acrossQuestions, discordant }) => {
    if (total === 0) return 1
    const variance = Math.max(discordant, (acrossQuestions + weight * effect * discordant) / (1 + weight))
    return 2 * tCdf(-Math.abs(total) / Math.sqrt(variance), (1 + weight) * (intents - 1))
  })
}

/**
 * Simultaneous 95 % confidence ranges for the ranks of all brands, each given by its cells of the same answers (M.
 * Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, Rev. Econ. Stud. 91, 2024): a brand ranks below all that are
 * significantly above it and above all that are significantly below it, with all pairs tested by the step-down
 * procedure of S. Holm (Scand. J. Stat. 6, 1979). A single intent leaves every rank open.
 */
export const rankRanges = (brands: readonly (readonly ScoredCell[])[]): RankRange[] => {
  const above = brands.map(() => 0)
  const below = brands.map(() => 0)
  const intents = new Set(brands[0]?.map(clusterOf)).size
  const pairs = intents < 2 ? [] : pairsOf(brands)
  const ps = pValues(pairs, intents, brands.length)
  const sorted = pairs.map((pair, at) => ({ ...pair, p: ps[at] ?? 1 })).sort((a, b) => a.p - b.p)
  for (const [tested, { first, second, total, p }] of sorted.entries()) {
    if (p > LEVEL / (pairs.length - tested)) break
    const [higher, lower] = total > 0 ? [first, second] : [second, first]
    above[lower] = (above[lower] ?? 0) + 1
    below[higher] = (below[higher] ?? 0) + 1
  }
  return brands.map((_, brand) => ({ from: 1 + (above[brand] ?? 0), to: brands.length - (below[brand] ?? 0) }))
}
