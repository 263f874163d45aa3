import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { sweepDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { dueWebhooks } from '../../pipeline/store/webhooks/webhooks.ts'

/** Delivers the events that are due, at the end of a command that may run without a worker, and deletes old ones; a failed one is retried later. */
export async function deliverDue(config: Config, db: Store, say: (sentence: string) => void): Promise<void> {
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
  const deliverer = webhookDeliverer(config, db, log, new AbortController().signal)
  if (deliverer === undefined) return say('SVC_SECRET is not set, so webhooks are left to a process that has it.')
  await deliverer.begin()
  await deliverer.ended()
  if (failed) say('A webhook could not be reached; `./svc webhooks deliveries` lists what will be sent again.')
}
