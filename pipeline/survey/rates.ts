import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import type { CountedAnswer } from './count.ts'

/** A brand with the counted answers that name it. */
export interface RatedBrand {
  readonly brand: Brand
  /** One for each counted answer: whether it names the brand. */
  readonly cells: readonly ScoredCell[]
  readonly mentions: number
  readonly averagePosition: number | null
}

/** The brands, the one that most answers name first; of equals the one that stands further ahead in them. */
export function rateBrands(brands: readonly Brand[], counted: readonly CountedAnswer[]): RatedBrand[] {
  return brands
    .map((brand) => {
      const positions = counted.map(({ mentions }) => mentions.find((each) => each.brand === brand.name)?.position)
      return {
        brand,
        cells: counted.map(({ question, engine, run }, at) => ({
          question,
          engine,
          run,
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

/** The mean of the positions that there are, with two decimals; null where there are none. */
export function averagePosition(positions: readonly (number | null | undefined)[]): number | null {
  const known = positions.filter((position) => typeof position === 'number')
  if (known.length === 0) return null
  return Math.round((100 * known.reduce((sum, position) => sum + position, 0)) / known.length) / 100
}
