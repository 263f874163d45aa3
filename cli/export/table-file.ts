import type { Value } from '../../pipeline/export/columns.ts'

export type Row = Readonly<Record<string, Value>>

/** A table's file while it is written; rows are on disk once it is closed. */
export interface TableFile {
  append(rows: readonly Row[]): Promise<void>
  close(): Promise<void>
}
