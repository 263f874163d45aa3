import { removeMails } from '../../pipeline/mail.ts'
import type { Account } from '../../pipeline/store/accounts/accounts.ts'
import { createAccount, deleteAccount, listAccounts, verifyAccount } from '../../pipeline/store/accounts/accounts.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import type { AccountCreateFlags, AccountFlags } from '../flags/accounts.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { knownAccount, noAccount, withStore } from '../store.ts'
import { table } from '../table.ts'

/** `svc accounts create`. */
export async function accountsCreate(terminal: Terminal, flags: AccountCreateFlags): Promise<number> {
  const { email, verified = false } = flags
  const account = await withStore(flags, (db, now) => createAccount(db, { email, verified }, now), openStore)
  if (account === 'taken') throw new CommandError('An account has this address already.')
  return show(terminal, flags, account, verified ? 'Created.' : 'Created; verify its address before it starts reports.')
}

/** `svc accounts verify`. */
export async function accountsVerify(terminal: Terminal, flags: AccountFlags): Promise<number> {
  const account = await withStore(flags, (db) => verifyAccount(db, flags.email))
  if (account === undefined) throw noAccount()
  return show(terminal, flags, account, 'Verified.')
}

/** `svc accounts delete`. */
export async function accountsDelete(terminal: Terminal, flags: AccountFlags): Promise<number> {
  const account = await withStore(flags, async (db, now, { mail }) => {
    const known = await knownAccount(db, flags.email)
    const deleted = await deleteAccount(db, flags.email, now)
    if (deleted === undefined) throw noAccount()
    await removeMails(mail.dir, deleted.mails)
    return known
  })
  return show(terminal, flags, account, 'Deleted, with its keys, reports and mails.')
}

/** `svc accounts list`. */
export async function accountsList(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const accounts = await withStore(flags, (db) => listAccounts(db))
  if (flags.json === true) printJson(terminal, { accounts })
  else if (accounts.length === 0) terminal.out('There is no account yet; `./svc accounts create` makes one.\n')
  else
    terminal.out(
      table(
        ['id', 'address', 'verified'],
        accounts.map(({ id, email, verified }) => [id, plain(email), verified ? 'yes' : 'no']),
      ),
    )
  return EXIT.done
}

function show(terminal: Terminal, flags: CommonFlags, account: Account, sentence: string): number {
  if (flags.json === true) printJson(terminal, { account })
  else terminal.out(`${plain(account.email)} (${account.id}): ${sentence}\n`)
  return EXIT.done
}
