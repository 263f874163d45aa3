import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { SqliteDatabase as KyselysDatabase, RawBuilder } from 'kysely'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { migrate, StoreRefusal } from './migrate.ts'
import { patient } from './patient.ts'
import type { Tables } from './schema.ts'

export type Store = Kysely<Tables>

/**
 * Opens the store at a SQLite path and brings its schema up to date. One writable connection a process: a second one
 * would wait for the first. Throws StoreRefusal with a sentence where it can't be opened.
 */
export async function openStore(address: string, now: number): Promise<Store> {
  const db = connect(address, false)
  try {
    await migrate(db, now)
    return db
  } catch (fault) {
    await db.destroy()
    throw fault
  }
}

/** Opens an existing store for reading alone, as the site's build does. Throws StoreRefusal where there is none. */
export function openStoreForReading(address: string): Store {
  return connect(address, true)
}

function connect(address: string, readonly: boolean): Store {
  if (/^postgres(ql)?:/.test(address))
    throw new StoreRefusal('PostgreSQL is not supported yet; set SVC_DATABASE to the path of a SQLite file.')
  try {
    if (!readonly) mkdirSync(dirname(address), { recursive: true })
    const file = new SqliteDatabase(address, { readonly, fileMustExist: readonly, timeout: 5_000 })
    file.pragma('foreign_keys = ON')
    if (!readonly) {
      file.pragma('journal_mode = WAL')
      file.pragma('synchronous = FULL')
      file.pragma('secure_delete = ON')
    }
    // From here on the dialect waits for a locked file, and not SQLite, which would hold up the whole process.
    file.pragma('busy_timeout = 0')
    let reader: SqliteDatabase.Database | undefined
    const database = withPreparedStatements(file, () => reader?.close())
    let writes = 0
    const wrote = () => {
      writes += 1
    }
    const db = new Kysely<Tables>({ dialect: patient(new SqliteDialect({ database }), wrote) })
    if (!readonly && !file.memory)
      readers.set(db, {
        open: () => {
          reader ??= new SqliteDatabase(address, { readonly: true, timeout: 5_000 })
          return reader
        },
        writes: () => writes,
      })
    return db
  } catch (fault) {
    throw new StoreRefusal(`The store can't be opened (${reason(fault)}); check SVC_DATABASE or --database.`)
  }
}

/** A column of text as its bytes in UTF-8: a megabyte is read in 0.3 ms where decoding it takes 1.1. */
export function utf8(column: string): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`cast(${sql.ref(column)} as blob)`
}

const readers = new WeakMap<Store, { open(): SqliteDatabase.Database; writes(): number }>()

/** The connection of this store that only reads, opened when it is first asked for; undefined where there is none. */
export function readerOf(db: Store): SqliteDatabase.Database | undefined {
  return readers.get(db)?.open()
}

/** How often this process may have written to the store so far. */
export function writesOf(db: Store): number {
  return readers.get(db)?.writes() ?? 0
}

const STATEMENTS_KEPT = 300

/** The database with its last prepared statements kept: Kysely prepares each query anew, an eighth of a server's time. */
function withPreparedStatements(file: SqliteDatabase.Database, onClose: () => void): KyselysDatabase {
  const kept = new Map<string, SqliteDatabase.Statement>()
  return {
    close: () => {
      onClose()
      file.close()
    },
    prepare: (query) => {
      const statement = kept.get(query) ?? file.prepare(query)
      kept.delete(query)
      kept.set(query, statement)
      const oldest = kept.keys().next().value
      if (kept.size > STATEMENTS_KEPT && oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
}

function reason(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  if (code === 'SQLITE_NOTADB') return 'the file is not a SQLite database'
  if (code === 'SQLITE_CANTOPEN' || code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_READONLY') return 'no permission'
  return code === '' ? 'unknown fault' : code
}
