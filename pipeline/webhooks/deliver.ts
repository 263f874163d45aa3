import pLimit from 'p-limit'
import { type Addresses, withAddresses } from '../contract/webhook.ts'
import type { Log } from '../log.ts'
import { drain } from '../outbox.ts'
import type { Store } from '../store/driver/open.ts'
import { dueDeliveries, noteOutcome, type QueuedDelivery } from '../store/webhooks/deliveries.ts'
import { dueWebhooks, type Webhook } from '../store/webhooks/webhooks.ts'
import { isDelivered, type Outcome, type Post } from './post.ts'
import { postSigned } from './sign.ts'

const MAX_WEBHOOKS_AT_ONCE = 50
const GIVE_UP_AFTER_MS = 24 * 3_600_000
/** How often a webhook that can't be reached is logged; with many events waiting it is tried several times a second. */
const LOG_AGAIN_MS = 60_000

export interface DelivererOptions {
  readonly db: Store
  now(): number
  /** The service's secret, from which signing secrets are derived. */
  readonly secret: Buffer
  readonly post: Post
  readonly addresses: Addresses
  /** Once it aborts, no further delivery begins. */
  readonly stop: AbortSignal
  readonly log: Pick<Log, 'fault'>
}

/** Delivers queued events to webhooks. */
export interface Deliverer {
  /**
   * Begins delivering to each webhook with an event due, unless this process already is. Each webhook gets its events one
   * by one until none is due or one fails, so that a slow or dead receiver delays no other.
   */
  begin(): Promise<void>
  /** Resolves when all deliveries have ended. */
  ended(): Promise<void>
}

/** An attempt that failed, with its outcome as `code`; it holds no address. */
class Undelivered extends Error {
  override readonly name = 'Undelivered'
  readonly code: Outcome

  constructor(code: Outcome) {
    super(`the event was not delivered: ${code}`)
    this.code = code
  }
}

/** Creates a deliverer; any number of processes may deliver from a store. A failed event is retried for a day. */
export function createDeliverer({ db, now, secret, post, addresses, stop, log }: DelivererOptions): Deliverer {
  const limit = pLimit(MAX_WEBHOOKS_AT_ONCE)
  const underWay = new Map<string, Promise<void>>()
  const loggedAt = new Map<string, number>()

  function logFault(fault: unknown, webhook: string): void {
    if (Math.abs(now() - (loggedAt.get(webhook) ?? Number.NEGATIVE_INFINITY)) < LOG_AGAIN_MS) return
    loggedAt.set(webhook, now())
    log.fault('A webhook could not be reached; its events will be sent again.', fault, { webhook })
  }

  async function deliverAll(webhook: Webhook): Promise<void> {
    const outgoing = {
      table: 'webhook_deliveries',
      giveUpAfterMs: GIVE_UP_AFTER_MS,
      due: (at: number) => dueDeliveries(db, webhook.id, at),
      send: (delivery: QueuedDelivery) => send(webhook, delivery),
    } as const
    while (!stop.aborted) {
      const { sent, fault } = await drain(db, outgoing, now)
      if (fault !== undefined) throw fault
      if (sent === 0) return
    }
  }

  async function send(webhook: Webhook, { id, event, createdAt }: QueuedDelivery): Promise<void> {
    const data = withAddresses(event, addresses, webhook.accountId !== null)
    const body = { id, type: event.type, createdAt: new Date(createdAt).toISOString(), data }
    const outcome = await postSigned({ post, secret }, webhook, body, now())
    await noteOutcome(db, id, outcome)
    if (!isDelivered(outcome)) throw new Undelivered(outcome)
  }

  return {
    begin: async () => {
      for (const webhook of await dueWebhooks(db, now())) {
        if (underWay.has(webhook.id)) continue
        const work = limit(() => deliverAll(webhook))
          .catch((fault: unknown) => logFault(fault, webhook.id))
          .finally(() => underWay.delete(webhook.id))
        underWay.set(webhook.id, work)
      }
    },
    ended: async () => {
      await Promise.all(underWay.values())
    },
  }
}
