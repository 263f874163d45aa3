import type { Found } from './finder.ts'

/** A line of a text as names stand in it. */
export interface Line {
  readonly start: number
  readonly end: number
  kind: 'item' | 'row' | 'heading' | 'bold' | 'text'
  readonly indent: number
  /** The list or table that a line belongs to; -1 for other lines. */
  list: number
  isHeader: boolean
  head: Found | null
  /** A row below a header whose columns are the choices: it says something of each. */
  compares: boolean
}
