import { type Clock, systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Log } from '../../pipeline/log.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { Terminal } from '../terminal/output.ts'
import { patiently } from './store.ts'

/**
 * The store's queue, closed when disposed of; errors in the background are logged. Waits for its server as the opening of the
 * store does. Throws StoreRefusal.
 */
export async function openJobsQueue(
  terminal: Terminal,
  { database }: Pick<Config, 'database'>,
  db: Store,
  log: Pick<Log, 'fault'>,
  clock: Clock = systemClock,
): Promise<AsyncDisposable & { readonly queue: Queue }> {
  const fault = (fault: unknown) => log.fault('The upkeep of the queue failed; it will be tried again.', fault)
  const queue = await patiently(terminal, () => openQueue(db, database, { clock, fault }), clock)
  return { queue, [Symbol.asyncDispose]: () => queue.close() }
}
