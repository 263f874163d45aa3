import type { AgentUsage, PlanLimits } from '../store/accounts/plans.ts'

const DAY_MS = 24 * 3_600_000

/** The Agent plan limit that refuses a start; `retryAfterMs` is absent where no time is known at which it lifts. */
export interface LimitRefusal {
  readonly limit: keyof PlanLimits
  readonly retryAfterMs?: number
}

/**
 * The first limit of an active plan that one more report on this domain would pass, the one that lifts last first, or
 * undefined (interface specification, section 8). `periodEnd` is epoch ms.
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
    // Of more starts than the limit now allows, all above it have to turn 24 hours old, not the oldest alone.
    const lifting = usage.lastDay[usage.lastDay.length - limits.perDay]
    return lifting === undefined ? { limit: 'perDay' } : { limit: 'perDay', retryAfterMs: lifting + DAY_MS - now }
  }
  return usage.open >= limits.concurrent ? { limit: 'concurrent' } : undefined
}
