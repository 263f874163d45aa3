import tCdf from '@stdlib/stats-base-dists-t-cdf'
import { cellKey, type ScoredCell } from './cells.ts'

/** How often any of a list's ranks may be missed. */
const LEVEL = 0.05

/** A brand's ranks that the data leave open, from 1. */
export interface RankRange {
  readonly from: number
  readonly to: number
}

/** What the comparison of two brands needs: the difference of their mentions, how it varies, and who is named alone. */
interface Pair {
  readonly first: number
  readonly second: number
  readonly total: number
  readonly acrossQuestions: number
  readonly discordant: number
}

/** A brand's mentions by question, each as its distance from what its engine would lead to expect. */
const questionSums = (cells: readonly ScoredCell[]): number[] => {
  const rates = new Map(
    [...Map.groupBy(cells, ({ engine }) => engine)].map(([engine, own]) => [
      engine,
      own.filter(({ named }) => named).length / own.length,
    ]),
  )
  const sums = new Map<number, number>()
  for (const { question, engine, named } of cells)
    sums.set(question, (sums.get(question) ?? 0) + (named ? 1 : 0) - (rates.get(engine) ?? 0))
  return [...sums].sort(([a], [b]) => a - b).map(([, sum]) => sum)
}

const pairsOf = (brands: readonly (readonly ScoredCell[])[]): Pair[] => {
  const named = brands.map((cells) => new Set(cells.filter((cell) => cell.named).map(cellKey)))
  const sums = brands.map(questionSums)
  return named.flatMap((one, first) =>
    named.slice(first + 1).map((other, offset) => {
      const second = first + 1 + offset
      const both = [...one].filter((cell) => other.has(cell)).length
      const [mine, theirs] = [sums[first] ?? [], sums[second] ?? []]
      const squares = mine.reduce((total, sum, question) => total + (sum - (theirs[question] ?? 0)) ** 2, 0)
      return {
        first,
        second,
        total: one.size - other.size,
        acrossQuestions: (squares * mine.length) / (mine.length - 1),
        discordant: one.size + other.size - 2 * both,
      }
    }),
  )
}

/**
 * The two-sided p-values of "named as often". A difference is held against its variance with questions as clusters and
 * engines as strata (see `spread`), with a t distribution. Few questions tell little of a variance, so the design effect
 * (that variance over the answers that name only one of the two, which is McNemar's variance) is drawn to that of all pairs
 * together, and the degrees of freedom grow by what this is worth, as in the moderated t of G. K. Smyth (Stat. Appl. Genet.
 * Mol. Biol. 3, 2004, article 3). What it is worth is not estimated here but set, with test/bench/statistics.ts: as much as
 * the pair's own questions for each two further brands, twice that at most. No variance is below McNemar's: other questions
 * are never better known than these.
 */
const pValues = (pairs: readonly Pair[], questions: number, brands: number): number[] => {
  const sum = (of: (pair: Pair) => number): number => pairs.reduce((total, pair) => total + of(pair), 0)
  const effect = sum((pair) => pair.acrossQuestions) / sum((pair) => pair.discordant)
  const weight = Math.min(2, (brands - 2) / 2)
  return pairs.map(({ total, acrossQuestions, discordant }) => {
    if (total === 0) return 1
    const variance = Math.max(discordant, (acrossQuestions + weight * effect * discordant) / (1 + weight))
    return 2 * tCdf(-Math.abs(total) / Math.sqrt(variance), (1 + weight) * (questions - 1))
  })
}

/**
 * The ranks that the data leave open for each brand, at 95 % for all brands together; each brand with its cells of the same
 * answers, in any order. A brand ranks behind all that surely stand above it and before all that surely stand below it, where
 * "surely" is all pairs of brands at once, by the step-down procedure of S. Holm (Scand. J. Stat. 6, 1979). That such ranks hold
 * together wherever the comparisons do is the finding of M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, Rev. Econ.
 * Stud. 91, 2024. With a single question every rank stays open.
 */
export const rankRanges = (brands: readonly (readonly ScoredCell[])[]): RankRange[] => {
  const above = brands.map(() => 0)
  const below = brands.map(() => 0)
  const questions = new Set(brands[0]?.map(({ question }) => question)).size
  const pairs = questions < 2 ? [] : pairsOf(brands)
  const ps = pValues(pairs, questions, brands.length)
  const sorted = pairs.map((pair, at) => ({ ...pair, p: ps[at] ?? 1 })).sort((a, b) => a.p - b.p)
  for (const [told, { first, second, total, p }] of sorted.entries()) {
    if (p > LEVEL / (pairs.length - told)) break
    const [higher, lower] = total > 0 ? [first, second] : [second, first]
    above[lower] = (above[lower] ?? 0) + 1
    below[higher] = (below[higher] ?? 0) + 1
  }
  return brands.map((_, brand) => ({ from: 1 + (above[brand] ?? 0), to: brands.length - (below[brand] ?? 0) }))
}
