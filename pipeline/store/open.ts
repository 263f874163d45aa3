import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate, StoreRefusal } from './migrate.ts'
import type { Tables } from './schema.ts'

export type Store = Kysely<Tables>

/**
 * Opens the store at a SQLite path and brings its schema up to date. One writable connection a process: a second one
 * would block the event loop for the whole busy timeout. Throws StoreRefusal with a sentence where it can't be opened.
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
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
  } catch (fault) {
    throw new StoreRefusal(`The store can't be opened (${reason(fault)}); check SVC_DATABASE or --database.`)
  }
}

/** Whether another process held the store for longer than the busy timeout; nothing was written. */
export function isLocked(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^SQLITE_(BUSY|LOCKED)/.test(String(fault.code))
}

function reason(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  if (code === 'SQLITE_NOTADB') return 'the file is not a SQLite database'
  if (code === 'SQLITE_CANTOPEN' || code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_READONLY') return 'no permission'
  return code === '' ? 'unknown fault' : code
}
