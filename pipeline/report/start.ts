import { reportUrl } from '../contract/addresses.ts'
import { PLANS, type ReportStatus } from '../contract/report.ts'
import type { StartRequest } from '../contract/start.ts'
import { ENGINES } from '../contract/terms.ts'
import type { Queue } from '../queue/queue.ts'
import { startedMail } from '../render/mails.ts'
import { TEMPLATES_LANGUAGE } from '../scribe/suggest.ts'
import { touchAccount } from '../store/accounts/accounts.ts'
import { creditState, spendCredit } from '../store/accounts/credits.ts'
import { agentPlan, agentUsage } from '../store/accounts/plans.ts'
import { randomId } from '../store/driver/ids.ts'
import type { Store } from '../store/driver/open.ts'
import { inSharedTransaction } from '../store/driver/transaction.ts'
import { findReport, insertReport } from '../store/report/reports.ts'
import { keepSealed } from '../store/report/sealed-keys.ts'
import { findStart, insertKeyStart, insertStart, isKeyUsed } from '../store/report/starts.ts'
import { queueMail } from '../store/upkeep/outbox.ts'
import { keyLimitWait, type LimitRefusal, refusingLimit } from './limits.ts'
import { sealKeys } from './seal.ts'
import { type UnderstoodStart, understandStart } from './understand.ts'

/** Everything that a start depends on. */
export interface StartOptions {
  readonly db: Store
  readonly queue: Pick<Queue, 'enqueueReport'>
  now(): number
  /** 32 bytes that seal provider keys; without them no report runs on the caller's keys. */
  readonly secret: Buffer | undefined
  /** Whether reports on the caller's keys are enabled. */
  readonly byokOn: boolean
  /** Whether every engine is simulated. */
  readonly simulate: boolean
  /** Whether reports on a credit have a scribe. */
  readonly hasScribe: boolean
  /** The public site, known once the server listens. */
  siteUrl(): string
}

/** A report that was started, now or earlier. */
export interface Started {
  readonly slug: string
  readonly status: ReportStatus
  /** Whether the same start began it earlier. */
  readonly reused: boolean
  readonly funding: 'credits' | 'byok'
  /** The effect of the idempotency key, if sent: `other-body` is a new start with the key of a different one. */
  readonly keyUse?: 'first' | 'replay' | 'other-body'
}

/** Why nothing was started. */
export type StartRefusal =
  /** The request's fields to fix, each once. */
  | { readonly refusal: 'wrongFields'; readonly fields: readonly string[] }
  | { readonly refusal: 'accountGone' | 'unverified' | 'byokOff' | 'noCredit' | 'noPlan' }
  /** The credit of the start that this one repeats was returned. */
  | { readonly refusal: 'creditReturned' }
  /** Nobody can write the missing questions in its language. */
  | { readonly refusal: 'unwritten' }
  | ({ readonly refusal: 'planLimited' } & LimitRefusal)
  /** The key has used up its starts in this clock hour. */
  | { readonly refusal: 'startsLimited'; readonly retryAfterMs: number }

export type StartOutcome = Started | StartRefusal

/** One start within its transaction. */
interface Attempt {
  readonly trx: Store
  readonly accountId: string
  readonly slug: string
  readonly start: UnderstoodStart
  readonly now: number
}

/**
 * Starts a report with the API key `keyId`, or finds the one that the same start began before by its well-formed
 * idempotency `key`, in one transaction that makes the account's starts wait for each other. A refusal spends and
 * queues nothing, but after a thrown fault it is unknown whether the report was started.
 */
export async function startReport(
  options: StartOptions,
  { accountId, keyId }: { readonly accountId: string; readonly keyId: string },
  request: StartRequest,
  key: string | undefined,
): Promise<StartOutcome> {
  const start = understandStart(request)
  if ('fields' in start) return { refusal: 'wrongFields', fields: start.fields }
  return inSharedTransaction(options.db, async (trx): Promise<StartOutcome> => {
    const account = await touchAccount(trx, accountId, options.now())
    if (account === undefined) return { refusal: 'accountGone' }

    const bound = key === undefined ? undefined : { accountId, key, boundHash: start.boundHash }
    const earlier = bound && (await findStart(trx, bound))
    if (earlier !== undefined) return replay(trx, earlier)
    if (!account.verified) return { refusal: 'unverified' }
    if (!canWrite(options, start) && !isWholeOrTemplates(start)) return { refusal: 'unwritten' }

    // The time is read after the wait for the account, so that this start isn't dated before the one it waited for.
    const attempt = { trx, accountId, slug: randomId(), start, now: options.now() }
    const retryAfterMs = await keyLimitWait(trx, keyId, attempt.now)
    if (retryAfterMs !== undefined) return { refusal: 'startsLimited', retryAfterMs }
    const refusal = await fund(options, attempt)
    if (refusal !== undefined) return refusal
    await keepReport(options, attempt, account.email)
    await insertKeyStart(trx, keyId, attempt.slug, attempt.now)
    const funding = start.keys === null ? 'credits' : 'byok'
    const started = { slug: attempt.slug, status: 'PENDING', reused: false, funding } as const
    if (bound === undefined) return started
    const keyUse = (await isKeyUsed(trx, bound)) ? 'other-body' : 'first'
    await insertStart(trx, { ...bound, slug: attempt.slug }, attempt.now)
    return { ...started, keyUse }
  })
}

/** Whether a scribe writes missing questions: a simulated one writes none, and own keys always have one. */
function canWrite({ simulate, hasScribe }: StartOptions, { keys }: UnderstoodStart): boolean {
  return !simulate && (hasScribe || keys !== null)
}

/** Whether the caller's questions are as many as the plan asks, or templates can add the rest. */
function isWholeOrTemplates({ language, plan, seedPrompts }: UnderstoodStart): boolean {
  return language === TEMPLATES_LANGUAGE || seedPrompts.length >= PLANS[plan].questions
}

/** The report that the start began earlier, in any state, unless its credit was returned. */
async function replay(trx: Store, slug: string): Promise<StartOutcome> {
  const report = await findReport(trx, slug)
  if (report === undefined) throw new Error('a start has no report')
  if ((await creditState(trx, slug)) === 'returned') return { refusal: 'creditReturned' }
  const { status } = report
  const funding = report.funding === 'BYOK' ? 'byok' : 'credits'
  return { slug, status, reused: true, funding, keyUse: 'replay' }
}

/** Spends the credit or checks the Agent plan's limits; returns a refusal without writing anything. */
async function fund(options: StartOptions, attempt: Attempt): Promise<StartRefusal | undefined> {
  const { trx, accountId, slug, start, now } = attempt
  if (start.keys === null)
    return (await spendCredit(trx, { accountId, slug }, now)) ? undefined : { refusal: 'noCredit' }
  if (!options.byokOn || options.secret === undefined) return { refusal: 'byokOff' }
  const plan = await agentPlan(trx, accountId, now)
  if (!plan.active) return { refusal: 'noPlan' }
  const usage = await agentUsage(trx, accountId, plan.periodStart, now)
  const limit = refusingLimit(plan, usage, start.domain, now)
  return limit && { refusal: 'planLimited', ...limit }
}

/** Writes the PENDING report, its sealed keys, its job and the mail with its address. */
async function keepReport(options: StartOptions, attempt: Attempt, email: string): Promise<void> {
  const { trx, accountId, slug, start, now } = attempt
  const { keys, boundHash: _, notify, ...asked } = start
  const simulated = options.simulate
  const byokEngines = keys && ENGINES.filter((engine) => keys[engine] !== undefined)
  const funding = keys === null ? 'CREDITS' : 'BYOK'
  const url = reportUrl(options.siteUrl(), slug)
  const endMailUrl = notify ? url : null
  const report = { ...asked, slug, accountId, simulated, funding, byokEngines, endMailUrl, tracked: null } as const
  await insertReport(trx, report, now)
  if (keys !== null && options.secret !== undefined)
    await keepSealed(trx, slug, sealKeys(options.secret, { slug, sealedAt: now }, keys), now)
  await options.queue.enqueueReport(trx, { slug, simulated }, now)
  const mail = startedMail({ ...asked, url, simulated })
  await queueMail(trx, { accountId, recipient: email, ...mail }, now)
}
