import type { Store } from '../store/driver/open.ts'
import { isPostgres } from '../store/driver/schema.ts'
import { embeddedQueue } from './embedded.ts'
import type { Queue, QueueClock } from './queue.ts'

/** Opens the store's queue; `fault` receives background errors. Close it before the store. Throws StoreRefusal. */
export async function openQueue(
  db: Store,
  address: string,
  { clock, fault }: { readonly clock: QueueClock; fault(fault: unknown): void },
): Promise<Queue> {
  if (!isPostgres(db)) return embeddedQueue(db, clock)
  return (await import('./pg-boss.ts')).pgBossQueue(db, address, fault)
}
