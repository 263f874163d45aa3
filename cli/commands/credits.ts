import { creditBalance, grantCredits, heldCredits, releaseHold } from '../../pipeline/store/accounts/credits.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { BalanceFlags, GrantFlags } from '../flags/credits.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { knownAccount, withStore } from '../store.ts'
import { table } from '../table.ts'

interface Balance {
  readonly balance: number
  readonly held: number
}

/** `svc credits grant`. */
export async function creditsGrant(terminal: Terminal, flags: GrantFlags): Promise<number> {
  const balance = await withStore(flags, async (db, now) => {
    const { id } = await knownAccount(db, flags.account)
    await grantCredits(db, id, flags.count, now)
    return creditBalance(db, id)
  })
  return show(terminal, flags, balance)
}

/** `svc credits balance`. */
export async function creditsBalance(terminal: Terminal, flags: BalanceFlags): Promise<number> {
  const balance = await withStore(flags, async (db) => creditBalance(db, (await knownAccount(db, flags.account)).id))
  return show(terminal, flags, balance)
}

/** `svc credits held`. */
export async function creditsHeld(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const credits = await withStore(flags, (db) => heldCredits(db))
  const held = credits.map((credit) => ({ ...credit, heldAt: new Date(credit.heldAt).toISOString() }))
  if (flags.json === true) printJson(terminal, { held })
  else if (held.length === 0) terminal.out('No credit is held.\n')
  else
    terminal.out(
      table(
        ['id', 'account', 'report', 'held since'],
        held.map(({ id, account, report, heldAt }) => [id, plain(account), report, heldAt]),
      ),
    )
  return EXIT.done
}

/** `svc credits release`: shows what its account has then. */
export async function creditsRelease(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const balance = await withStore(flags, async (db, now) => {
    const held = (await heldCredits(db)).find((credit) => credit.id === id)
    if (held === undefined || !(await releaseHold(db, id, now)))
      throw new CommandError('No credit is held under this id; `./svc credits held` shows ids.')
    return creditBalance(db, (await knownAccount(db, held.account)).id)
  })
  return show(terminal, flags, balance)
}

function show(terminal: Terminal, flags: CommonFlags, { balance, held }: Balance): number {
  if (flags.json === true) printJson(terminal, { balance, held })
  else terminal.out(`${balance} to spend, ${held} held for review.\n`)
  return EXIT.done
}
