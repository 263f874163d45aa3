import { systemClock } from '../../pipeline/ask/clock.ts'
import { checkedDatabase } from '../../pipeline/config/database.ts'
import { shownAddress } from '../../pipeline/contract/database.ts'
import { type Copy, copyStore } from '../../pipeline/store/upkeep/copy.ts'
import type { CommonFlags } from '../command/command.ts'
import { createCountProgress } from '../terminal/count-progress.ts'
import { onInterrupt } from '../terminal/interrupt.ts'
import { CommandError, EXIT, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** `svc store copy`. */
export async function storeCopy(terminal: Terminal, from: string, to: string, flags: CommonFlags): Promise<number> {
  if (flags.database !== undefined)
    throw new CommandError('FROM and TO name both stores; leave --database out.', EXIT.usage)
  const addresses = { from: checkedDatabase(from, 'FROM'), to: checkedDatabase(to, 'TO') }
  const { stop, dispose } = onInterrupt(terminal, 'Stopping; what was copied so far is removed.')
  const progress = createCountProgress(terminal, systemClock.now, 'rows copied and checked')
  try {
    const copy = await copyStore(addresses, { now: systemClock.now(), stop, progress })
    progress.end()
    const shown = { from: shownAddress(from), to: shownAddress(to) }
    return print(terminal, flags, { copy: { ...shown, ...copy } }, copyText(copy, shown))
  } catch (fault) {
    progress.end()
    if (fault !== stop.reason) throw fault
    throw new CommandError('Stopped; nothing of the copy is in TO. Run it again.', EXIT.interrupted)
  } finally {
    dispose()
  }
}

function copyText({ tables, written, sealedLeftOut }: Copy, { from, to }: { from: string; to: string }): string {
  const rows = tables.map((each) => [each.table, String(each.rows), each.sha256.slice(0, 16)])
  const all = tables.reduce((sum, each) => sum + each.rows, 0)
  const [waiting, fail] = sealedLeftOut === 1 ? ['report', 'it fails'] : ['reports', 'they fail']
  return [
    table(['table', 'rows', 'SHA-256'], rows),
    `${plain(to)} ${written ? 'holds' : 'already held'} the same ${all} rows as ${plain(from)}; each was read again and compared.\n`,
    sealedLeftOut === 0
      ? ''
      : `The sealed provider keys of ${sealedLeftOut} waiting ${waiting} stay only in FROM: in TO ${fail}, and FROM should be deleted.\n`,
  ].join('')
}
