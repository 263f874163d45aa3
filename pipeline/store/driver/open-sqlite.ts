import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { setVersion } from './cache.ts'
import { codeOf, StoreUnopened } from './faults.ts'
import { patient } from './patient.ts'
import type { Tables } from './schema.ts'

/**
 * Connects to a SQLite file. One writable connection a process: a second one would wait for the first. Throws StoreRefusal
 * with a sentence where it can't be opened.
 */
export function openSqlite(path: string, { readonly }: { readonly: boolean }): Kysely<Tables> {
  try {
    if (!readonly && path !== ':memory:') makeFile(path)
    const file = new SqliteDatabase(path, { readonly, fileMustExist: readonly, timeout: 5_000 })
    file.pragma('foreign_keys = ON')
    if (!readonly) {
      file.pragma('journal_mode = WAL')
      file.pragma('synchronous = FULL')
      file.pragma('secure_delete = ON')
    }
    // From here on the dialect waits for a locked file, and not SQLite, which would hold up the whole process.
    file.pragma('busy_timeout = 0')
    const db = new Kysely<Tables>({ dialect: patient(new SqliteDialect({ database: file })) })
    // One counts the rows that this connection changed, the other the commits of all others.
    const query = "select total_changes() || '/' || data_version from pragma_data_version"
    let version: SqliteDatabase.Statement | undefined
    setVersion(db, () => {
      // Not prepared before it is asked for: a damaged file can be opened and no more.
      version ??= file.prepare(query).pluck()
      return version.get()
    })
    return db
  } catch (fault) {
    throw new StoreUnopened(reason(fault, path))
  }
}

/** Makes the file for its owner alone, where there is none; SQLite gives its log and its index the same rights. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

function reason(fault: unknown, path: string): string {
  const code = codeOf(fault)
  if (code === 'SQLITE_NOTADB') return 'the file is not a SQLite database'
  if (code === 'ENOENT' || !existsSync(path)) return 'there is no such file or folder'
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'it is a folder'
  // SQLite's log stands beside the file, so that the folder must be writable too.
  if (/^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM))/.test(code))
    return 'the file or its folder may not be read or written'
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'its disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'its disk failed'
  return code === '' ? 'unknown fault' : code
}
