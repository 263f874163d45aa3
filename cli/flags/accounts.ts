import type { Command } from 'commander'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { anAddress } from './values.ts'

export interface AccountFlags extends CommonFlags {
  readonly email: string
}

export interface AccountCreateFlags extends AccountFlags {
  readonly verified?: boolean
}

export interface AccountActions {
  accountsCreate(flags: AccountCreateFlags): Promise<number>
  accountsVerify(flags: AccountFlags): Promise<number>
  accountsDelete(flags: AccountFlags): Promise<number>
  accountsList(flags: CommonFlags): Promise<number>
}

export function addAccounts(program: Command, actions: AccountActions, finish: Finish): void {
  const accounts = program
    .command('accounts')
    .summary('who owns reports')
    .description('who owns keys, credits and reports')
  common(accounts.command('create'))
    .description('creates an account')
    .requiredOption('--email <address>', 'its e-mail address', anAddress)
    .option('--verified', 'the address is known to be theirs; without that the account starts no report')
    .addHelpText('after', example('./svc accounts create --email ada@agency.example --verified'))
    .action(async (flags: AccountCreateFlags) => finish(await actions.accountsCreate(flags)))
  common(accounts.command('verify'))
    .description('marks the address of an account as verified')
    .requiredOption('--email <address>', 'its e-mail address', anAddress)
    .addHelpText('after', example('./svc accounts verify --email ada@agency.example'))
    .action(async (flags: AccountFlags) => finish(await actions.accountsVerify(flags)))
  common(accounts.command('delete'))
    .description('ends its keys, stops its running reports and removes its reports and their pages')
    .requiredOption('--email <address>', 'its e-mail address', anAddress)
    .addHelpText('after', example('./svc accounts delete --email ada@agency.example'))
    .action(async (flags: AccountFlags) => finish(await actions.accountsDelete(flags)))
  common(accounts.command('list'))
    .description('every account, oldest first')
    .addHelpText('after', example('./svc accounts list'))
    .action(async (flags: CommonFlags) => finish(await actions.accountsList(flags)))
}
