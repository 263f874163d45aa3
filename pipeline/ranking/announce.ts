import type { FrozenRanking } from '../contract/ranking.ts'
import { discoveryThreshold } from '../statistics/false-discovery.ts'
import type { MonthPValues } from '../store/ranking/publications.ts'

/** Of the moves that a month announces, at most this share is expected to be false. */
const FALSE_DISCOVERY_RATE = 0.05

/**
 * Gives a function that announces the moves of a month's ranking. Those of all brands of all rankings of the month are
 * decided together, so that the share of false ones holds for whoever reads the month. A ranking without a month before
 * stays as it was.
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
