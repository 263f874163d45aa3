import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { sweepDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { dueWebhooks } from '../../pipeline/store/webhooks/webhooks.ts'

/** How long a command may go on delivering, in ms; after it no further event is begun. */
const MAX_DELIVERING_MS = 60_000

/**
 * Delivers the events that are due until `stop` aborts, at the end of a command that may run without a worker, and deletes old
 * ones. One that fails or is left is sent later.
 */
export async function deliverDue(
  config: Config,
  db: Store,
  say: (sentence: string) => void,
  stop = AbortSignal.timeout(MAX_DELIVERING_MS),
): Promise<void> {
  await sweepDeliveries(db, systemClock.now())
  if ((await dueWebhooks(db, systemClock.now())).length === 0) return
  // Loaded only if something is due: what speaks HTTP takes longer to load than an idle month to find that it is idle.
  const { webhookDeliverer } = await import('./webhooks.ts')
  let failed = false
  const log = {
    fault: () => {
      failed = true
    },
  }
  const deliverer = webhookDeliverer(config, db, log, stop)
  if (deliverer === undefined) return say('SVC_SECRET is not set, so webhooks are left to a process that has it.')
  await deliverer.begin()
  await deliverer.ended()
  if (failed) say('A webhook could not be reached; `./svc webhooks deliveries` lists what will be sent again.')
  if (stop.aborted) say('A webhook is slow; what is still due waits for the next run, or for `./svc worker`.')
}
