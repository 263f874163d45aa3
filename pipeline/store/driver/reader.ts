import type { Database } from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** A second connection to a SQLite file, which only reads; and how often this process may have written to the store so far. */
export interface Reader {
  open(): Database
  writes(): number
}

const readers = new WeakMap<Kysely<Tables>, Reader>()

/** Gives the store its reader. */
export function setReader(db: Kysely<Tables>, reader: Reader): void {
  readers.set(db, reader)
}

/** The connection of this store that only reads, opened when it is first asked for; undefined where there is none. */
export function readerOf(db: Kysely<Tables>): Database | undefined {
  return readers.get(db)?.open()
}

/** How often this process may have written to the store so far. */
export function writesOf(db: Kysely<Tables>): number {
  return readers.get(db)?.writes() ?? 0
}
