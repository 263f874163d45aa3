import SqliteDatabase from 'better-sqlite3'
import type { Store } from './open.ts'

/** How long another process may hold the store: its transactions take a few ms. */
const PATIENCE_MS = 1_000

/** Takes the right to write to the store that is there and gives it back; nothing is written. Throws SQLite's fault. */
export function tryToWrite(address: string): void {
  const file = new SqliteDatabase(address, { fileMustExist: true, timeout: PATIENCE_MS })
  try {
    file.exec('begin immediate')
    file.exec('rollback')
  } finally {
    file.close()
  }
}

/** The slugs of the reports whose provider keys are sealed in the store. */
export async function sealedReports(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('sealed_keys').select('report_slug').orderBy('report_slug').execute()
  return rows.map((row) => row.report_slug)
}
