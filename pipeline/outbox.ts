import type { Store } from './store/driver/open.ts'
import type { QueuedMail } from './store/upkeep/outbox.ts'
import { claimMail, dueMail, mailFailed, mailSent } from './store/upkeep/outbox.ts'

/** The most mails sent in one call, so that the caller can stop in between. */
const BATCH = 20
/** Longer than sending one mail can take; after it the mail of a killed process is due again. */
const CLAIM_MS = 2 * 60_000
const FIRST_RETRY_MS = 60_000
const MAX_RETRY_MS = 6 * 3_600_000
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000
const NEVER = Number.MAX_SAFE_INTEGER

/** How many mails were sent, and the error that ended the call, if any. */
export interface Drained {
  readonly sent: number
  readonly fault?: unknown
}

/**
 * Sends a batch of due mails, longest due first. Each mail is claimed before it is sent, so only one process sends it;
 * after a kill the mail being sent is sent again. The first failure ends the call, and that mail is retried with
 * exponential backoff for three days.
 */
export async function drainOutbox(
  db: Store,
  send: (mail: QueuedMail) => Promise<void>,
  now: () => number,
): Promise<Drained> {
  let sent = 0
  for (const mail of await dueMail(db, now(), BATCH)) {
    if (!(await claimMail(db, mail.id, now(), now() + CLAIM_MS))) continue
    try {
      await send(mail)
    } catch (fault) {
      await mailFailed(db, mail.id, retryAt(mail, now()))
      return { sent, fault }
    }
    await mailSent(db, mail.id, now())
    sent += 1
  }
  return { sent }
}

function retryAt({ attempts, createdAt }: QueuedMail, now: number): number {
  const next = now + Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
  return next <= createdAt + GIVE_UP_AFTER_MS ? next : NEVER
}
