import { isUndone } from './faults.ts'
import type { Store } from './open.ts'

const TRIES = 10

/**
 * Does the work in a transaction. One that PostgreSQL undid for the sake of another is done again, so the work must change
 * nothing but the store. Where one is under way the work is part of it.
 */
export async function inTransaction<Result>(db: Store, work: (trx: Store) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (fault) {
      if (!isUndone(fault) || tries === TRIES) throw fault
    }
  }
}
