import type { Clock } from '../ask/clock.ts'
import { type Held, withLease } from '../ask/lease.ts'
import type { FrozenReport } from '../contract/report.ts'
import { touchAccount } from '../store/accounts/accounts.ts'
import { holdLease, type Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { rulingsOn } from '../store/ranking/rulings.ts'
import { findReport, frozenReport, type StoredReport } from '../store/report/reports.ts'
import { replaceFrozen } from '../store/report/versions.ts'
import { readAnswers } from '../store/survey/answers.ts'
import { findSurvey } from '../store/survey/surveys.ts'
import { loadReadings } from '../survey/readings.ts'
import { recounted, withoutRecounted } from '../survey/recount.ts'
import { assembleReport } from './assemble.ts'

/** A complete report as frozen, and its answers counted by today's rules and rulings; `after` is null if nothing changes. */
export interface RecountedReport {
  readonly before: FrozenReport
  readonly after: FrozenReport | null
}

/**
 * Counts a complete report's stored answers again, by today's rules and rulings and the stored readings, without asking an
 * engine. Undefined if there is no complete report.
 */
export async function countReportAgain(db: Store, clock: Clock, slug: string): Promise<RecountedReport | undefined> {
  const report = await findReport(db, slug)
  return report && countAgain(db, clock, report)
}

/**
 * Counts a complete report again and, if that changes it, freezes the result and keeps the old body as an earlier version.
 * Throws LeaseLost.
 */
export async function recountReport(db: Store, clock: Clock, slug: string): Promise<Held<RecountedReport | undefined>> {
  return withLease({ db, clock }, `report/${slug}`, (lease) => recountHeld(db, clock, lease, slug))
}

async function recountHeld(db: Store, clock: Clock, lease: Lease, slug: string): Promise<RecountedReport | undefined> {
  const report = await findReport(db, slug)
  if (report === undefined) return undefined
  const again = await countAgain(db, clock, report)
  if (again === undefined || again.after === null) return again
  const { after } = again
  const { accountId } = report
  const now = clock.now()
  const replaced = await db.transaction().execute(async (trx) => {
    // Locks the account before the lease, as deleting an account does.
    if (accountId !== null) await touchAccount(trx, accountId, now)
    await holdLease(trx, lease, now)
    return replaceFrozen(trx, after, now)
  })
  return replaced ? again : undefined
}

async function countAgain(db: Store, clock: Clock, report: StoredReport): Promise<RecountedReport | undefined> {
  const { slug, status, surveyId, completedAt } = report
  const before = await frozenReport(db, slug)
  const survey = surveyId === null ? undefined : await findSurvey(db, surveyId)
  if (status !== 'COMPLETE' || before === undefined || survey === undefined || completedAt === null) return undefined
  const again = assembleReport({
    report,
    questions: survey.questions,
    answers: await readAnswers(db, survey.id),
    ledger: before.ledger,
    readings: await loadReadings(db, survey.id, { reader: before.method?.reader ?? undefined }),
    rulings: await rulingsOn(db, report),
    completedAt,
    error: null,
  })
  // Earlier releases published neither the market nor the pooled rate, which change no count.
  const counts = ({ pooled, country: _country, language: _language, ...frozen }: FrozenReport) =>
    withoutRecounted(before.pooled === undefined ? frozen : { ...frozen, pooled })
  return { before, after: recounted(before, again, clock.now(), counts) }
}
