import type { EngineName } from '../contract/terms.ts'
import type { Brand, Mention } from './names/brand.ts'

/** What counting found in a survey's answers, as it was frozen. */
export interface FoundNames {
  readonly brands: readonly Brand[]
  /** The mentions in the counted answer of a cell, in order. */
  mentionsOf(cell: { readonly question: number; readonly engine: EngineName; readonly run: number }): readonly Mention[]
}
