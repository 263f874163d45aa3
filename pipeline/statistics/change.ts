import { cellKey, type ScoredCell } from './cells.ts'

/** A brand's rates (0..1) in two months over the cells that both counted, and the p-value of their difference. */
export interface PairedChange {
  readonly from: number
  readonly to: number
  readonly p: number | null
}

/** The cells of one question x engine that both months counted: how many, and how many named the brand in each month. */
interface Stratum {
  cells: number
  before: number
  after: number
}

const commonStrata = (before: readonly ScoredCell[], after: readonly ScoredCell[]): Stratum[] => {
  const earlier = new Map(before.map((cell) => [cellKey(cell), cell.named]))
  const strata = new Map<string, Stratum>()
  for (const cell of after) {
    const named = earlier.get(cellKey(cell))
    if (named === undefined) continue
    const key = `${cell.question} ${cell.engine}`
    const stratum = strata.get(key) ?? { cells: 0, before: 0, after: 0 }
    stratum.cells += 1
    stratum.before += named ? 1 : 0
    stratum.after += cell.named ? 1 : 0
    strata.set(key, stratum)
  }
  // In an order of their own: the last digit of p depends on it.
  return [...strata.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stratum]) => stratum)
}

/**
 * The hypergeometric distribution of the mentions that fall into the second of two months of `cells` answers each, when
 * `mentions` of both together are dealt out at random; index 0 is `lowest`.
 */
const dealt = (cells: number, mentions: number): { lowest: number; weights: number[] } => {
  const lowest = Math.max(0, mentions - cells)
  const highest = Math.min(cells, mentions)
  const weights = [1]
  let sum = 1
  let weight = 1
  for (let k = lowest; k < highest; k += 1) {
    weight *= ((mentions - k) * (cells - k)) / ((k + 1) * (cells - mentions + k + 1))
    weights.push(weight)
    sum += weight
  }
  return { lowest, weights: weights.map((each) => each / sum) }
}

const convolve = (a: readonly number[], b: readonly number[]): number[] => {
  const out = new Array<number>(a.length + b.length - 1).fill(0)
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      out[i + j] = (out[i + j] ?? 0) + x * y
    })
  })
  return out
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The later month's mentions if each question x engine kept its rate, given those of both months together. */
export interface DealtMonths {
  readonly from: number
  readonly to: number
  /** The probability of each count, from the fewest that are possible. */
  readonly distribution: readonly number[]
  /** The index of the count that was seen. */
  readonly seen: number
}

/** Null where the months have no cell in common. Symmetric, as both months count the same cells. */
export const dealtMonths = (before: readonly ScoredCell[], after: readonly ScoredCell[]): DealtMonths | null => {
  const strata = commonStrata(before, after)
  if (strata.length === 0) return null
  const cells = sum(strata.map((stratum) => stratum.cells))
  const from = sum(strata.map((stratum) => stratum.before)) / cells
  const to = sum(strata.map((stratum) => stratum.after)) / cells
  let distribution = [1]
  let seen = 0
  for (const stratum of strata) {
    const { lowest, weights } = dealt(stratum.cells, stratum.before + stratum.after)
    distribution = convolve(distribution, weights)
    seen += stratum.after - lowest
  }
  return { from, to, distribution, seen }
}

/**
 * The change of a brand's rate between two months, over the cells (question x engine x run) that both counted; the
 * questions of both bear the same indices. Null when they have no cell in common.
 *
 * `p` is that of the exact conditional test of stratified 2 x 2 tables (A. Agresti, A Survey of Exact Inference for
 * Contingency Tables, Stat. Sci. 7, 1992): under the hypothesis that each question x engine keeps its rate, its
 * mentions fall into the two months as if dealt out, so the later month's mentions are a sum of independent
 * hypergeometric counts. Two-sided, twice the smaller tail, and mid-p: what was seen counts half, because the test is
 * else too careful for counts (K. F. Hirji, S.-J. Tan and R. M. Elashoff, Stat. Med. 10, 1991). It is not bound to keep
 * its level, and does in simulation, where it finds what the best unbiased test finds (test/statistics/measures.ts).
 * Null where the data cannot say: no question x engine has both mentions and none.
 */
export const pairedChange = (before: readonly ScoredCell[], after: readonly ScoredCell[]): PairedChange | null => {
  const months = dealtMonths(before, after)
  if (months === null) return null
  const { from, to, distribution, seen } = months
  if (distribution.length === 1) return { from, to, p: null }
  const half = (distribution[seen] ?? 0) / 2
  const below = sum(distribution.slice(0, seen)) + half
  const above = sum(distribution.slice(seen + 1)) + half
  return { from, to, p: Math.min(1, 2 * Math.min(below, above)) }
}
