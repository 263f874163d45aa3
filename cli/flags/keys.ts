import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { anAddress } from './values.ts'

export interface KeyAccountFlags extends CommonFlags {
  readonly account: string
}

export interface KeyCreateFlags extends KeyAccountFlags {
  readonly label?: string
}

export interface KeyActions {
  keysCreate(flags: KeyCreateFlags): Promise<number>
  keysList(flags: KeyAccountFlags): Promise<number>
  keysRevoke(id: string, flags: CommonFlags): Promise<number>
}

export function addKeys(program: Command, actions: KeyActions, finish: Finish): void {
  const keys = program.command('keys').summary('API keys').description('the API keys of an account')
  common(keys.command('create'))
    .description('creates a key and shows it, this one time')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .option('--label <text>', 'what the key is for', aLabel)
    .addHelpText('after', example('./svc keys create --account ada@agency.example --label "nightly job"'))
    .action(async (flags: KeyCreateFlags) => finish(await actions.keysCreate(flags)))
  common(keys.command('list'))
    .description('every key of an account by its last four characters, revoked ones too')
    .requiredOption('--account <address>', "the account's e-mail address", anAddress)
    .addHelpText('after', example('./svc keys list --account ada@agency.example'))
    .action(async (flags: KeyAccountFlags) => finish(await actions.keysList(flags)))
  common(keys.command('revoke'))
    .description('revokes a key; within a minute no server takes it any more')
    .argument('<id>', "the key's id, as `svc keys list` shows it")
    .addHelpText('after', example('./svc keys revoke 4fT9mPq2XbLk7RwZs0HcVa'))
    .action(async (id: string, flags: CommonFlags) => finish(await actions.keysRevoke(id, flags)))
}

function aLabel(raw: string): string {
  const label = raw.trim()
  if (label === '' || label.length > 100) throw new InvalidArgumentError('A label has 1 to 100 characters.')
  return label
}
