import type { WebhookEventType } from '../../contract/webhook.ts'
import { WEBHOOK_EVENTS } from '../../contract/words.ts'
import type { Store } from '../driver/open.ts'

/** An address that events are sent to. */
export interface Webhook {
  readonly id: string
  /** Null for the operator's. */
  readonly accountId: string | null
  readonly url: string
  /** The SHA-256 of its signing secret, in hex. */
  readonly fingerprint: string
}

/** A webhook in a list; `account` is the address of its owner, null for the operator, and `createdAt` is epoch ms. */
export interface ListedWebhook {
  readonly id: string
  readonly account: string | null
  readonly url: string
  readonly events: readonly WebhookEventType[]
  readonly createdAt: number
}

/** Stores a webhook for these types of events. */
export async function addWebhook(
  db: Store,
  { id, accountId, url, events, fingerprint }: Webhook & { readonly events: readonly WebhookEventType[] },
  now: number,
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({ id, account_id: accountId, url, events: JSON.stringify(events), fingerprint, created_at: now })
    .execute()
}

/** All webhooks, oldest first, or only those of an account. */
export async function listWebhooks(db: Store, accountId?: string): Promise<ListedWebhook[]> {
  let query = db
    .selectFrom('webhooks')
    .leftJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select([
      'webhooks.id',
      'accounts.email as account',
      'webhooks.url',
      'webhooks.events',
      'webhooks.created_at as createdAt',
    ])
  if (accountId !== undefined) query = query.where('webhooks.account_id', '=', accountId)
  const rows = await query.orderBy('webhooks.created_at').orderBy('webhooks.id').execute()
  return rows.map((row) => ({ ...row, events: eventTypes(row.events) }))
}

/** Removes a webhook with its deliveries; false if there is none. */
export async function removeWebhook(db: Store, id: string): Promise<boolean> {
  const removed = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return removed.numDeletedRows === 1n
}

const COLUMNS = ['id', 'account_id as accountId', 'url', 'fingerprint'] as const

/** The webhook of an id, or undefined. */
export async function findWebhook(db: Store, id: string): Promise<Webhook | undefined> {
  return db.selectFrom('webhooks').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The webhooks of all owners. */
export async function allWebhooks(db: Store): Promise<Webhook[]> {
  return db.selectFrom('webhooks').select(COLUMNS).execute()
}

/** The webhooks with an event due. */
export async function dueWebhooks(db: Store, now: number): Promise<Webhook[]> {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('webhook_id').where('sent_at', 'is', null).where('next_at', '<=', now),
    )
    .orderBy('id')
    .execute()
}

/** Event types from their column, in the contract's order. */
export function eventTypes(json: string): WebhookEventType[] {
  const stored: unknown[] = JSON.parse(json)
  return WEBHOOK_EVENTS.filter((type) => stored.includes(type))
}
