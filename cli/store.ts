import { Option } from 'commander'
import { type Command, example } from './command/command.ts'
import { PARTS } from './command/parts.ts'

const upkeep = () => import('./store/upkeep.ts')

/** `svc store`. */
export function addStore(program: Command): void {
  const store = program.noun('store', 'the store itself', 'check')
  store.verb('migrate', 'brings the schema up to date').runs(async () => (await upkeep()).storeMigrate)
  store
    .verb('backup', 'copies the whole store into a file while it stays in use', 'backups/2026-11-20.db')
    .argument('<file>', 'a new file')
    .runs(async () => (await upkeep()).storeBackup)
  store
    .verb('check', 'checks the file, the references and that every ledger adds up')
    .addOption(new Option('--part <part...>', 'only these parts').choices(Object.keys(PARTS)))
    .runs(async () => (await upkeep()).storeCheck)
  store
    .command('copy')
    .option('--json', 'one JSON document on standard output')
    .option('--database <path>', 'refused: <from> and <to> name both stores')
    .summary('copies a store into an empty one, of either kind')
    .description(
      'copies a store into a new file or an empty PostgreSQL database, and checks every row there; run again after an interruption',
    )
    .argument('<from>', 'the path of a SQLite file, or postgres://user@host/name')
    .argument('<to>', 'the same')
    .addHelpText(
      'after',
      '\nStop every process that uses either. Give a password in PGPASSWORD rather than\nin the address.',
    )
    .addHelpText('after', example('./svc store copy data/svc.db postgres://svc@db.example/svc'))
    .runs(async () => (await import('./store/copy.ts')).storeCopy)
}
