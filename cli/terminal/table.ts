import { stripVTControlCharacters } from 'node:util'
import { heading } from './colours.ts'
import { COLUMNS, folded, width } from './columns.ts'

/** The least width of a folded column, unless one of its words is longer. */
const NARROWEST = 8
const GAP = '  '

/** A number, a range or a date, perhaps with a unit or denominator; an id that begins with a digit doesn't match. */
const NUMERIC = /^[–$±-]?\d[^a-z]*( ?(of \d+|s|min|h|points))?$/i

/** Rows under a head, with numbers to the right and wide texts folded at blanks; without rows, `none` if it is given. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], none?: string): string {
  if (rows.length === 0 && none !== undefined) return none
  const numeric = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => NUMERIC.test(stripVTControlCharacters(row[column] ?? ''))),
  )
  const texts = head.map((name, column) => [heading(name), ...rows.map((row) => row[column] ?? '')])
  const limits = fittingWidths(texts, numeric)
  const columns = texts.map((cells, column) => cells.map((cell) => folded(cell, limits[column] ?? 0).split('\n')))
  const widths = columns.map((cells) => Math.max(...cells.flat().map(width)))
  return [head, ...rows]
    .flatMap((_, row) => {
      const height = Math.max(...columns.map((cells) => cells[row]?.length ?? 0))
      return Array.from({ length: height }, (_, line) =>
        columns
          .map((cells, column) => {
            const cell = cells[row]?.[line] ?? ''
            const blanks = ' '.repeat((widths[column] ?? 0) - width(cell))
            return numeric[column] ? blanks + cell : cell + blanks
          })
          .join(GAP)
          .trimEnd(),
      )
    })
    .join('\n')
    .concat('\n')
}

/** The width of each column: the widest text column that isn't down to its longest word shrinks until the table fits, if it can. */
function fittingWidths(texts: readonly (readonly string[])[], numeric: readonly boolean[]): number[] {
  const widths = texts.map((cells) => Math.max(...cells.map(width)))
  const least = texts.map((cells) => Math.max(NARROWEST, ...cells.flatMap((cell) => cell.split(' ')).map(width)))
  const isFoldable = (each: number, column: number) => numeric[column] !== true && each > (least[column] ?? 0)
  for (;;) {
    const total = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1))
    const foldable = widths.filter(isFoldable)
    if (total <= COLUMNS || foldable.length === 0) return widths
    const widest = widths.findIndex((each, column) => isFoldable(each, column) && each === Math.max(...foldable))
    widths[widest] = Math.max(...foldable) - 1
  }
}
