import type { Command } from 'commander'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { anAddress, wholeNumber } from './values.ts'

export interface BalanceFlags extends CommonFlags {
  readonly account: string
}

export interface GrantFlags extends BalanceFlags {
  readonly count: number
}

export interface CreditActions {
  creditsGrant(flags: GrantFlags): Promise<number>
  creditsBalance(flags: BalanceFlags): Promise<number>
  creditsHeld(flags: CommonFlags): Promise<number>
  creditsRelease(id: string, flags: CommonFlags): Promise<number>
}

export function addCredits(program: Command, actions: CreditActions, finish: Finish): void {
  const credits = program
    .command('credits')
    .summary('a report costs one')
    .description('the credits of an account; a report costs one')
  common(credits.command('grant'))
    .description('adds credits to an account')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .requiredOption('--count <n>', 'how many', wholeNumber(100_000))
    .addHelpText('after', example('./svc credits grant --account ada@agency.example --count 10'))
    .action(async (flags: GrantFlags) => finish(await actions.creditsGrant(flags)))
  common(credits.command('balance'))
    .description('what an account can spend, and how many credits are held for review')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .addHelpText('after', example('./svc credits balance --account ada@agency.example'))
    .action(async (flags: BalanceFlags) => finish(await actions.creditsBalance(flags)))
  common(credits.command('held'))
    .description('credits of failed reports that wait for review')
    .addHelpText('after', example('./svc credits held'))
    .action(async (flags: CommonFlags) => finish(await actions.creditsHeld(flags)))
  common(credits.command('release'))
    .description('gives a held credit back to its account')
    .argument('<id>', "the held credit's id, as `svc credits held` shows it")
    .addHelpText('after', example('./svc credits release 4fT9mPq2XbLk7RwZs0HcVa'))
    .action(async (id: string, flags: CommonFlags) => finish(await actions.creditsRelease(id, flags)))
}
