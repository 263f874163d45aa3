import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import type { CountedAnswer } from './count.ts'

/** A brand and whether each counted answer names it. */
interface RatedBrand {
  readonly brand: Brand
  /** One for each counted answer. */
  readonly cells: readonly ScoredCell[]
  readonly mentions: number
  readonly averagePosition: number | null
}

/** The brands by the number of answers that name them, then by average position. */
export function rateBrands(brands: readonly Brand[], counted: readonly CountedAnswer[]): RatedBrand[] {
  return brands
    .map((brand) => {
      const positions = counted.map(({ mentions }) => mentions.find((each) => each.brand === brand.name)?.position)
      return {
        brand,
        cells: counted.map(({ question, engine, run, intent }, at) => ({
          question,
          engine,
          run,
          intent,
          named: positions[at] !== undefined,
        })),
        mentions: positions.filter((position) => position !== undefined).length,
        averagePosition: averagePosition(positions),
      }
    })
    .sort(
      (a, b) =>
        b.mentions - a.mentions ||
        (a.averagePosition ?? 0) - (b.averagePosition ?? 0) ||
        (a.brand.name < b.brand.name ? -1 : 1),
    )
}

/** The mean of the known positions, with two decimals; null without any. */
export function averagePosition(positions: readonly (number | null | undefined)[]): number | null {
  const known = positions.filter((position) => typeof position === 'number')
  if (known.length === 0) return null
  return Math.round((100 * known.reduce((sum, position) => sum + position, 0)) / known.length) / 100
}

/** The distinct names with the number of times they occur, the most frequent first. */
export function byFrequency(names: readonly string[]): { name: string; times: number }[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, times: all.length }))
    .sort((a, b) => b.times - a.times || (a.name < b.name ? -1 : 1))
}
