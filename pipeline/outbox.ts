import type { Store } from './store/driver/open.ts'
import type { QueuedMail } from './store/upkeep/outbox.ts'
import { claimMail, dueMail, mailFailed, mailSent } from './store/upkeep/outbox.ts'

/** At most this many mails in one call, so that whoever drains can be told to stop in between. */
const BATCH = 20
/** Longer than any one mail may take; a mail whose sender was killed comes due again after it. */
const CLAIM_MS = 2 * 60_000
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 6 * 3_600_000
/** A mail that could not be sent for so long is given up. */
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000
const NEVER = Number.MAX_SAFE_INTEGER

/** How many mails were sent, and the fault that ended it, if one did. */
export interface Drained {
  readonly sent: number
  readonly fault?: unknown
}

/**
 * Sends what is due, the longest due first; run again while it sends something, it empties the outbox. Each mail is claimed
 * before it is sent and marked after, so that of several processes one sends it; after a kill the one that was on its way
 * is sent once more, as nobody can say whether the server had taken it. A mail that fails waits a minute, then twice as long each time, and is given up after three days. A failure
 * ends the call: a mail server that is away is asked once and not once a mail.
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
  const next = now + Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)
  return next <= createdAt + GIVE_UP_AFTER_MS ? next : NEVER
}
