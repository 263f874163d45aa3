import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Log } from '../../pipeline/log.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'

/** The store's queue, closed when disposed of; errors in the background are logged. */
export async function openJobsQueue(
  { database }: Config,
  db: Store,
  log: Pick<Log, 'fault'>,
): Promise<AsyncDisposable & { readonly queue: Queue }> {
  const fault = (fault: unknown) => log.fault('The upkeep of the queue failed; it will be tried again.', fault)
  const queue = await openQueue(db, database, { clock: systemClock, fault })
  return { queue, [Symbol.asyncDispose]: () => queue.close() }
}
