import type { Store } from '../../../pipeline/store/driver/open.ts'

/** Requests that were sent and have no stored reply, as `cell#attempt`: those that a kill interrupted. */
export async function askingsUnderWay(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('cells')
    .leftJoin('replies', (join) =>
      join.onRef('replies.cell_id', '=', 'cells.id').onRef('replies.attempt', '=', 'cells.attempt'),
    )
    .select(['cells.id', 'cells.attempt'])
    .where('cells.state', '=', 'sent')
    .where('replies.cell_id', 'is', null)
    .execute()
  return rows.map(({ id, attempt }) => `${id}#${attempt}`)
}
