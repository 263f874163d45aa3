import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import tCdf from '@stdlib/stats-base-dists-t-cdf'
import { cellKey, type ScoredCell } from './cells.ts'
import { type ScoredAnswer, spread } from './variance.ts'

/** How often chance may tell any of the brands from a group's first that are named as often as it. */
const LEVEL = 0.05

const mentionsOf = (cells: readonly ScoredCell[]): number => cells.filter((cell) => cell.named).length

/**
 * The two-sided p-value of "both brands are named equally often", paired over the answers that both are counted in: the
 * total difference against its variance across questions, with a t distribution (see `spread`), and against its variance
 * across runs; the larger p of the two, so that a difference which asking again could undo never counts.
 */
const pairedP = (leader: ReadonlyMap<string, boolean>, cells: readonly ScoredCell[]): number => {
  const differences: ScoredAnswer[] = []
  for (const cell of cells) {
    const named = leader.get(cellKey(cell))
    if (named === undefined) continue
    const score = (named ? 1 : 0) - (cell.named ? 1 : 0)
    differences.push({ question: cell.question, engine: cell.engine, score })
  }
  const { total, questions, acrossQuestions, acrossRuns } = spread(differences)
  if (total === 0 || questions < 2) return 1
  const t = Math.abs(total) / Math.sqrt(acrossQuestions)
  const z = Math.abs(total) / Math.sqrt(acrossRuns)
  return Math.max(2 * tCdf(-t, questions - 1), 2 * normalCdf(-z, 0, 1))
}

/** Which of the hypotheses fall at `LEVEL` together: S. Holm, Scand. J. Stat. 6, 1979. */
const holm = (pValues: readonly number[]): boolean[] => {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const rejected = pValues.map(() => false)
  for (const [rank, { p, index }] of order.entries()) {
    if (p > LEVEL / (order.length - rank)) break
    rejected[index] = true
  }
  return rejected
}

/**
 * The tie numbers of brands that are sorted by mentions, most first, each with its cells of the same answers: 1 for the
 * first, one more wherever the data tell a brand from the first of the group above it. Every group's first is compared
 * with all the brands below it, paired over the same answers and clustered by question, at 5 % over these comparisons
 * together (Holm). Numbers never fall down the list, and equal mentions always share one. The 5 % hold for a first brand
 * that stands fixed; a first that leads many truly equal brands by luck is told from the last of them more often.
 */
export const tieNumbers = (brands: readonly (readonly ScoredCell[])[]): number[] => {
  const mentions = brands.map(mentionsOf)
  const ties: number[] = []
  while (ties.length < brands.length) {
    const first = ties.length
    const tie = (ties.at(-1) ?? 0) + 1
    const leader = new Map(brands[first]?.map((cell) => [cellKey(cell), cell.named]))
    const apart = holm(brands.slice(first + 1).map((cells) => pairedP(leader, cells)))
    ties.push(tie)
    while (ties.length < brands.length) {
      const next = ties.length
      if (apart[next - first - 1] && mentions[next] !== mentions[next - 1]) break
      ties.push(tie)
    }
  }
  return ties
}
