import { isPostgres } from '../store/kind.ts'
import type { Store } from '../store/open.ts'
import { embeddedQueue } from './embedded.ts'
import type { Queue } from './queue.ts'

/**
 * The queue of the store at this address. `fault` is told what goes wrong in the background; `now` is epoch ms. Close it
 * before the store. Throws StoreRefusal.
 */
export async function openQueue(
  db: Store,
  address: string,
  { now, fault }: { readonly now: () => number; fault(fault: unknown): void },
): Promise<Queue> {
  if (!isPostgres(db)) return embeddedQueue(db, now)
  return (await import('./pg-boss.ts')).pgBossQueue(db, address, fault)
}
