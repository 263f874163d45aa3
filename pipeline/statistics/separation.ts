/** The distances (0..1) between the texts of two times, of which the first `earlier` are of the earlier time. */
interface TwoTimes {
  readonly distances: readonly (readonly number[])[]
  readonly earlier: number
}

/** Sums that differ by less than this are equal: the order of addition must not decide. */
const EQUAL = 1e-9

/**
 * The p-value of the exact permutation test (E. S. Edgington, Randomization Tests, 1980) of whether texts of two times
 * lie further apart than texts of one time, by the sum over groups of the mean distance between the times less the mean
 * distance within them; null if no group has a text of each time and a third one. It goes over all ways to assign each
 * group's texts to its two times, which for five groups of six texts are 3.2 million.
 */
export function separation(groups: readonly TwoTimes[]): number | null {
  const usable = groups.filter(
    ({ distances, earlier }) => earlier > 0 && earlier < distances.length && distances.length > 2,
  )
  if (usable.length === 0) return null
  const gaps = usable.map(({ distances, earlier }) => {
    const [observed = 0, ...others] = choices(distances.length, earlier).map((isEarlier) => gap(distances, isEarlier))
    return { observed, all: [observed, ...others] }
  })
  const observed = gaps.reduce((sum, group) => sum + group.observed, 0)
  let [atLeast, all] = [0, 0]
  const count = (at: number, sum: number): void => {
    const group = gaps[at]
    if (group === undefined) {
      all += 1
      if (sum >= observed - EQUAL) atLeast += 1
    } else for (const each of group.all) count(at + 1, sum + each)
  }
  count(0, 0)
  return atLeast / all
}

/** All ways to choose `chosen` of `of` places, as flags; the first chooses the first places. */
function choices(of: number, chosen: number): boolean[][] {
  if (of === 0) return [[]]
  const first = chosen > 0 ? choices(of - 1, chosen - 1).map((rest) => [true, ...rest]) : []
  const others = chosen < of ? choices(of - 1, chosen).map((rest) => [false, ...rest]) : []
  return [...first, ...others]
}

function gap(distances: readonly (readonly number[])[], isEarlier: readonly boolean[]): number {
  let [between, betweenPairs, within, withinPairs] = [0, 0, 0, 0]
  for (const [a, row] of distances.entries())
    for (const [b, distance] of row.entries()) {
      if (b <= a) continue
      if (isEarlier[a] === isEarlier[b]) [within, withinPairs] = [within + distance, withinPairs + 1]
      else [between, betweenPairs] = [between + distance, betweenPairs + 1]
    }
  return between / betweenPairs - within / withinPairs
}
