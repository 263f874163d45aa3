import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Column, Columns } from '../../pipeline/export/columns.ts'
import type { Row, TableFile } from './table-file.ts'

const TYPES = {
  string: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  datetime: 'TIMESTAMP',
} as const satisfies Record<Column[0], string>

/** Characters of text in a row group, which is held in memory. */
const GROUP = 16_000_000

/** A new Parquet file, with a row group for each `group` characters of text. */
export async function createParquet(path: string, columns: Columns, group = GROUP): Promise<TableFile> {
  const described = (rows: readonly Row[]) =>
    Object.entries(columns).map(([name, [type, , empty]]) => ({
      name,
      type: TYPES[type],
      nullable: empty !== undefined,
      data: rows.map((row) => row[name] ?? null),
    }))
  const schema = schemaFromColumnData({ columnData: described([]) })
  const parquet = new ParquetWriter({ writer: fileWriter(path), schema })
  let rows: Row[] = []
  let size = 0
  const flush = async () => {
    await parquet.write({ columnData: described(rows), rowGroupSize: Math.max(1, rows.length) })
    rows = []
    size = 0
  }
  return {
    append: async (more) => {
      for (const row of more) {
        rows.push(row)
        size += textOf(row)
        if (size >= group) await flush()
      }
    },
    close: async () => {
      await flush()
      await parquet.finish()
    },
  }
}

function textOf(row: Row): number {
  return Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
}
