import { stringify } from 'csv-stringify/sync'
import { plain } from './output.ts'

/**
 * Rows as CSV, each on one line: control characters and line breaks become blanks, because not every tool reads a line break in
 * quotes. Texts that a spreadsheet would take for a formula are escaped.
 */
export function csvOf(rows: readonly object[], columns: readonly string[], header = true): string {
  return stringify([...rows], {
    header,
    columns: [...columns],
    escape_formulas: true,
    cast: {
      boolean: String,
      // Seconds are whole, because a datetime of the Table Schema standard has no fractions.
      date: (moment) => moment.toISOString().replace(/\.\d+/, ''),
      // A leading blank would hide a formula from the escaping.
      string: (text) => plain(text).trim(),
    },
  })
}
