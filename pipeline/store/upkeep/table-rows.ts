import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../driver/open.ts'
import type { CopiedTable } from './copied-tables.ts'

/** A row of any table. */
export type Row = Readonly<Record<string, string | number | null>>

/** The number of a table's rows and their SHA-256 in hex, the same on both databases. */
export interface TableDigest {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

/**
 * All rows of the table by key, in pages, without the NULs that PostgreSQL can't hold. Other work of the process runs
 * between two pages.
 */
export async function* rowsOf(db: Store, { name, key, atOnce }: CopiedTable): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after = sql``
  for (;;) {
    const query = sql<Row>`select * from ${sql.table(name)} ${after} order by ${columns} limit ${sql.lit(atOnce)}`
    const { rows } = await query.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(withoutNuls)
    after = sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`
    await setImmediate()
  }
}

/** Inserts rows with the same columns. */
export async function insertRows(trx: Store, { name }: CopiedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(trx)
}

/** How many rows the table has. */
export async function countTable(db: Store, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts and hashes rows as they come. */
export function digesting(): { add(rows: readonly Row[]): void; digest(table: string): TableDigest } {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows) {
      count += rows.length
      for (const row of rows) addRow(hash, row)
    },
    digest: (table) => ({ table, rows: count, sha256: hash.digest('hex') }),
  }
}

/** Sorts the columns, whose order can differ between databases. */
function addRow(hash: Hash, row: Row): void {
  const columns = Object.keys(row).sort()
  hash.update(`${JSON.stringify(columns.map((column) => [column, row[column]]))}\n`)
}

function withoutNuls(row: Row): Row {
  if (!Object.values(row).some((value) => typeof value === 'string' && value.includes('\0'))) return row
  const plain = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  ])
  return Object.fromEntries(plain)
}
