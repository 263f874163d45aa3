import { type WebhookEvent, webhookEvent } from '../../contract/webhook.ts'
import type { Store } from '../driver/open.ts'
import { NEVER } from '../upkeep/outbox.ts'

/** An event waiting to be sent to a webhook; `attempts` counts those that failed since it was queued. Times are epoch ms. */
export interface QueuedDelivery {
  readonly id: string
  readonly event: WebhookEvent
  readonly createdAt: number
  readonly queuedAt: number
  readonly attempts: number
}

/** A delivery in a list. */
export interface ListedDelivery {
  readonly id: string
  readonly webhook: string
  readonly event: WebhookEvent
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly createdAt: number
  /** Failed attempts since it was queued. */
  readonly attempts: number
  /** How the last attempt ended; null before the first. */
  readonly outcome: string | null
  /** Null unless it is waiting or under way. */
  readonly nextAt: number | null
  readonly deliveredAt: number | null
}

/** The webhook's delivery that has been due longest, or none. */
export async function dueDeliveries(db: Store, webhookId: string, now: number): Promise<QueuedDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'data', 'created_at as createdAt', 'queued_at as queuedAt', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .execute()
  return rows.map(({ type, data, ...row }) => ({ ...row, event: toEvent(type, data) }))
}

/** Stores how an attempt ended. */
export async function noteOutcome(db: Store, id: string, outcome: string): Promise<void> {
  await db.updateTable('webhook_deliveries').set({ outcome }).where('id', '=', id).execute()
}

/** The deliveries of all webhooks that match `only`, newest first. */
export async function listDeliveries(
  db: Store,
  only: {
    readonly id?: string
    readonly accountId?: string | undefined
    readonly webhookId?: string | undefined
    readonly failed?: boolean | undefined
  } = {},
): Promise<ListedDelivery[]> {
  let query = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select([
      'webhook_deliveries.id',
      'webhook_id as webhook',
      'type',
      'data',
      'webhook_deliveries.created_at as createdAt',
      'attempts',
      'outcome',
      'next_at as nextAt',
      'sent_at as deliveredAt',
    ])
  if (only.id !== undefined) query = query.where('webhook_deliveries.id', '=', only.id)
  if (only.accountId !== undefined) query = query.where('webhooks.account_id', '=', only.accountId)
  if (only.webhookId !== undefined) query = query.where('webhook_id', '=', only.webhookId)
  if (only.failed === true) query = query.where('sent_at', 'is', null).where('next_at', '=', NEVER)
  const rows = await query.orderBy('webhook_deliveries.created_at', 'desc').orderBy('webhook_deliveries.id').execute()
  return rows.map(({ type, data, ...row }) => {
    const state = row.deliveredAt !== null ? 'delivered' : row.nextAt === NEVER ? 'failed' : 'waiting'
    return { ...row, event: toEvent(type, data), state, nextAt: state === 'waiting' ? row.nextAt : null }
  })
}

/** Makes a delivery due again, under the same id, and retries it for another day; false if there is none. */
export async function resendDelivery(db: Store, id: string, now: number): Promise<boolean> {
  const queued = await db
    .updateTable('webhook_deliveries')
    .set({ queued_at: now, attempts: 0, next_at: now, sent_at: null })
    .where('id', '=', id)
    .executeTakeFirst()
  return queued.numUpdatedRows === 1n
}

/** How long an event that was delivered or given up can be sent again. */
export const RESENDABLE_MS = 30 * 24 * 3_600_000

/** Deletes events that were delivered, or queued and given up, more than 30 days ago. One that waits is never deleted. */
export async function sweepDeliveries(db: Store, now: number): Promise<void> {
  const old = now - RESENDABLE_MS
  await db
    .deleteFrom('webhook_deliveries')
    .where((eb) =>
      eb.or([
        eb('sent_at', '<', old),
        eb.and([eb('sent_at', 'is', null), eb('next_at', '=', NEVER), eb('queued_at', '<', old)]),
      ]),
    )
    .execute()
}

function toEvent(type: string, data: string): WebhookEvent {
  return webhookEvent.parse({ type, data: JSON.parse(data) })
}
