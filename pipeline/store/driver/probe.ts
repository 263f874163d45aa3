import SqliteDatabase from 'better-sqlite3'
import { isPostgresAddress } from '../../contract/database.ts'
import type { Store } from './open.ts'

/** How long another process may hold the store: its transactions take a few ms. */
const PATIENCE_MS = 1_000

/** Takes the right to write to the store that is there and gives it back; nothing is written. Throws the driver's fault. */
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
  const db = await openPostgres(address, { readonly: false })
  await db
    .updateTable('leases')
    .set({ holder: '' })
    .where('name', '=', '')
    .execute()
    .finally(() => db.destroy())
}

/** Resolves when the store answers a read; rejects with the driver's fault where it is locked or away. */
export async function readStore(db: Store): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute()
}

/** Whether nobody has put anything into the store yet: no account and no category. */
export async function isFresh(db: Store): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  const category = await db.selectFrom('categories').select('slug').limit(1).executeTakeFirst()
  return account === undefined && category === undefined
}
