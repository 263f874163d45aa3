import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import tCdf from '@stdlib/stats-base-dists-t-cdf'
import { cellKey, type ScoredCell } from './cells.ts'
import { type ScoredAnswer, spread } from './variance.ts'

/** How often chance may tell apart any of the brands that are equal. */
const LEVEL = 0.05

const mentionsOf = (cells: readonly ScoredCell[]): number => cells.filter((cell) => cell.named).length

/** The answers that both brands are counted in, with 1 where only the leader is named and -1 where only the other is. */
const differences = (leader: ReadonlyMap<string, boolean>, cells: readonly ScoredCell[]): ScoredAnswer[] =>
  cells.flatMap(({ question, engine, run, named }) => {
    const led = leader.get(cellKey({ question, engine, run, named }))
    return led === undefined ? [] : [{ question, engine, run, score: (led ? 1 : 0) - (named ? 1 : 0) }]
  })

/**
 * The two-sided p-values of "named as often as the first", one for each brand below it. The total difference is held
 * against its variance across questions, with a t distribution, and against its variance across runs (see `spread`); the
 * larger p counts, so that a difference which asking again could undo never does.
 *
 * Few questions tell little of a variance. So the design effect of a difference, its variance across questions over the
 * answers that name only one of the two (which is McNemar's variance), is drawn to that of all differences together, and
 * the degrees of freedom grow by what this is worth, as in the moderated t of G. K. Smyth (Stat. Appl. Genet. Mol. Biol. 3,
 * 2004, article 3). What it is worth is not estimated here but set, with test/bench/statistics.ts: as much as the
 * brand's own questions from four brands on, half of that with three, nothing with two.
 */
const pValues = (leader: ReadonlyMap<string, boolean>, others: readonly (readonly ScoredCell[])[]): number[] => {
  const rows = others.map((cells) => {
    const answers = differences(leader, cells)
    return { ...spread(answers), discordant: answers.filter(({ score }) => score !== 0).length }
  })
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const effect = sum((row) => row.acrossQuestions) / sum((row) => row.discordant)
  const weight = Math.min(1, (rows.length - 1) / 2)
  return rows.map(({ total, questions, discordant, acrossQuestions, acrossRuns }) => {
    if (total === 0 || questions < 2) return 1
    const variance = (acrossQuestions + weight * effect * discordant) / (1 + weight)
    const t = Math.abs(total) / Math.sqrt(variance)
    const z = Math.abs(total) / Math.sqrt(acrossRuns)
    return Math.max(2 * tCdf(-t, (1 + weight) * (questions - 1)), 2 * normalCdf(-z, 0, 1))
  })
}

/**
 * Which brands stand apart from the first at `LEVEL` together. Step-down as S. Holm's procedure (Scand. J. Stat. 6, 1979),
 * but over pairs: the first is first because it was named most, so that with n brands left that may all be equal, any of
 * their n (n - 1) / 2 differences could have been the one that is seen.
 */
const standApart = (ps: readonly number[]): boolean[] => {
  const apart = ps.map(() => false)
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  for (const [told, { p, index }] of order.entries()) {
    const left = ps.length + 1 - told
    if (p > LEVEL / ((left * (left - 1)) / 2)) break
    apart[index] = true
  }
  return apart
}

/**
 * The tie numbers of brands that are sorted by mentions, most first, each with its cells of the same answers: 1 for the
 * first, one more wherever the data tell a brand from the first of the group above it. Every group's first is compared
 * with all the brands below it, paired over the same answers and clustered by question; equal brands are told apart in at
 * most 5 % of surveys, however many they are. Numbers never fall down the list, and equal mentions always share one.
 */
export const tieNumbers = (brands: readonly (readonly ScoredCell[])[]): number[] => {
  const mentions = brands.map(mentionsOf)
  const ties: number[] = []
  while (ties.length < brands.length) {
    const first = ties.length
    const tie = (ties.at(-1) ?? 0) + 1
    const leader = new Map(brands[first]?.map((cell) => [cellKey(cell), cell.named]))
    const apart = standApart(pValues(leader, brands.slice(first + 1)))
    ties.push(tie)
    while (ties.length < brands.length) {
      const next = ties.length
      if (apart[next - first - 1] && mentions[next] !== mentions[next - 1]) break
      ties.push(tie)
    }
  }
  return ties
}
