import { ENGINES, type EngineName } from '../../contract/terms.ts'
import { holdLease, type Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'

/** How many cells of the survey were sent and not stored: what a killed run had under way. */
export async function countUnknownCells(db: Store, surveyId: string): Promise<number> {
  const row = await db
    .selectFrom('cells')
    .select((eb) => eb.fn.countAll<number>().as('unknown'))
    .where('survey_id', '=', surveyId)
    .where('state', '=', 'sent')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('replies')
            .select('replies.turn')
            .whereRef('replies.cell_id', '=', 'cells.id')
            .whereRef('replies.attempt', '=', 'cells.attempt')
            .whereRef('replies.turn', '=', 'cells.turn'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return row.unknown
}

/** A cell that was sent and of which replies were kept, but not read before the process ended; those oldest first. */
export interface UnreadCell {
  readonly id: string
  readonly engine: EngineName
  readonly attempt: number
  readonly replies: readonly { readonly attempt: number; readonly body: string }[]
}

/** The unread cells of the survey: as a kill leaves them, at most as many as there were lanes. */
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
  return ENGINES.flatMap((engine) =>
    [
      ...Map.groupBy(
        rows.filter((row) => row.engine === engine),
        (row) => row.id,
      ),
    ].map(([id, own]) => ({
      id,
      engine,
      attempt: own[0]?.attempt ?? 0,
      replies: own.map(({ asking, body }) => ({ attempt: asking, body })),
    })),
  )
}

/**
 * Plans again what an earlier run left sent, and what it skipped of these engines, which can be asked now. Kept replies
 * are to be read before. Throws LeaseLost where another process runs the survey by now.
 */
export async function replanCells(
  db: Store,
  lease: Lease,
  surveyId: string,
  engines: readonly EngineName[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdLease(trx, lease, now)
    const again = { state: 'planned' as const, reason: null }
    await trx.updateTable('cells').set(again).where('survey_id', '=', surveyId).where('state', '=', 'sent').execute()
    if (engines.length === 0) return
    await trx
      .updateTable('cells')
      .set(again)
      .where('survey_id', '=', surveyId)
      .where('state', '=', 'skipped')
      .where('engine', 'in', [...engines])
      .execute()
  })
}
