import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import type { Columns } from '../../pipeline/export/columns.ts'
import { plain } from '../terminal/output.ts'
import type { TableFile } from './table-file.ts'

/**
 * A new CSV file in UTF-8 with a header. Each row is one line: control characters and line breaks become blanks, because not
 * every tool reads a line break in quotes. Texts that a spreadsheet would take for a formula are escaped.
 */
export async function createCsv(path: string, columns: Columns): Promise<TableFile> {
  const file = await open(path, 'w')
  const names = Object.keys(columns)
  const lines = (rows: readonly object[], header: boolean) =>
    stringify([...rows], {
      header,
      columns: names,
      escape_formulas: true,
      cast: {
        boolean: String,
        // Whole seconds, because a datetime of the Table Schema standard has no fractions.
        date: (moment) => moment.toISOString().replace(/\.\d+/, ''),
        // A leading blank would hide a formula from the escaping.
        string: (text) => plain(text).trim(),
      },
    })
  await file.write(lines([], true))
  return {
    append: async (rows) => void (await file.write(lines(rows, false))),
    close: () => file.close(),
  }
}
