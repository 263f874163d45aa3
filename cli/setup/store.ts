import { existsSync } from 'node:fs'
import { type Clock, systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { isPostgresAddress } from '../../pipeline/contract/database.ts'
import type { Account } from '../../pipeline/store/accounts/accounts.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { CommonFlags } from '../command/command.ts'
import { CommandError, type Terminal } from '../terminal/output.ts'

// The store's modules are imported only when it is opened, so that help is quick.

/** An open store, the current time in epoch ms, and the settings. */
export interface Opened {
  readonly db: Store
  readonly now: number
  readonly config: Config
}

/** The settings from the environment and the flags. Throws WrongSetting. */
export async function settings(flags: CommonFlags & { readonly simulate?: boolean }): Promise<Config> {
  const [{ readConfig }, { takeEnvironment }] = await Promise.all([
    import('../../pipeline/config/config.ts'),
    import('../../pipeline/config/environment.ts'),
  ])
  return readConfig(takeEnvironment(), flags)
}

/** Opens the store while `act` runs. Throws if the store doesn't exist, unless `absent` is 'make'. */
export async function withStore<Result>(
  flags: CommonFlags,
  act: (opened: Opened) => Promise<Result>,
  absent: 'refuse' | 'make' = 'refuse',
): Promise<Result> {
  const config = await settings(flags)
  const { openExistingStore, openStore } = await import('../../pipeline/store/driver/open.ts')
  const now = systemClock.now()
  await using db = await (absent === 'make' ? openStore : openExistingStore)(config.database, now)
  return await act({ db, now, config })
}

/** The same for a command that writes nothing: the store is opened read-only and not migrated. */
export async function withStoreForReading<Result>(
  flags: CommonFlags,
  act: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const config = await settings(flags)
  const { openStoreForReading } = await import('../../pipeline/store/driver/open.ts')
  const { NoStore } = await import('../../pipeline/store/driver/faults.ts')
  const { appliedMigrations } = await import('../../pipeline/store/driver/migrate.ts')
  if (!mayExist(config.database)) throw new NoStore()
  await using db = await openStoreForReading(config.database)
  if ((await appliedMigrations(db)).length === 0) throw new NoStore()
  return await act({ db, now: systemClock.now(), config })
}

/** Whether the SQLite file exists; a store on a server is assumed to until it is opened. */
export function mayExist(address: string): boolean {
  return isPostgresAddress(address) || existsSync(address)
}

/** Like `withStore`, with the account of an address. Throws CommandError if there is none. */
export function withAccount<Result>(
  flags: CommonFlags,
  email: string,
  act: (opened: Opened, account: Account) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, async (opened) => act(opened, await knownAccount(opened.db, email)))
}

const MAX_WAIT_MS = 60_000
const RETRY_MS = 1_000

/** Opens or makes the store, waiting up to a minute for a server that can't be reached. Throws StoreRefusal. */
export async function openPatiently(terminal: Terminal, address: string, clock: Clock = systemClock): Promise<Store> {
  const { openStore } = await import('../../pipeline/store/driver/open.ts')
  return patiently(terminal, () => openStore(address, clock.now()), clock)
}

/** What `open` returns, tried for up to a minute while the store's server can't be reached. Throws as `open` does. */
export async function patiently<Opened>(
  terminal: Terminal,
  open: () => Promise<Opened>,
  clock: Clock = systemClock,
): Promise<Opened> {
  const { StoreRefusal } = await import('../../pipeline/store/driver/faults.ts')
  const until = clock.monotonic() + MAX_WAIT_MS
  for (let first = true; ; first = false) {
    try {
      return await open()
    } catch (fault) {
      if (!(fault instanceof StoreRefusal) || !fault.away || clock.monotonic() >= until) throw fault
      if (first) terminal.err("The store's server can't be reached; waiting for it for up to a minute.\n")
      await clock.sleep(RETRY_MS)
    }
  }
}

/** The account of an address. Throws CommandError if there is none. */
export async function knownAccount(db: Store, email: string): Promise<Account> {
  const { findAccount } = await import('../../pipeline/store/accounts/accounts.ts')
  const account = await findAccount(db, email)
  if (account === undefined) throw noAccount()
  return account
}

/** The error for an address that no account has. */
export function noAccount(): CommandError {
  return new CommandError('No account has this address; `./svc accounts list` lists them.')
}

/** The error for an id that no webhook has. */
export function noWebhook(): CommandError {
  return new CommandError('No webhook has this id; `./svc webhooks list` lists ids.')
}
