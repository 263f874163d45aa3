import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { isPostgresAddress } from '../../contract/database.ts'
import { StoreRefusal } from '../driver/faults.ts'
import { openStoreForReading } from '../driver/open.ts'

/** A finished copy: its size, and how many reports' sealed provider keys were left out of it. */
export interface Backup {
  readonly bytes: number
  readonly sealedLeftOut: number
}

/** Provider keys stay in the store alone: a backup outlives the time in which they may be read. */
const SEALED = ['wrapped_keys', 'sealed_keys'] as const

/**
 * Copies the store as it was at one moment into a new file that only its owner reads, while others go on using it; without
 * the sealed provider keys. The file is there whole and checked, or not at all. `exists`, and nothing written, where there
 * is something under this name. Throws StoreRefusal where there is no store, or one on PostgreSQL, or its copy is damaged.
 */
export async function backUp(address: string, file: string): Promise<Backup | 'exists'> {
  if (isPostgresAddress(address))
    throw new StoreRefusal(
      'A store on PostgreSQL is backed up with its own pg_dump, without the rows of sealed_keys and wrapped_keys; docs/running.md has the command.',
    )
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
  if (await isThere(file)) return 'exists'
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

/** The whole store as one reader sees it, however much is written meanwhile; pages that were freed are not in it. */
async function copyInto(address: string, unfinished: string): Promise<void> {
  const db = await openStoreForReading(address)
  await sql`vacuum into ${unfinished}`.execute(db).finally(() => db.destroy())
}

function finishCopy(unfinished: string): number {
  const copy = new SqliteDatabase(unfinished, { fileMustExist: true })
  try {
    // In memory, as a journal on the disk would hold what is deleted.
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
        'The copy is damaged, and the store may be; `./svc store check` says what is wrong with it.',
      )
    return Math.max(0, ...counts)
  } finally {
    copy.close()
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await (await open(file, 'r')).close()
    return true
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return false
    throw fault
  }
}

/** Brings it to the disk, and gives its size. */
async function synced(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
