import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { setVersion } from './cache.ts'
import { codeOf, StoreUnopened } from './faults.ts'
import { patient } from './patient.ts'
import type { Tables } from './schema.ts'

/** Opens a SQLite file; a process opens it for writing only once, as connections lock each other out. Throws StoreRefusal. */
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
    // From here on the dialect waits for a locked file, as SQLite's own wait would block the process.
    file.pragma('busy_timeout = 0')
    const db = new Kysely<Tables>({ dialect: patient(new SqliteDialect({ database: file })) })
    // The first counts rows changed by this connection, the second other connections' commits.
    const query = "select total_changes() || '/' || data_version from pragma_data_version"
    let version: SqliteDatabase.Statement | undefined
    setVersion(db, () => {
      // Prepared only when needed, as a damaged file can be opened but not queried.
      version ??= file.prepare(query).pluck()
      return version.get()
    })
    return db
  } catch (fault) {
    throw new StoreUnopened(reason(fault, path))
  }
}

/** Creates a missing file with rights for its owner only, which SQLite copies to its log and index. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

function reason(fault: unknown, path: string): string {
  const code = codeOf(fault)
  if (code === 'SQLITE_NOTADB') return 'the file is not a SQLite database'
  if (code === 'ENOENT' || !existsSync(path)) return 'there is no such file or folder'
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'it is a folder'
  // SQLite's log is in the same folder, which must be writable too.
  if (/^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM))/.test(code))
    return 'the file or its folder may not be read or written'
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'its disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'its disk failed'
  return code === '' ? 'unknown fault' : code
}
