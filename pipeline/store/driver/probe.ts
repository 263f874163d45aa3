import SqliteDatabase from 'better-sqlite3'
import { isPostgresAddress } from '../../contract/database.ts'
import type { Store } from './open.ts'
import { hasRows } from './queries.ts'

/** How long another process may lock the store; its transactions take a few ms. */
const PATIENCE_MS = 1_000

/** Checks that an existing store can be written to, without changing it. Throws the driver's error. */
export async function tryToWrite(address: string): Promise<void> {
  if (isPostgresAddress(address)) return tryToWriteOnServer(address)
  const file = new SqliteDatabase(address, { fileMustExist: true, timeout: PATIENCE_MS })
  try {
    file.exec('begin immediate')
    file.exec('rollback')
  } finally {
    file.close()
  }
}

async function tryToWriteOnServer(address: string): Promise<void> {
  const { openPostgres } = await import('./open-postgres.ts')
  await using db = await openPostgres(address, { readonly: false })
  await db.updateTable('leases').set({ holder: '' }).where('name', '=', '').execute()
}

/** Resolves when the store answers a read; rejects with the driver's error if it is locked or away. */
export async function readStore(db: Store): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute()
}

/** Whether the store has no account and no category yet. */
export async function isFresh(db: Store): Promise<boolean> {
  return !(await hasRows(db.selectFrom('accounts'))) && !(await hasRows(db.selectFrom('categories')))
}
