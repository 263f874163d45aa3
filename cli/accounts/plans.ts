import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import type { AgentPlan } from '../../pipeline/store/accounts/plans.ts'
import type { AccountFlags, Command, CommonFlags } from '../command/command.ts'
import { TERMS } from '../command/terms.ts'
import { parseEmail, parseTime, wholeNumberUpTo } from '../command/values.ts'
import { withAccount } from '../setup/store.ts'
import { CommandError, EXIT, iso, print, type Terminal } from '../terminal/output.ts'

interface ActivateFlags extends AccountFlags {
  readonly projects: number
  readonly reportsPerMonth: number
  readonly perDay: number
  readonly concurrent: number
  /** Epoch ms. */
  readonly periodStart?: number
  readonly periodEnd?: number
}

/** `svc plans`. */
export function addPlans(program: Command): void {
  const limit = wholeNumberUpTo(100_000)
  const plans = program
    .noun('plans', 'the Agent plan, required for reports on own provider keys')
    .summary('for reports on own provider keys')
  const activated = 'activates the plan, replacing any that the account has'
  plans
    .verb('activate', activated, '--account ada@agency.example --per-day 20')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .option('--projects <n>', 'brands in a period', limit, DEFAULT_LIMITS.projects)
    .option('--reports-per-month <n>', 'reports in a period', limit, DEFAULT_LIMITS.reportsPerMonth)
    .option('--per-day <n>', 'reports in any 24 hours', limit, DEFAULT_LIMITS.perDay)
    .option('--concurrent <n>', 'reports under way at once', limit, DEFAULT_LIMITS.concurrent)
    .option('--period-start <time>', 'when the first period begins (default: now)', parseTime)
    .option('--period-end <time>', 'when the plan ends (default: never; it renews each month)', parseTime)
    .addHelpText('after', TERMS.agentPlan)
    .runs(() => activate)
  plans
    .verb('cancel', 'ends the plan at once; running reports are finished', '--account ada@agency.example')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .runs(() => cancel)
}

async function activate(terminal: Terminal, flags: ActivateFlags): Promise<number> {
  const { activatePlan, agentPlan } = await import('../../pipeline/store/accounts/plans.ts')
  const { projects, reportsPerMonth, perDay, concurrent, periodStart, periodEnd } = flags
  const limits = { projects, reportsPerMonth, perDay, concurrent }
  const plan = await withAccount(flags, flags.account, async ({ db, now }, { id }) => {
    if (periodEnd !== undefined && periodEnd <= (periodStart ?? now))
      throw new CommandError('The period ends before it begins; give a later --period-end.', EXIT.usage)
    await activatePlan(db, id, { limits, periodStart, periodEnd }, now)
    return agentPlan(db, id, now)
  })
  return show(terminal, flags, plan)
}

async function cancel(terminal: Terminal, flags: AccountFlags): Promise<number> {
  const { agentPlan, cancelPlan } = await import('../../pipeline/store/accounts/plans.ts')
  const plan = await withAccount(flags, flags.account, async ({ db, now }, { id }) => {
    if (!(await cancelPlan(db, id, now))) throw new CommandError('The account has no plan to cancel.')
    return agentPlan(db, id, now)
  })
  return show(terminal, flags, plan)
}

function show(terminal: Terminal, flags: CommonFlags, { active, limits, ...period }: AgentPlan): number {
  const plan = { active, limits, periodStart: iso(period.periodStart), periodEnd: iso(period.periodEnd) }
  const when =
    plan.periodStart === null || plan.periodEnd === null
      ? 'cancelled before its period began'
      : `period ${plan.periodStart} to ${plan.periodEnd}`
  const text = [
    `${active ? 'Active' : 'Not active'}; ${when}.`,
    `${limits.projects} projects and ${limits.reportsPerMonth} reports a period, ${limits.perDay} reports a day, ${limits.concurrent} at once.`,
    '',
  ]
  return print(terminal, flags, { plan }, text.join('\n'))
}
