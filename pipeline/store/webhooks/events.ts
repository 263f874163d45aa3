import type { WebhookEvent } from '../../contract/webhook.ts'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'
import { eventTypes } from './webhooks.ts'

/** Who hears of an event: an account, the operator, or everybody. */
export type Hearers = { readonly accountId: string } | 'operator' | 'everybody'

const ROWS_AT_ONCE = 500

/** Queues the events, in the transaction that makes them true, for each webhook of these owners that wants to hear of them. */
export async function tellWebhooks(
  trx: Store,
  events: readonly WebhookEvent[],
  hearers: Hearers,
  now: number,
): Promise<void> {
  let query = trx.selectFrom('webhooks').select(['id', 'events'])
  if (hearers === 'operator') query = query.where('account_id', 'is', null)
  else if (hearers !== 'everybody') query = query.where('account_id', '=', hearers.accountId)
  // A webhook that is removed meanwhile would break the reference to it, and with it the whole transaction.
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
        sent_at: null,
        outcome: null,
      })),
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await trx
      .insertInto('webhook_deliveries')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
}
