import type { Account } from '../../pipeline/contract/account.ts'
import { STARTS_PER_HOUR, startsLeft } from '../../pipeline/report/limits.ts'
import { accountById } from '../../pipeline/store/accounts/accounts.ts'
import { creditBalance } from '../../pipeline/store/accounts/credits.ts'
import { type AgentUsage, agentPlan, agentUsage, type PlanLimits } from '../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { Handlers } from '../http/operations.ts'

/** The account of the key: its credits, its Agent plan, and what remains of its limits. */
export function accountRoute(db: Store, now: () => number): Pick<Handlers, 'getAccount'> {
  return {
    getAccount: async ({ caller }) => {
      const at = now()
      const owner = await accountById(db, caller.accountId)
      if (owner === undefined) return { refusal: 'noKey' }
      const { balance, held } = await creditBalance(db, caller.accountId)
      const plan = await agentPlan(db, caller.accountId, at)
      const { active, limits, periodStart, periodEnd } = plan
      const usage = plan.active ? await agentUsage(db, caller.accountId, plan.periodStart, at) : undefined
      const account: Account = {
        email: owner.email,
        verified: owner.verified,
        credits: balance,
        held,
        plan: {
          active,
          limits,
          left: usage === undefined ? null : leftOf(limits, usage),
          periodStart: timeOf(periodStart),
          periodEnd: timeOf(periodEnd),
        },
        starts: { limit: STARTS_PER_HOUR, left: await startsLeft(db, caller.keyId, at) },
      }
      return { body: { account } }
    },
  }
}

function leftOf(limits: PlanLimits, usage: AgentUsage): PlanLimits {
  return {
    projects: Math.max(0, limits.projects - usage.domains.size),
    reportsPerMonth: Math.max(0, limits.reportsPerMonth - usage.reports),
    perDay: Math.max(0, limits.perDay - usage.lastDay.length),
    concurrent: Math.max(0, limits.concurrent - usage.open),
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
