import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { setVersion } from './cache.ts'
import { codeOf, StoreUnopened } from './faults.ts'
import { patient } from './patient.ts'
import type { Tables } from './schema.ts'

/** The statements that a store keeps prepared, and the longest of them in UTF-16 units; inserts of many rows are longer. */
const MAX_PREPARED = 200
const MAX_LENGTH = 2_000

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
      // In KB; by default it would be four times as much, which a month of ten categories fills.
      file.pragma('cache_size = -4000')
    }
    // From here on the dialect waits for a locked file, as SQLite's own wait would block the process.
    file.pragma('busy_timeout = 0')
    const db = new Kysely<Tables>({
      dialect: patient(new SqliteDialect({ database: { prepare: preparer(file), close: () => file.close() } })),
    })
    setVersion(db, versionOf(file))
    return db
  } catch (fault) {
    throw new StoreUnopened(reason(fault, path))
  }
}

/**
 * Returns a function that prepares a statement, or returns it if it was used lately. A statement's memory is freed only when
 * V8 collects its object, and V8 doesn't know of that memory: over a run it would grow to several megabytes.
 */
function preparer(file: SqliteDatabase.Database): (sql: string) => SqliteDatabase.Statement {
  const prepared = new Map<string, SqliteDatabase.Statement>()
  return (sql) => {
    const statement = prepared.get(sql) ?? file.prepare(sql)
    if (sql.length > MAX_LENGTH) return statement
    // The map's order is that of their last use.
    prepared.delete(sql)
    prepared.set(sql, statement)
    const [oldest] = prepared.keys()
    if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest)
    return statement
  }
}

/** A version of the file's content: the rows changed by this connection, and the commits of others. */
function versionOf(file: SqliteDatabase.Database): () => string {
  let changes: SqliteDatabase.Statement | undefined
  let commits: SqliteDatabase.Statement | undefined
  let others: unknown
  return () => {
    // They are prepared only when needed, because a damaged file can be opened but not queried.
    changes ??= file.prepare('select total_changes()').pluck()
    commits ??= file.prepare('pragma data_version').pluck()
    if (others === undefined) {
      // Reading it locks the file, so it is read once for all requests that the event loop found waiting; it includes what
      // other processes committed before they were sent.
      others = commits.get()
      setImmediate(() => {
        others = undefined
      }).unref()
    }
    return `${changes.get()}/${others}`
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
  if (/^(ENOENT|ENOTDIR|EEXIST)$/.test(code) || (code === 'SQLITE_CANTOPEN' && !existsSync(path)))
    return 'there is no such file or folder'
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'it is a folder'
  // SQLite's log is in the same folder, which must be writable too.
  if (/^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM))/.test(code))
    return 'the file or its folder may not be read or written'
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'its disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'its disk failed'
  return code === '' ? 'unknown fault' : code
}
