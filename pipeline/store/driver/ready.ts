import type { Store } from './open.ts'

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
