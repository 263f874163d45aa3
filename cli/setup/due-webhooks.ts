import { type Clock, systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { sweepDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { dueWebhooks } from '../../pipeline/store/webhooks/webhooks.ts'

/** The time in ms after which a command begins to deliver no further event. */
const MAX_DELIVERING_MS = 60_000

/**
 * Delivers the events that are due for at most a minute, because a command may run without a worker, and deletes old ones.
 * An event that fails or is left is sent later.
 */
export async function deliverDue(
  config: Config,
  db: Store,
  say: (sentence: string) => void,
  clock: Clock = systemClock,
): Promise<void> {
  await sweepDeliveries(db, clock.now())
  if ((await dueWebhooks(db, clock.now())).length === 0) return
  // The HTTP client is loaded only if something is due, because that takes longer than an idle run.
  const { webhookDeliverer } = await import('./webhooks.ts')
  let failed = false
  const log = {
    fault: () => {
      failed = true
    },
  }
  const stop = new AbortController()
  const deliverer = webhookDeliverer(config, db, log, stop.signal)
  if (deliverer === undefined) return say('SVC_SECRET is not set, so webhooks are left to a process that has it.')
  await deliverer.begin()
  void clock.sleep(MAX_DELIVERING_MS, stop.signal).then(() => stop.abort())
  await deliverer.ended()
  if (failed) say('A webhook could not be reached; `./svc webhooks deliveries` lists what will be sent again.')
  if (stop.signal.aborted) say('A webhook is slow; what is still due waits for the next run, or for `./svc worker`.')
  stop.abort()
}
