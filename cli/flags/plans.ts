import type { Command } from 'commander'
import { DEFAULT_LIMITS } from '../../pipeline/store/accounts/plans.ts'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { TERMS } from './terms.ts'
import { anAddress, anInstant, wholeNumber } from './values.ts'

export interface PlanFlags extends CommonFlags {
  readonly account: string
}

export interface PlanActivateFlags extends PlanFlags {
  readonly projects: number
  readonly reportsPerMonth: number
  readonly perDay: number
  readonly concurrent: number
  /** Epoch ms. */
  readonly periodStart?: number
  readonly periodEnd?: number
}

export interface PlanActions {
  plansActivate(flags: PlanActivateFlags): Promise<number>
  plansCancel(flags: PlanFlags): Promise<number>
}

export function addPlans(program: Command, actions: PlanActions, finish: Finish): void {
  const limit = wholeNumber(100_000)
  const plans = program
    .command('plans')
    .summary('for reports on own provider keys')
    .description('the Agent plan, which reports on own provider keys need')
  common(plans.command('activate'))
    .description('activates the plan, in place of the one that the account has')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .option('--projects <n>', 'brands in a period', limit, DEFAULT_LIMITS.projects)
    .option('--reports-per-month <n>', 'reports in a period', limit, DEFAULT_LIMITS.reportsPerMonth)
    .option('--per-day <n>', 'reports in any 24 hours', limit, DEFAULT_LIMITS.perDay)
    .option('--concurrent <n>', 'reports under way at once', limit, DEFAULT_LIMITS.concurrent)
    .option('--period-start <time>', 'when the first period begins; now without it', anInstant)
    .option('--period-end <time>', 'when the plan ends; without it a period is a month and renews', anInstant)
    .addHelpText('after', TERMS.agentPlan)
    .addHelpText('after', example('./svc plans activate --account ada@agency.example --per-day 20'))
    .action(async (flags: PlanActivateFlags) => finish(await actions.plansActivate(flags)))
  common(plans.command('cancel'))
    .description('ends the plan at once; reports under way go on')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .addHelpText('after', example('./svc plans cancel --account ada@agency.example'))
    .action(async (flags: PlanFlags) => finish(await actions.plansCancel(flags)))
}
