import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { isPostgresAddress } from '../../contract/database.ts'
import { StoreRefusal } from '../driver/faults.ts'
import { openStoreForReading } from '../driver/open.ts'

/** A finished backup: its size, and the number of reports whose sealed provider keys it omits. */
export interface Backup {
  readonly bytes: number
  readonly sealedLeftOut: number
}

/** Not backed up, as a backup may outlive the time in which provider keys may be read. */
const SEALED = ['wrapped_keys', 'sealed_keys'] as const

/** A backup under way, which is written to all the time, or what a killed one left. */
const UNFINISHED = /^\..+\.[0-9a-f]{12}\.tmp$/
const LEFT_AFTER_MS = 24 * 3_600_000

/**
 * Copies a SQLite store in use, without its sealed provider keys, to a new file that only its owner can read and that
 * appears only when complete and checked; `exists` if the name is taken. Removes what killed backups left in its folder
 * a day ago. Throws StoreRefusal if there is no store, it is on PostgreSQL, or the copy is damaged.
 */
export async function backUp(address: string, file: string, now: number): Promise<Backup | 'exists'> {
  if (isPostgresAddress(address))
    throw new StoreRefusal(
      'A store on PostgreSQL is backed up with pg_dump, without the rows of sealed_keys and wrapped_keys; docs/running.md has the command.',
    )
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  await removeLeft(folder, now)
  const unfinished = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
  if (existsSync(file)) return 'exists'
  await (await open(unfinished, 'wx', 0o600)).close()
  try {
    await copyInto(address, unfinished)
    const sealedLeftOut = finishCopy(unfinished)
    const bytes = await synced(unfinished)
    await rename(unfinished, file)
    await synced(folder)
    return { bytes, sealedLeftOut }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function removeLeft(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => UNFINISHED.test(each))) {
    // It is missing if another backup ends meanwhile.
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs >= LEFT_AFTER_MS) await rm(join(folder, name), { force: true })
  }
}

/** Copies one consistent snapshot, without freed pages. */
async function copyInto(address: string, unfinished: string): Promise<void> {
  await using db = await openStoreForReading(address)
  await sql`vacuum into ${unfinished}`.execute(db)
}

function finishCopy(unfinished: string): number {
  const copy = new SqliteDatabase(unfinished, { fileMustExist: true })
  try {
    // A journal on disk would hold the deleted keys.
    copy.pragma('journal_mode = memory')
    copy.pragma('secure_delete = on')
    const tables = copy.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    const counts = SEALED.filter((table) => tables.includes(table)).map((table) => {
      const { changes } = copy.prepare(`delete from ${table}`).run()
      return changes
    })
    copy.exec('vacuum')
    if (copy.pragma('integrity_check', { simple: true }) !== 'ok')
      throw new StoreRefusal(
        'The copy is damaged, and the store may be too; `./svc store check` says what is wrong with it.',
      )
    return Math.max(0, ...counts)
  } finally {
    copy.close()
  }
}

/** Flushes a file or folder to disk and returns its size. */
async function synced(path: string): Promise<number> {
  await using handle = await open(path, 'r')
  await handle.sync()
  return (await handle.stat()).size
}
