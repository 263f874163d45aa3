import type { FrozenReport, ReportFunding, ReportStatus } from '../../contract/report.ts'
import type { EngineName } from '../../contract/terms.ts'
import { frozenReport as fromText } from '../driver/frozen.ts'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { hasRows } from '../driver/queries.ts'
import { underLease } from '../driver/transaction.ts'
import { insertSurvey } from '../survey/surveys.ts'
import { type AskedProduct, productRow, REPORT_COLUMNS, toStored } from './rows.ts'

/** A report's inputs, fixed when it starts. */
export interface NewReport extends AskedProduct {
  readonly slug: string
  /** Null if the operator started it without an account. */
  readonly accountId: string | null
  readonly simulated: boolean
  readonly funding: ReportFunding
  /** The engines a key was sent for; null for other funding. */
  readonly byokEngines: readonly EngineName[] | null
  /** The URL in the mail sent when it ends; null if none is sent. */
  readonly endMailUrl: string | null
  /** The tracked product and its period; null for any other report. */
  readonly tracked: { readonly id: string; readonly period: string } | null
}

/** A stored report; times are epoch ms. */
export interface StoredReport extends NewReport {
  readonly surveyId: string | null
  readonly status: ReportStatus
  readonly overallScore: number | null
  readonly error: string | null
  readonly createdAt: number
  readonly startedAt: number | null
  /** How long it has run, in ms, over all invocations. */
  readonly ranMs: number
  readonly completedAt: number | null
}

/** Inserts a PENDING report; false, and nothing, if the tracked product has one for the same period. */
export async function insertReport(trx: Store, report: NewReport, now: number): Promise<boolean> {
  const inserted = await trx
    .insertInto('reports')
    .values({
      ...productRow(report),
      slug: report.slug,
      account_id: report.accountId,
      status: 'PENDING',
      simulated: report.simulated ? 1 : 0,
      funding: report.funding,
      byok_engines: report.byokEngines === null ? null : JSON.stringify(report.byokEngines),
      end_mail_url: report.endMailUrl,
      created_at: now,
      ran_ms: 0,
      tracked_id: report.tracked?.id ?? null,
      tracked_period: report.tracked?.period ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tracked_id', 'simulated', 'tracked_period']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Any account's report, or undefined. */
export async function findReport(db: Store, slug: string): Promise<StoredReport | undefined> {
  const row = await db.selectFrom('reports').select(REPORT_COLUMNS).where('slug', '=', slug).executeTakeFirst()
  return row && toStored(row)
}

/** The account's report, or undefined. */
export async function findOwnReport(db: Store, accountId: string, slug: string): Promise<StoredReport | undefined> {
  const report = await findReport(db, slug)
  return report?.accountId === accountId ? report : undefined
}

/** Marks the report RUNNING and keeps its first startedAt; false if it has ended or is gone. Throws LeaseLost. */
export async function beginReport(db: Store, lease: Lease, slug: string, now: number): Promise<boolean> {
  return underLease(db, lease, now, async (trx) => {
    const begun = await trx
      .updateTable('reports')
      .set((eb) => ({ status: 'RUNNING', started_at: eb.fn.coalesce('started_at', eb.val(now)) }))
      .where('slug', '=', slug)
      .where('status', 'in', ['PENDING', 'RUNNING'])
      .executeTakeFirst()
    return begun.numUpdatedRows === 1n
  })
}

/** Stores how long a RUNNING report has run, in ms, if that is more than before. Throws LeaseLost. */
export async function keepRanMs(db: Store, lease: Lease, slug: string, ranMs: number, now: number): Promise<void> {
  await underLease(db, lease, now, (trx) =>
    trx
      .updateTable('reports')
      .set({ ran_ms: ranMs })
      .where('slug', '=', slug)
      .where('status', '=', 'RUNNING')
      .where('ran_ms', '<', ranMs)
      .execute(),
  )
}

/** Fixes the report's questions as a survey; false if it has one, has ended or is gone. Throws LeaseLost. */
export async function attachSurvey(
  db: Store,
  lease: Lease,
  slug: string,
  survey: { readonly surveyId: string; readonly questions: readonly string[]; readonly simulated: boolean },
  now: number,
): Promise<boolean> {
  const { surveyId, questions, simulated } = survey
  return underLease(db, lease, now, async (trx) => {
    const open = trx
      .selectFrom('reports')
      .where('slug', '=', slug)
      .where('survey_id', 'is', null)
      .where('status', 'in', ['PENDING', 'RUNNING'])
    if (!(await hasRows(open))) return false
    await insertSurvey(trx, { id: surveyId, simulated, questions }, now)
    await trx.updateTable('reports').set({ survey_id: surveyId }).where('slug', '=', slug).execute()
    return true
  })
}

/**
 * Ends the report and freezes its body: as COMPLETE or, with an error, as FAILED with any partial results. False if it has
 * already ended or is gone.
 */
export async function endReport(
  trx: Store,
  slug: string,
  { error, body }: { readonly error: string | null; readonly body: FrozenReport | null },
  now: number,
): Promise<boolean> {
  const ended = await trx
    .updateTable('reports')
    .set({
      status: error === null ? 'COMPLETE' : 'FAILED',
      overall_score: error === null && body !== null ? body.overallScore : null,
      error,
      body: body && JSON.stringify(body),
      completed_at: now,
    })
    .where('slug', '=', slug)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** The frozen report as JSON; undefined if nothing is frozen. */
export async function frozenBody(db: Store, slug: string): Promise<string | undefined> {
  const row = await db.selectFrom('reports').select('body').where('slug', '=', slug).executeTakeFirst()
  return row?.body ?? undefined
}

/** The frozen report; undefined if nothing is frozen. */
export async function frozenReport(db: Store, slug: string): Promise<FrozenReport | undefined> {
  const body = await frozenBody(db, slug)
  return body === undefined ? undefined : fromText(body)
}
