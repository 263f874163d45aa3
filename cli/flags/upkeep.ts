import type { Command } from 'commander'
import { Option } from 'commander'
import type { CheckPart } from '../../pipeline/store/upkeep/check.ts'
import { CHECK_PARTS } from '../../pipeline/store/upkeep/check.ts'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'

export interface StoreCheckFlags extends CommonFlags {
  readonly part?: CheckPart[]
}

export interface UpkeepActions {
  doctor(flags: CommonFlags): Promise<number>
  storeMigrate(flags: CommonFlags): Promise<number>
  storeBackup(file: string, flags: CommonFlags): Promise<number>
  storeCheck(flags: StoreCheckFlags): Promise<number>
  storeCopy(from: string, to: string, flags: CommonFlags): Promise<number>
}

export function addUpkeep(program: Command, actions: UpkeepActions, finish: Finish): void {
  common(program.command('doctor'))
    .summary('whether engines, scribe, store, mail and secret work')
    .description('says of each engine, the scribe, the store, the mail and the secret whether it works')
    .addHelpText('after', `\nIt makes one cheap call to each engine that has a key.\n${example('./svc doctor')}`)
    .action(async (flags: CommonFlags) => finish(await actions.doctor(flags)))
  const store = program
    .command('store')
    .summary('the store itself')
    .description('the store itself')
    .addHelpText('after', example('./svc store check'))
  common(store.command('migrate'))
    .description('brings the schema up to date')
    .addHelpText('after', example('./svc store migrate'))
    .action(async (flags: CommonFlags) => finish(await actions.storeMigrate(flags)))
  common(store.command('backup'))
    .description('copies the whole store into a file, while others go on using it')
    .argument('<file>', 'a new file')
    .addHelpText('after', example('./svc store backup backups/2026-11-20.db'))
    .action(async (file: string, flags: CommonFlags) => finish(await actions.storeBackup(file, flags)))
  common(store.command('check'))
    .description('checks the file, the references and that every ledger adds up')
    .addOption(new Option('--part <part...>', 'only these parts').choices(CHECK_PARTS))
    .addHelpText('after', example('./svc store check'))
    .action(async (flags: StoreCheckFlags) => finish(await actions.storeCheck(flags)))
  store
    .command('copy')
    .option('--json', 'one JSON document on standard output')
    .option('--database <path>', 'refused: <from> and <to> name both stores')
    .summary('copies a store into an empty one, of either kind')
    .description(
      'copies a store into a new file or an empty PostgreSQL database, and checks every row there; run again after an interruption',
    )
    .argument('<from>', 'the path of a SQLite file, or postgres://user@host/name')
    .argument('<to>', 'likewise')
    .addHelpText(
      'after',
      `\nStop every process that uses either. A password is better left to PGPASSWORD than to the address.\n${example('./svc store copy data/svc.db postgres://svc@db.example/svc')}`,
    )
    .action(async (from: string, to: string, flags: CommonFlags) => finish(await actions.storeCopy(from, to, flags)))
}
