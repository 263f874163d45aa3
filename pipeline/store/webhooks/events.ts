import type { WebhookEvent } from '../../contract/webhook.ts'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { slicesOf } from '../driver/queries.ts'
import { isPostgres } from '../driver/schema.ts'
import { eventTypes } from './webhooks.ts'

/** Whose webhooks receive an event. */
export type Recipients = { readonly accountId: string } | 'operator' | 'everybody'

/** Queues the events for the recipients' webhooks that subscribe to them, in the transaction of what happened. */
export async function queueEvents(
  trx: Store,
  events: readonly WebhookEvent[],
  recipients: Recipients,
  now: number,
): Promise<void> {
  let query = trx.selectFrom('webhooks').select(['id', 'events'])
  if (recipients === 'operator') query = query.where('account_id', 'is', null)
  else if (recipients !== 'everybody') query = query.where('account_id', '=', recipients.accountId)
  // A webhook removed meanwhile would violate the foreign key, and so fail the whole transaction.
  if (isPostgres(trx)) query = query.forKeyShare()
  const webhooks = (await query.orderBy('id').execute()).map((row) => ({ id: row.id, types: eventTypes(row.events) }))

  const rows = webhooks.flatMap(({ id, types }) =>
    events
      .filter(({ type }) => types.includes(type))
      .map(({ type, data }) => ({
        id: randomId(),
        webhook_id: id,
        type,
        data: JSON.stringify(data),
        created_at: now,
        queued_at: now,
        attempts: 0,
        next_at: now,
      })),
  )
  for (const some of slicesOf(rows)) await trx.insertInto('webhook_deliveries').values(some).execute()
}
