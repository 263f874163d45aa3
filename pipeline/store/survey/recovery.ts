import { type EngineName, engineName } from '../../contract/terms.ts'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import { underLease } from '../driver/transaction.ts'

/** Cells without a reply to the turn that was sent last. */
export function cellsWithoutReply(db: Store) {
  return db
    .selectFrom('cells')
    .leftJoin('replies', (join) =>
      join
        .onRef('replies.cell_id', '=', 'cells.id')
        .onRef('replies.attempt', '=', 'cells.attempt')
        .onRef('replies.turn', '=', 'cells.turn'),
    )
    .where('replies.cell_id', 'is', null)
}

/** How many cells were sent and have no reply: a killed run's calls, whose outcome is unknown. */
export async function countUnknownCells(db: Store, surveyId: string): Promise<number> {
  return countRows(cellsWithoutReply(db).where('cells.survey_id', '=', surveyId).where('cells.state', '=', 'sent'))
}

/** A sent cell whose replies, oldest first, were stored but not read before the process ended. */
export interface UnreadCell {
  readonly id: string
  readonly engine: EngineName
  readonly attempt: number
  readonly replies: readonly { readonly attempt: number; readonly body: string }[]
}

/** The survey's unread cells; a killed process leaves at most one for each of its concurrent calls. */
export async function unreadCells(db: Store, surveyId: string): Promise<UnreadCell[]> {
  const rows = await db
    .selectFrom('cells')
    .innerJoin('replies', 'replies.cell_id', 'cells.id')
    .select(['cells.id', 'cells.engine', 'cells.attempt', 'replies.attempt as asking', 'replies.body'])
    .where('cells.survey_id', '=', surveyId)
    .where('cells.state', '=', 'sent')
    .orderBy('cells.id')
    .orderBy('replies.attempt')
    .orderBy('replies.turn')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id)].map(([id, own]) => ({
    id,
    engine: engineName.parse(own[0]?.engine),
    attempt: own[0]?.attempt ?? 0,
    replies: own.map(({ asking, body }) => ({ attempt: asking, body })),
  }))
}

/**
 * Returns to `planned` the cells that an earlier run left as `sent` and those of these engines that it skipped; read stored
 * replies first. Throws LeaseLost.
 */
export async function replanCells(
  db: Store,
  lease: Lease,
  surveyId: string,
  engines: readonly EngineName[],
  now: number,
): Promise<void> {
  await underLease(db, lease, now, async (trx) => {
    const again = { state: 'planned' as const, reason: null }
    await trx.updateTable('cells').set(again).where('survey_id', '=', surveyId).where('state', '=', 'sent').execute()
    if (engines.length === 0) return
    await trx
      .updateTable('cells')
      .set(again)
      .where('survey_id', '=', surveyId)
      .where('state', '=', 'skipped')
      .where('engine', 'in', engines)
      .execute()
  })
}
