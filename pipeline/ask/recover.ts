import type { Engine } from '../engines/engine.ts'
import { readerOf } from '../engines/index.ts'
import type { Store } from '../store/driver/open.ts'
import type { CellEnd } from '../store/survey/journal.ts'
import { type UnreadCell, unreadCells } from '../store/survey/recovery.ts'
import { read, toEnd } from './cell.ts'
import type { Journal } from './journal.ts'

/**
 * Stores the answers in replies that a killed process kept but didn't read, also those of engines without a key, and returns
 * their number. A cell whose reply decides nothing, such as an empty one or a paused turn, is left to be asked again.
 */
export async function recoverAnswers(
  db: Store,
  journal: Journal,
  engines: readonly Engine[],
  surveyId: string,
): Promise<number> {
  let stored = 0
  for (const cell of await unreadCells(db, surveyId)) {
    const reader = engines.find((each) => each.name === cell.engine) ?? { read: await readerOf(cell.engine) }
    const end = endOf(reader, cell)
    await journal(
      end === undefined ? { step: 'released', cellId: cell.id } : { step: 'finished', cellId: cell.id, end },
    )
    if (end !== undefined) stored += 1
  }
  return stored
}

/** The end of a cell by the replies to its last attempt, or an earlier attempt's answer if that one gave none. */
function endOf(reader: Pick<Engine, 'read'>, { attempt, replies }: UnreadCell): CellEnd | undefined {
  let last: CellEnd | undefined
  let kept: CellEnd | undefined
  for (const [asking, own] of Map.groupBy(replies, (reply) => reply.attempt)) {
    const bodies = own.map(({ body }) => JSON.parse(body))
    const end = toEnd(read(reader, bodies), () => true)
    if (end === 'continue') continue
    if (end.kind !== 'askAgain') last = asking === attempt ? end : undefined
    else if (end.otherwise.kind === 'answered') kept = end.otherwise
  }
  return last === undefined || last.kind === 'failed' ? (kept ?? last) : last
}
