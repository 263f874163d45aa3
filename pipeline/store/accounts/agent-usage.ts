import type { Store } from '../driver/open.ts'

const DAY_MS = 24 * 3_600_000

/** What an account has used of its Agent plan: every report on own keys that was started counts, however it ended. */
export interface AgentUsage {
  /** The domains of the reports of this period. */
  readonly domains: ReadonlySet<string>
  /** The reports of this period. */
  readonly reports: number
  /** When the reports of the last 24 hours were started, oldest first, epoch ms. */
  readonly lastDay: readonly number[]
  /** Reports that are PENDING or RUNNING. */
  readonly open: number
}

/** The account's use of its plan in the period that began at `periodStart`. */
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
