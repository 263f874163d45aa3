import type { Clock } from '../pipeline/ask/clock.ts'
import { systemClock } from '../pipeline/ask/clock.ts'
import type { Config } from '../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../pipeline/config.ts'
import type { Account } from '../pipeline/store/accounts/accounts.ts'
import { findAccount } from '../pipeline/store/accounts/accounts.ts'
import { StoreUnopened } from '../pipeline/store/driver/faults.ts'
import type { Store } from '../pipeline/store/driver/open.ts'
import { openExistingStore, openStore } from '../pipeline/store/driver/open.ts'
import type { CommonFlags } from './flags/common.ts'
import type { Terminal } from './output.ts'
import { CommandError } from './output.ts'

/**
 * Opens the store that the flags and settings name for as long as `act` takes, and tells it the time and the settings; one
 * that is there, unless `open` makes it.
 */
export async function withStore<Result>(
  flags: CommonFlags,
  act: (db: Store, now: number, config: Config) => Promise<Result>,
  open = openExistingStore,
): Promise<Result> {
  const config = readConfig(takeEnvironment(), flags)
  const now = systemClock.now()
  const db = await open(config.database, now)
  return act(db, now, config).finally(() => db.destroy())
}

/** How long a process that starts waits for a server that is away, and how often it tries, in ms. */
const AWAY_AT_MOST = 60_000
const TRY_AGAIN_MS = 1_000
const NEVER = new AbortController().signal

/**
 * Opens or makes the store of a process that goes on for long; one whose server is away is waited for, for a minute. Throws
 * StoreRefusal.
 */
export async function openPatiently(terminal: Terminal, address: string, clock: Clock = systemClock): Promise<Store> {
  const until = clock.monotonic() + AWAY_AT_MOST
  for (let first = true; ; first = false) {
    try {
      return await openStore(address, clock.now())
    } catch (fault) {
      if (!(fault instanceof StoreUnopened) || !fault.away || clock.monotonic() >= until) throw fault
      if (first) terminal.err("The store's server can't be reached; it is waited for, for a minute at most.\n")
      await clock.sleep(TRY_AGAIN_MS, NEVER)
    }
  }
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
