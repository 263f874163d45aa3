import { DEFAULT_LIMITS } from '../../contract/words.ts'
import type { Store } from '../driver/open.ts'

/** An Agent plan's limits for the account (interface specification, section 8). */
export interface PlanLimits {
  readonly projects: number
  readonly reportsPerMonth: number
  readonly perDay: number
  readonly concurrent: number
}

/** An account's Agent plan; times are epoch ms, and a period excludes its end. */
export type AgentPlan =
  | { readonly active: true; readonly limits: PlanLimits; readonly periodStart: number; readonly periodEnd: number }
  | {
      readonly active: false
      readonly limits: PlanLimits
      /** The past or coming period; null without one, as when the plan was cancelled before it. */
      readonly periodStart: number | null
      readonly periodEnd: number | null
    }

/**
 * The account's current Agent plan. Its period is a month in UTC that renews until it is cancelled, or runs to the plan's
 * own end.
 */
export async function agentPlan(db: Store, accountId: string, now: number): Promise<AgentPlan> {
  const row = await db.selectFrom('agent_plans').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (row === undefined) return { active: false, limits: DEFAULT_LIMITS, periodStart: null, periodEnd: null }
  const limits = {
    projects: row.projects,
    reportsPerMonth: row.reports_per_month,
    perDay: row.per_day,
    concurrent: row.concurrent,
  }
  if (row.cancelled_at !== null && row.cancelled_at < row.period_start)
    return { active: false, limits, periodStart: null, periodEnd: null }
  const until = Math.min(now, row.cancelled_at ?? now)
  const month = row.period_end === null ? monthAround(row.period_start, until) : undefined
  const periodStart = month?.start ?? row.period_start
  const periodEnd = Math.min(month?.end ?? row.period_end ?? until, row.cancelled_at ?? Number.POSITIVE_INFINITY)
  return { active: periodStart <= now && now < periodEnd, limits, periodStart, periodEnd }
}

/** Activates the plan, replacing an earlier one; its period starts now unless a start is given. */
export async function activatePlan(
  db: Store,
  accountId: string,
  plan: { limits: PlanLimits; periodStart?: number | undefined; periodEnd?: number | undefined },
  now: number,
): Promise<void> {
  const { limits, periodStart = now, periodEnd = null } = plan
  const row = {
    projects: limits.projects,
    reports_per_month: limits.reportsPerMonth,
    per_day: limits.perDay,
    concurrent: limits.concurrent,
    period_start: periodStart,
    period_end: periodEnd,
    cancelled_at: null,
  }
  await db
    .insertInto('agent_plans')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Cancels the plan at once; false if there is no plan to cancel. */
export async function cancelPlan(db: Store, accountId: string, now: number): Promise<boolean> {
  const cancelled = await db
    .updateTable('agent_plans')
    .set({ cancelled_at: now })
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return cancelled.numUpdatedRows === 1n
}

/** The month that contains `at`, counting months from `first`; an earlier time gives the first month. */
function monthAround(first: number, at: number): { start: number; end: number } {
  const from = new Date(first)
  const to = new Date(at)
  const apart = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth()
  const passed = Math.max(0, monthsAfter(first, apart) > at ? apart - 1 : apart)
  return { start: monthsAfter(first, passed), end: monthsAfter(first, passed + 1) }
}

/** The same day and time a number of months later, or that month's last day if it is shorter. */
function monthsAfter(first: number, months: number): number {
  const date = new Date(first)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
  return midnight + (first % 86_400_000)
}

const DAY_MS = 24 * 3_600_000

/** An account's use of its Agent plan; every report started on the account's own keys counts, whatever its outcome. */
export interface AgentUsage {
  /** The domains of this period's reports. */
  readonly domains: ReadonlySet<string>
  /** The number of this period's reports. */
  readonly reports: number
  /** When the reports of the last 24 hours were started, in epoch ms, oldest first. */
  readonly lastDay: readonly number[]
  /** The number of PENDING or RUNNING reports. */
  readonly open: number
}

/** The account's use of its plan in the period from `periodStart`. */
export async function agentUsage(trx: Store, accountId: string, periodStart: number, now: number): Promise<AgentUsage> {
  const rows = await trx
    .selectFrom('reports')
    .select(['domain', 'status', 'created_at'])
    .where('account_id', '=', accountId)
    .where('funding', '=', 'BYOK')
    .where((eb) =>
      eb.or([eb('created_at', '>=', Math.min(periodStart, now - DAY_MS)), eb('status', 'in', ['PENDING', 'RUNNING'])]),
    )
    .orderBy('created_at')
    .execute()
  const period = rows.filter((row) => row.created_at >= periodStart)
  return {
    domains: new Set(period.map((row) => row.domain)),
    reports: period.length,
    lastDay: rows.map((row) => row.created_at).filter((at) => at > now - DAY_MS),
    open: rows.filter((row) => row.status === 'PENDING' || row.status === 'RUNNING').length,
  }
}
