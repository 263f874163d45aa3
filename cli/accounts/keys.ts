import { InvalidArgumentError } from 'commander'
import type { AccountFlags, Command, CommonFlags } from '../command/command.ts'
import { parseEmail } from '../command/values.ts'
import { withAccount, withStore } from '../setup/store.ts'
import { CommandError, iso, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** `svc keys`. */
export function addKeys(program: Command): void {
  const keys = program.noun('keys', 'the API keys of an account').summary('API keys')
  keys
    .verb('create', 'creates a key and shows it once', '--account ada@agency.example --label "nightly job"')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .option('--label <text>', 'what the key is for', parseLabel)
    .runs(() => create)
  const listed = "an account's keys, including revoked ones, by their last four characters"
  keys
    .verb('list', listed, '--account ada@agency.example')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .runs(() => list)
  const revoked = 'revokes a key; every server rejects it from the next request on'
  keys
    .verb('revoke', revoked, '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the key's id, from `svc keys list`")
    .runs(() => revoke)
}

function parseLabel(raw: string): string {
  const label = raw.trim()
  if (label === '' || label.length > 100) throw new InvalidArgumentError('A label has 1 to 100 characters.')
  return label
}

/** Creates a key and shows it; it can't be shown again. */
async function create(terminal: Terminal, flags: AccountFlags & { readonly label?: string }): Promise<number> {
  const { createKey, MAX_KEYS } = await import('../../pipeline/store/accounts/keys.ts')
  const created = await withAccount(flags, flags.account, ({ db, now }, { id }) =>
    createKey(db, id, flags.label ?? null, now),
  )
  if (created === 'tooMany')
    throw new CommandError(`The account already has ${MAX_KEYS} active keys, the most it may have; revoke one first.`)
  if (flags.json !== true) terminal.err(`This key is shown once; its id is ${created.id}.\n`)
  return print(terminal, flags, created, `${created.key}\n`)
}

async function list(terminal: Terminal, flags: AccountFlags): Promise<number> {
  const { listKeys } = await import('../../pipeline/store/accounts/keys.ts')
  const listed = await withAccount(flags, flags.account, ({ db }, { id }) => listKeys(db, id))
  const keys = listed.map((key) => ({ ...key, createdAt: iso(key.createdAt), revokedAt: iso(key.revokedAt) }))
  const rows = keys.map((key) => [
    key.id,
    `svc_…${key.lastFour}`,
    key.createdAt,
    key.revokedAt ?? 'no',
    plain(key.label ?? ''),
  ])
  const none = 'The account has no key yet; `./svc keys create` makes one.\n'
  return print(terminal, flags, { keys }, table(['id', 'key', 'created', 'revoked', 'label'], rows, none))
}

async function revoke(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const { revokeKey } = await import('../../pipeline/store/accounts/keys.ts')
  const revokedAt = await withStore(flags, async ({ db, now }) => {
    if (!(await revokeKey(db, id, now)))
      throw new CommandError('No active key has this id; `./svc keys list` lists ids.')
    return iso(now)
  })
  return print(terminal, flags, { id, revokedAt }, 'Revoked; every server rejects it from the next request on.\n')
}
