import type { AgentPlan } from '../../pipeline/store/accounts/plans.ts'
import { activatePlan, agentPlan, cancelPlan } from '../../pipeline/store/accounts/plans.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { PlanActivateFlags, PlanFlags } from '../flags/plans.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'
import { knownAccount, withStore } from '../store.ts'

/** `svc plans activate`. */
export async function plansActivate(terminal: Terminal, flags: PlanActivateFlags): Promise<number> {
  const { projects, reportsPerMonth, perDay, concurrent, periodStart, periodEnd } = flags
  const limits = { projects, reportsPerMonth, perDay, concurrent }
  const plan = await withStore(flags, async (db, now) => {
    if (periodEnd !== undefined && periodEnd <= (periodStart ?? now))
      throw new CommandError('The period ends before it begins; give a later --period-end.', EXIT.usage)
    const { id } = await knownAccount(db, flags.account)
    await activatePlan(db, id, { limits, periodStart, periodEnd }, now)
    return agentPlan(db, id, now)
  })
  return show(terminal, flags, plan)
}

/** `svc plans cancel`. */
export async function plansCancel(terminal: Terminal, flags: PlanFlags): Promise<number> {
  const plan = await withStore(flags, async (db, now) => {
    const { id } = await knownAccount(db, flags.account)
    if (!(await cancelPlan(db, id, now))) throw new CommandError('The account has no plan to cancel.')
    return agentPlan(db, id, now)
  })
  return show(terminal, flags, plan)
}

function show(terminal: Terminal, flags: CommonFlags, { active, limits, ...period }: AgentPlan): number {
  const periodStart = iso(period.periodStart)
  const periodEnd = iso(period.periodEnd)
  if (flags.json === true) printJson(terminal, { plan: { active, limits, periodStart, periodEnd } })
  else
    terminal.out(
      [
        `${active ? 'Active' : 'Not active'}; period ${periodStart ?? ''} to ${periodEnd ?? ''}.`,
        `${limits.projects} projects and ${limits.reportsPerMonth} reports a period, ${limits.perDay} reports a day, ${limits.concurrent} at once.`,
        '',
      ].join('\n'),
    )
  return EXIT.done
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
