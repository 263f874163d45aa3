import type { Clock } from '../../pipeline/ask/clock.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Account } from '../../pipeline/store/accounts/accounts.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { CommonFlags } from '../command/command.ts'
import type { Terminal } from '../terminal/output.ts'
import { CommandError } from '../terminal/output.ts'

// Every module of the store is loaded when it is opened, as the help needs none.

/** An open store, the time, and the settings that name it. */
export interface Opened {
  readonly db: Store
  readonly now: number
  readonly config: Config
}

/** The settings of the environment and these flags. Throws WrongSetting. */
export async function settings(flags: CommonFlags & { readonly simulate?: boolean }): Promise<Config> {
  const [{ readConfig }, { takeEnvironment }] = await Promise.all([
    import('../../pipeline/config/config.ts'),
    import('../../pipeline/config/environment.ts'),
  ])
  return readConfig(takeEnvironment(), flags)
}

/** Opens the store that flags and settings name while `act` runs; one that isn't there is refused unless it may be made. */
export async function withStore<Result>(
  flags: CommonFlags,
  act: (opened: Opened) => Promise<Result>,
  absent: 'refuse' | 'make' = 'refuse',
): Promise<Result> {
  const config = await settings(flags)
  const { openExistingStore, openStore } = await import('../../pipeline/store/driver/open.ts')
  const now = systemClock.now()
  const db = await (absent === 'make' ? openStore : openExistingStore)(config.database, now)
  return act({ db, now, config }).finally(() => db.destroy())
}

/** As `withStore`, with the account of an address; a CommandError where there is none. */
export function withAccount<Result>(
  flags: CommonFlags,
  email: string,
  act: (opened: Opened, account: Account) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, async (opened) => act(opened, await knownAccount(opened.db, email)))
}

/** How long a process that starts waits for a server that is away, and how often it tries, in ms. */
const AWAY_AT_MOST = 60_000
const TRY_AGAIN_MS = 1_000
const NEVER = new AbortController().signal

/** Opens or makes the store of a long-lived process, waiting a minute for a server that is away. Throws StoreRefusal. */
export async function openPatiently(terminal: Terminal, address: string, clock: Clock = systemClock): Promise<Store> {
  const { openStore } = await import('../../pipeline/store/driver/open.ts')
  const { StoreUnopened } = await import('../../pipeline/store/driver/faults.ts')
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
  const { findAccount } = await import('../../pipeline/store/accounts/accounts.ts')
  const account = await findAccount(db, email)
  if (account === undefined) throw noAccount()
  return account
}

/** The sentence for an address that no account has. */
export function noAccount(): CommandError {
  return new CommandError('No account has this address; `./svc accounts list` lists them.')
}
