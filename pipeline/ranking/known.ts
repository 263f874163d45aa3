import type { RankedBrand } from '../contract/ranking.ts'
import type { KnownName } from '../mentions/answer.ts'

/** A brand of the month before: one that was published once is looked for ever after, or its being overlooked would read as a fall. */
export function toKnown({ name, domain }: RankedBrand): KnownName {
  return { name, domain: domain ?? null }
}
