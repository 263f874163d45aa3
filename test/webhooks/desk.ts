import type { Store } from '../../pipeline/store/driver/open.ts'
import { listDeliveries } from '../../pipeline/store/webhooks/deliveries.ts'
import { queueEvents } from '../../pipeline/store/webhooks/events.ts'
import { createDeliverer, type DelivererOptions } from '../../pipeline/webhooks/deliver.ts'
import { createPost } from '../../pipeline/webhooks/post.ts'
import { type FixedClock, fixedClock } from '../support/clock.ts'
import { never } from '../support/job.ts'
import { freshStore } from '../support/store/store.ts'
import { published, SERVICE_SECRET } from '../support/webhooks.ts'

const addresses = { siteUrl: 'https://site.example', baseUrl: 'https://api.example' }

/** A store that events are delivered from, the faults that were logged, and a clock. */
export interface Desk {
  readonly db: Store
  readonly clock: FixedClock
  readonly faults: unknown[]
  tell(...slugs: string[]): Promise<void>
  /** Delivers what is due, to the end. */
  deliver(scope?: Partial<DelivererOptions>): Promise<void>
  deliverer(scope?: Partial<DelivererOptions>): ReturnType<typeof createDeliverer>
  listed(): ReturnType<typeof listDeliveries>
}

/** A fresh desk; what it delivers may go to loopback receivers. */
export async function desk(): Promise<Desk> {
  const { db } = await freshStore()
  const clock = fixedClock()
  const faults: unknown[] = []
  const deliverer = (scope: Partial<DelivererOptions> = {}) =>
    createDeliverer({
      db,
      now: clock.now,
      secret: SERVICE_SECRET,
      post: createPost({ allowPrivate: true }),
      addresses,
      stop: never,
      log: { fault: (event, fault, fields) => void faults.push([event, fault, fields]) },
      ...scope,
    })
  return {
    db,
    clock,
    faults,
    deliverer,
    tell: async (...slugs) => {
      const events = slugs.map((slug) => published(slug))
      await db.transaction().execute((trx) => queueEvents(trx, events, 'everybody', clock.now()))
    },
    deliver: async (scope) => {
      const each = deliverer(scope)
      await each.begin()
      await each.ended()
    },
    listed: () => listDeliveries(db),
  }
}
