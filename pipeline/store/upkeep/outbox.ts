import { isAway } from '../driver/faults.ts'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'

/** The tables of messages to send. */
export type OutboxTable = 'outbox' | 'webhook_deliveries'

/** The due time of a row that was given up. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** An unsent mail; `attempts` counts failed attempts, times are epoch ms. */
export interface QueuedMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
  readonly queuedAt: number
  readonly attempts: number
}

/** Queues a mail to be sent at once. */
export async function queueMail(
  trx: Store,
  mail: { readonly accountId: string; readonly recipient: string; readonly subject: string; readonly text: string },
  now: number,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: randomId(),
      account_id: mail.accountId,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      created_at: now,
      attempts: 0,
      next_at: now,
    })
    .execute()
}

/** Unsent mails that are due, the longest due first. */
export async function dueMail(db: Store, now: number, limit: number): Promise<QueuedMail[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'text', 'created_at as createdAt', 'created_at as queuedAt', 'attempts'])
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims a due row until `until`; false if another process has claimed or sent it. */
export async function claimDue(
  db: Store,
  table: OutboxTable,
  id: string,
  now: number,
  until: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable(table)
    .set({ next_at: until })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

const TRIES = 5

/** Marks a row as sent; retries while the store is away, because a row that isn't marked is sent again. */
export async function markSent(db: Store, table: OutboxTable, id: string, now: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.updateTable(table).set({ sent_at: now }).where('id', '=', id).execute()
      return
    } catch (fault) {
      if (!isAway(fault) || tries === TRIES) throw fault
    }
  }
}

/** Postpones a row that could not be sent. */
export async function postpone(db: Store, table: OutboxTable, id: string, nextAt: number): Promise<void> {
  await db
    .updateTable(table)
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: nextAt }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}
