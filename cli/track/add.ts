import type { Cadence } from '../../pipeline/contract/words.ts'
import { insertTracked } from '../../pipeline/store/report/tracked.ts'
import type { ProductFlags } from '../command/product.ts'
import { sayRepeats, understood } from '../report/start.ts'
import { knownAccount, withStore } from '../setup/store.ts'
import { CommandError, plain, print, type Terminal } from '../terminal/output.ts'
import { productName } from './outcome.ts'

/** `svc track add`. */
export async function trackAdd(terminal: Terminal, flags: ProductFlags & { readonly every: Cadence }): Promise<number> {
  const { every, account } = flags
  const asked = understood(flags)
  sayRepeats(terminal, flags, asked)
  const added = await withStore(
    flags,
    async ({ db, now }) => {
      const accountId = account === undefined ? null : (await knownAccount(db, account)).id
      return insertTracked(db, { ...asked, accountId, every }, now)
    },
    'make',
  )
  if ('already' in added)
    throw new CommandError(
      `This product is already tracked in this category, country and language; \`./svc track remove ${added.already}\` ends that.`,
    )
  if (flags.json !== true)
    terminal.err(
      `${plain(productName(asked))} is tracked ${every}; \`./svc report run --tracked\` asks about it when a report is due.\n`,
    )
  return print(terminal, flags, { id: added.id }, `${added.id}\n`)
}
