import type { Interval } from '../contract/terms.ts'
import type { ScoredCell } from './cells.ts'
import { rateIntervals } from './intervals.ts'

/**
 * The unweighted mean of the engines' rates (0..1) and its 95 % interval for other questions; null without an answer.
 *
 * The interval is that of the pooled rate (see `rateIntervals`), shifted to the mean and stretched by the root of the
 * answers over their effective number, (sum of weights)² / sum of squared weights (L. Kish, Survey Sampling, 1965).
 */
export const meanOfEngines = (
  cells: readonly ScoredCell[],
): { readonly rate: number; readonly interval: Interval } | null => {
  if (cells.length === 0) return null
  const engines = [...Map.groupBy(cells, ({ engine }) => engine).values()]
  const namedIn = (some: readonly ScoredCell[]): number => some.filter(({ named }) => named).length / some.length
  const rate = engines.reduce((sum, own) => sum + namedIn(own), 0) / engines.length
  const { interval } = rateIntervals(cells)
  if (interval.low === 0 && interval.high === 1) return { rate, interval }
  const designEffect = engines.reduce((sum, own) => sum + cells.length / own.length, 0) / engines.length ** 2
  const pooled = namedIn(cells)
  const stretch = Math.sqrt(designEffect)
  return {
    rate,
    interval: {
      low: Math.max(0, rate - stretch * (pooled - interval.low)),
      high: Math.min(1, rate + stretch * (interval.high - pooled)),
    },
  }
}
