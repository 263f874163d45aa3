import type { AgentUsage, PlanLimits } from '../store/accounts/plans.ts'
import type { Store } from '../store/driver/open.ts'
import { startsSince } from '../store/report/starts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The Agent plan limit that refuses a start; `retryAfterMs` is absent if the time until it lifts is unknown. */
export interface LimitRefusal {
  readonly limit: keyof PlanLimits
  readonly retryAfterMs?: number
}

/**
 * The limit of an active plan that one more report on this domain would exceed, the last to lift if several, or undefined
 * (interface specification, section 8). `periodEnd` is epoch ms.
 */
export function refusingLimit(
  plan: { readonly limits: PlanLimits; readonly periodEnd: number },
  usage: AgentUsage,
  domain: string,
  now: number,
): LimitRefusal | undefined {
  const { limits } = plan
  const retryAfterMs = plan.periodEnd - now
  if (!usage.domains.has(domain) && usage.domains.size >= limits.projects) return { limit: 'projects', retryAfterMs }
  if (usage.reports >= limits.reportsPerMonth) return { limit: 'reportsPerMonth', retryAfterMs }
  if (usage.lastDay.length >= limits.perDay) {
    // After a limit was lowered, all starts above it must turn 24 hours old, not only the oldest.
    const lifting = usage.lastDay[usage.lastDay.length - limits.perDay]
    return lifting === undefined ? { limit: 'perDay' } : { limit: 'perDay', retryAfterMs: lifting + DAY_MS - now }
  }
  return usage.open >= limits.concurrent ? { limit: 'concurrent' } : undefined
}

/** Reports that a key may start in one clock hour; replays and refusals don't count. */
export const STARTS_PER_HOUR = 10

/** The ms until the hour ends if the key has used up its starts; undefined if it may start one more. */
export async function keyLimitWait(trx: Store, keyId: string, now: number): Promise<number | undefined> {
  return (await startsLeft(trx, keyId, now)) > 0 ? undefined : HOUR_MS - (now % HOUR_MS)
}

/** The number of reports that the key may still start in this hour. */
export async function startsLeft(db: Store, keyId: string, now: number): Promise<number> {
  return Math.max(0, STARTS_PER_HOUR - (await startsSince(db, keyId, now - (now % HOUR_MS))))
}
