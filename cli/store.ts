import { systemClock } from '../pipeline/ask/clock.ts'
import { readConfig, takeEnvironment } from '../pipeline/config.ts'
import type { Account } from '../pipeline/store/accounts.ts'
import { findAccount } from '../pipeline/store/accounts.ts'
import type { Store } from '../pipeline/store/open.ts'
import { openStore } from '../pipeline/store/open.ts'
import type { CommonFlags } from './flags/common.ts'
import { CommandError } from './output.ts'

/** Opens the store that the flags and settings name for as long as `act` takes, and tells it the time. */
export async function withStore<Result>(
  flags: CommonFlags,
  act: (db: Store, now: number) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(takeEnvironment(), flags)
  const now = systemClock.now()
  const db = await openStore(config.database, now)
  return act(db, now).finally(() => db.destroy())
}

/** The account of an address; a CommandError where there is none. */
export async function knownAccount(db: Store, email: string): Promise<Account> {
  const account = await findAccount(db, email)
  if (account === undefined) throw noAccount()
  return account
}

/** The sentence for an address that no account has. */
export function noAccount(): CommandError {
  return new CommandError('No account has this address; `./svc accounts list` lists them.')
}
