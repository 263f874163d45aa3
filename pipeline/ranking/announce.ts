import type { FrozenRanking } from '../contract/ranking.ts'
import { discoveryThreshold } from '../statistics/false-discovery.ts'
import type { MonthPValues } from '../store/ranking/publications.ts'
import { FALSE_DISCOVERY_RATE } from '../survey/changes.ts'

/**
 * Returns a function that announces the moves of a ranking of the month, decided over all its rankings together, so that the
 * false discovery rate holds for the whole month. A ranking without an earlier month is returned as it is.
 */
export function announceMoves(month: MonthPValues): (ranking: FrozenRanking) => FrozenRanking {
  const tested = [...month.values()].map((all) => all.filter((p) => p !== null)).filter((all) => all.length > 0)
  const pValues = tested.flat()
  const threshold = discoveryThreshold(pValues, FALSE_DISCOVERY_RATE)
  const movesDecidedOver = { rankings: tested.length, brands: pValues.length, threshold }
  return (ranking) => {
    if (ranking.comparedWith === undefined) return ranking
    const own = month.get(ranking.slug) ?? []
    const brands = ranking.brands.map((brand, at) => {
      const p = own[at] ?? null
      return brand.change === undefined || brand.change.moved === null
        ? brand
        : { ...brand, change: { ...brand.change, moved: p !== null && p <= threshold } }
    })
    return { ...ranking, brands, movesDecidedOver }
  }
}
