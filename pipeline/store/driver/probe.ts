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

/** The slugs of the reports whose provider keys are sealed in the store. */
export async function sealedReports(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('sealed_keys').select('report_slug').orderBy('report_slug').execute()
  return rows.map((row) => row.report_slug)
}
