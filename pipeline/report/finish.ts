import { marketOf } from '../contract/market/market.ts'
import type { FrozenReport } from '../contract/report.ts'
import type { WebhookEvent } from '../contract/webhook.ts'
import { endedMail } from '../render/mails.ts'
import { touchAccount } from '../store/accounts/accounts.ts'
import { returnCredit } from '../store/accounts/credits.ts'
import { holdLease, type Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { inTransaction } from '../store/driver/transaction.ts'
import { deleteJob } from '../store/report/jobs.ts'
import { endReport, type StoredReport } from '../store/report/reports.ts'
import { emptyLog, shredSealed } from '../store/report/sealed-keys.ts'
import { queueMail } from '../store/upkeep/outbox.ts'
import { queueEvents } from '../store/webhooks/events.ts'

/** How a report ends, and when (epoch ms): complete, or failed with the reason in a sentence and any results so far. */
export type ReportEnd = { readonly at: number } & (
  | { readonly kind: 'complete'; readonly body: FrozenReport }
  | { readonly kind: 'failed'; readonly error: string; readonly body: FrozenReport | null }
)

/**
 * Ends a running report in one transaction: stores its state and body, removes its job, shreds its keys, returns the credit
 * of a failed one, queues the mail and the webhooks' events. Returns false and writes nothing if it has already ended or
 * is gone. Throws LeaseLost.
 */
export async function finishReport(db: Store, lease: Lease, report: StoredReport, end: ReportEnd): Promise<boolean> {
  const { slug, accountId, funding, endMailUrl } = report
  const now = end.at
  const ended = await inTransaction(db, async (trx) => {
    // Locks the account before the lease, as deleting an account does.
    const account = accountId === null ? undefined : await touchAccount(trx, accountId, now)
    await holdLease(trx, lease, now)
    const error = end.kind === 'failed' ? end.error : null
    if (!(await endReport(trx, slug, { error, body: end.body }, now))) return undefined
    await deleteJob(trx, slug)
    const credit =
      end.kind === 'failed' && funding === 'CREDITS' && accountId !== null
        ? await returnCredit(trx, { accountId, slug, started: true }, now)
        : 'none'
    if (accountId !== null && account !== undefined && endMailUrl !== null) {
      const mail = endedMail(
        { ...report, url: endMailUrl },
        end.kind === 'complete' ? { named: namedIn(end.body) } : { error: end.error, credit },
      )
      await queueMail(trx, { accountId, recipient: account.email, ...mail }, now)
    }
    await queueEvents(trx, [eventOf(report, end)], accountId === null ? 'operator' : { accountId }, now)
    return { shredded: await shredSealed(trx, slug) }
  })
  if (ended?.shredded === true) await emptyLog(db)
  return ended !== undefined
}

function eventOf(stored: StoredReport, end: ReportEnd): WebhookEvent {
  const { slug, brand, domain, category, simulated, plan } = stored
  const product = { brand, domain, category, ...marketOf(stored) }
  const report = { slug, ...product, simulated, plan, completedAt: new Date(end.at).toISOString() }
  return end.kind === 'complete'
    ? { type: 'report.completed', data: { ...report, status: 'COMPLETE', overallScore: end.body.overallScore } }
    : { type: 'report.failed', data: { ...report, status: 'FAILED', overallScore: null } }
}

function namedIn({ engines }: FrozenReport): { runs: number; of: number } {
  return {
    runs: engines.reduce((sum, { runsMentioned }) => sum + runsMentioned, 0),
    of: engines.reduce((sum, { runsTotal }) => sum + runsTotal, 0),
  }
}
