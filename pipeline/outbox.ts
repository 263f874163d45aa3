import type { Store } from './store/driver/open.ts'
import {
  claimDue,
  dueMail,
  markSent,
  NEVER,
  type OutboxTable,
  postpone,
  type QueuedMail,
} from './store/upkeep/outbox.ts'

/** The most mails sent in one call, so that the caller can stop in between. */
const BATCH = 20
/** Longer than any sending takes; after it, what a killed process was sending is due again. */
const CLAIM_MS = 2 * 60_000
const FIRST_RETRY_MS = 60_000
const MAX_RETRY_MS = 6 * 3_600_000
const GIVE_UP_MAIL_MS = 3 * 24 * 3_600_000

/** How much was sent, and the error that ended the call, if any. */
export interface Drained {
  readonly sent: number
  readonly fault?: unknown
}

/** How a table's rows are found and sent. */
export interface Outgoing<Row> {
  readonly table: OutboxTable
  /** The time since its queueing after which a row is no longer retried, in ms. */
  readonly giveUpAfterMs: number
  due(now: number): Promise<readonly Row[]>
  /** Sends one; if it throws, that one is retried. */
  send(row: Row): Promise<void>
}

/** A waiting row; `attempts` counts failed attempts, `queuedAt` is epoch ms. */
interface Waiting {
  readonly id: string
  readonly queuedAt: number
  readonly attempts: number
}

/**
 * Sends what is due, longest due first, until one fails, whose row is retried with exponential backoff. Each row is
 * claimed before it is sent, so that only one process sends it, and is sent again if the process is killed.
 */
export async function drain<Row extends Waiting>(
  db: Store,
  { table, giveUpAfterMs, due, send }: Outgoing<Row>,
  now: () => number,
): Promise<Drained> {
  let sent = 0
  for (const row of await due(now())) {
    if (!(await claimDue(db, table, row.id, now(), now() + CLAIM_MS))) continue
    try {
      await send(row)
    } catch (fault) {
      await postpone(db, table, row.id, retryAt(row, now(), giveUpAfterMs))
      return { sent, fault }
    }
    await markSent(db, table, row.id, now())
    sent += 1
  }
  return { sent }
}

/** Sends a batch of due mails, each of which is retried for three days. */
export function drainOutbox(db: Store, send: (mail: QueuedMail) => Promise<void>, now: () => number): Promise<Drained> {
  const due = (at: number) => dueMail(db, at, BATCH)
  return drain(db, { table: 'outbox', giveUpAfterMs: GIVE_UP_MAIL_MS, due, send }, now)
}

function retryAt({ attempts, queuedAt }: Waiting, now: number, giveUpAfterMs: number): number {
  const next = now + Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
  return next <= queuedAt + giveUpAfterMs ? next : NEVER
}
