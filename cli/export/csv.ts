import { open } from 'node:fs/promises'
import type { Columns } from '../../pipeline/export/columns.ts'
import { csvOf } from '../terminal/csv.ts'
import type { TableFile } from './table-file.ts'

/** A new CSV file in UTF-8 with a header. */
export async function createCsv(path: string, columns: Columns): Promise<TableFile> {
  const file = await open(path, 'w')
  const names = Object.keys(columns)
  await file.write(csvOf([], names))
  return {
    append: async (rows) => void (await file.write(csvOf(rows, names, false))),
    close: () => file.close(),
  }
}
