import type { AccountFlags, Command, CommonFlags } from '../command/command.ts'
import { parseEmail, wholeNumberUpTo } from '../command/values.ts'
import { knownAccount, withAccount, withStore } from '../setup/store.ts'
import { CommandError, iso, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** `svc credits`. */
export function addCredits(program: Command): void {
  const credits = program.noun('credits', 'the credits of an account; a report costs one').summary('a report costs one')
  credits
    .verb('grant', 'adds credits to an account', '--account ada@agency.example --count 10')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .requiredOption('--count <n>', 'how many', wholeNumberUpTo(100_000))
    .runs(() => grant)
  const spendable = 'what an account can spend, and how many credits are held for review'
  credits
    .verb('balance', spendable, '--account ada@agency.example')
    .requiredOption('--account <address>', "the account's e-mail address", parseEmail)
    .runs(() => balance)
  credits.verb('held', 'credits of failed reports held for review').runs(() => held)
  credits
    .verb('release', 'returns a held credit to its account', '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the held credit's id, from `svc credits held`")
    .runs(() => release)
}

async function grant(terminal: Terminal, flags: AccountFlags & { readonly count: number }): Promise<number> {
  const { creditBalance, grantCredits } = await import('../../pipeline/store/accounts/credits.ts')
  const after = await withAccount(flags, flags.account, async ({ db, now }, { id }) => {
    await grantCredits(db, id, flags.count, now)
    return creditBalance(db, id)
  })
  return show(terminal, flags, after)
}

async function balance(terminal: Terminal, flags: AccountFlags): Promise<number> {
  const { creditBalance } = await import('../../pipeline/store/accounts/credits.ts')
  return show(terminal, flags, await withAccount(flags, flags.account, ({ db }, { id }) => creditBalance(db, id)))
}

async function held(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const { heldCredits } = await import('../../pipeline/store/accounts/credits.ts')
  const credits = await withStore(flags, ({ db }) => heldCredits(db))
  const held = credits.map((credit) => ({ ...credit, heldAt: iso(credit.heldAt) }))
  const rows = held.map(({ id, account, report, heldAt }) => [id, plain(account), report, heldAt])
  const text = table(['id', 'account', 'report', 'held since'], rows, 'No credit is held.\n')
  return print(terminal, flags, { held }, text)
}

/** Releases a credit and shows its account's balance. */
async function release(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const { creditBalance, heldCredits, releaseHold } = await import('../../pipeline/store/accounts/credits.ts')
  const after = await withStore(flags, async ({ db, now }) => {
    const credit = (await heldCredits(db)).find((each) => each.id === id)
    if (credit === undefined || !(await releaseHold(db, id, now)))
      throw new CommandError('No held credit has this id; `./svc credits held` lists ids.')
    return creditBalance(db, (await knownAccount(db, credit.account)).id)
  })
  return show(terminal, flags, after)
}

function show(terminal: Terminal, flags: CommonFlags, after: { balance: number; held: number }): number {
  const { balance, held } = after
  return print(terminal, flags, { balance, held }, `${balance} to spend, ${held} held for review.\n`)
}
