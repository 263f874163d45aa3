import { createKey, listKeys, MOST_KEYS, revokeKey } from '../../pipeline/store/accounts/keys.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { KeyAccountFlags, KeyCreateFlags } from '../flags/keys.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { knownAccount, withStore } from '../store.ts'
import { table } from '../table.ts'

/** `svc keys create`: the one time that a key is shown. */
export async function keysCreate(terminal: Terminal, flags: KeyCreateFlags): Promise<number> {
  const created = await withStore(flags, async (db, now) => {
    const { id } = await knownAccount(db, flags.account)
    return createKey(db, id, flags.label ?? null, now)
  })
  if (created === 'tooMany')
    throw new CommandError(`The account has ${MOST_KEYS} active keys, and may not have more; revoke one first.`)
  if (flags.json === true) printJson(terminal, created)
  else {
    terminal.err(`This key is shown once; its id is ${created.id}.\n`)
    terminal.out(`${created.key}\n`)
  }
  return EXIT.done
}

/** `svc keys list`. */
export async function keysList(terminal: Terminal, flags: KeyAccountFlags): Promise<number> {
  const keys = await withStore(flags, async (db) => {
    const { id } = await knownAccount(db, flags.account)
    const listed = await listKeys(db, id)
    return listed.map(({ createdAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: iso(createdAt),
      revokedAt: revokedAt === null ? null : iso(revokedAt),
    }))
  })
  if (flags.json === true) printJson(terminal, { keys })
  else if (keys.length === 0) terminal.out('The account has no key yet; `./svc keys create` makes one.\n')
  else
    terminal.out(
      table(
        ['id', 'key', 'created', 'revoked', 'label'],
        keys.map(({ id, lastFour, createdAt, revokedAt, label }) => [
          id,
          `svc_…${lastFour}`,
          createdAt,
          revokedAt ?? 'no',
          plain(label ?? ''),
        ]),
      ),
    )
  return EXIT.done
}

/** `svc keys revoke`. */
export async function keysRevoke(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const revokedAt = await withStore(flags, async (db, now) => {
    if (!(await revokeKey(db, id, now)))
      throw new CommandError('No active key has this id; `./svc keys list` shows ids.')
    return iso(now)
  })
  if (flags.json === true) printJson(terminal, { id, revokedAt })
  else terminal.out('Revoked; within a minute no server takes it any more.\n')
  return EXIT.done
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
