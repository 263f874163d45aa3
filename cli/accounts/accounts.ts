import type { Account } from '../../pipeline/store/accounts/accounts.ts'
import type { Command, CommonFlags } from '../command/command.ts'
import { parseEmail } from '../command/values.ts'
import { noAccount, withAccount, withStore } from '../setup/store.ts'
import { CommandError, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

interface EmailFlags extends CommonFlags {
  readonly email: string
}

/** `svc accounts`. */
export function addAccounts(program: Command): void {
  const accounts = program.noun('accounts', 'who owns keys, credits and reports').summary('who owns reports')
  const verb = (name: string, description: string, flags = '') =>
    accounts
      .verb(name, description, `--email ada@agency.example${flags}`)
      .requiredOption('--email <address>', 'its e-mail address', parseEmail)
  verb('create', 'creates an account', ' --verified')
    .option('--verified', 'the address is known to be theirs; an unverified account cannot start reports')
    .runs(() => create)
  verb('verify', 'marks the address of an account as verified').runs(() => verify)
  verb(
    'delete',
    'deletes an account with its keys, its reports, their pages and its tracked products; stops running reports',
  ).runs(() => remove)
  accounts.verb('list', 'every account, oldest first').runs(() => list)
}

async function create(terminal: Terminal, flags: EmailFlags & { readonly verified?: boolean }): Promise<number> {
  const { email, verified = false } = flags
  const { createAccount } = await import('../../pipeline/store/accounts/accounts.ts')
  const account = await withStore(flags, ({ db, now }) => createAccount(db, { email, verified }, now), 'make')
  if (account === 'taken') throw new CommandError('An account has this address already.')
  return show(
    terminal,
    flags,
    account,
    verified ? 'Created.' : 'Created; its address must be verified before it can start reports.',
  )
}

async function verify(terminal: Terminal, flags: EmailFlags): Promise<number> {
  const { verifyAccount } = await import('../../pipeline/store/accounts/accounts.ts')
  const account = await withStore(flags, ({ db }) => verifyAccount(db, flags.email))
  if (account === undefined) throw noAccount()
  return show(terminal, flags, account, 'Verified.')
}

async function remove(terminal: Terminal, flags: EmailFlags): Promise<number> {
  const { deleteAccount } = await import('../../pipeline/store/accounts/accounts.ts')
  const { removeMails } = await import('../../pipeline/mail.ts')
  const account = await withAccount(flags, flags.email, async ({ db, now, config }, known) => {
    const deleted = await deleteAccount(db, flags.email, now)
    if (deleted === undefined) throw noAccount()
    await removeMails(config.mail.dir, deleted.mails)
    return known
  })
  return show(terminal, flags, account, 'Deleted, with its keys, reports, tracked products and mails.')
}

async function list(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const { listAccounts } = await import('../../pipeline/store/accounts/accounts.ts')
  const accounts = await withStore(flags, ({ db }) => listAccounts(db))
  const rows = accounts.map(({ id, email, verified }) => [id, plain(email), verified ? 'yes' : 'no'])
  const none = 'There is no account yet; `./svc accounts create` makes one.\n'
  return print(terminal, flags, { accounts }, table(['id', 'address', 'verified'], rows, none))
}

function show(terminal: Terminal, flags: CommonFlags, account: Account, sentence: string): number {
  return print(terminal, flags, { account }, `${plain(account.email)} (${account.id}): ${sentence}\n`)
}
