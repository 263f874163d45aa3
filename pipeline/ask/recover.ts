import type { Engine } from '../engines/engine.ts'
import { readerOf } from '../engines/index.ts'
import type { Store } from '../store/driver/open.ts'
import { unreadCells } from '../store/survey/recovery.ts'
import { read, toEnd } from './cell.ts'
import type { Journal } from './journal.ts'

/**
 * Stores the answers whose replies a killed process had kept but not read, so that none is asked, or paid, again. A
 * reply that settles nothing by itself (an empty one, a paused turn) gives its cell back. An engine that can't be asked
 * any more is read too: its answer is paid for. Returns how many were stored.
 */
export async function recoverAnswers(
  db: Store,
  journal: Journal,
  engines: readonly Engine[],
  surveyIds: readonly string[],
): Promise<number> {
  let stored = 0
  for (const cell of await unreadCells(db, surveyIds)) {
    const reader = engines.find((each) => each.name === cell.engine) ?? { read: await readerOf(cell.engine) }
    const bodies = cell.bodies.map((body) => JSON.parse(body))
    const end = toEnd(read(reader, bodies), () => true)
    const settled = end !== 'continue' && end.kind !== 'askAgain'
    await journal(settled ? { step: 'finished', cellId: cell.id, end } : { step: 'released', cellId: cell.id })
    if (settled) stored += 1
  }
  return stored
}
