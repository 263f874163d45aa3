import type { Store } from './open.ts'

/** Resolves when the store answers a read; rejects with the driver's fault where it is locked or away. */
export async function readStore(db: Store): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute()
}
