import type { AskedTimes } from '../../contract/ranking.ts'
import type { Store } from '../driver/open.ts'

/** When the first and the last reply of a survey came, of those that had come by a time (epoch ms); undefined without any. */
export async function askedTimes(db: Store, surveyId: string, by: number): Promise<AskedTimes | undefined> {
  const { first, last } = await db
    .selectFrom('replies')
    .innerJoin('cells', 'cells.id', 'replies.cell_id')
    .select((eb) => [eb.fn.min('received_at').as('first'), eb.fn.max('received_at').as('last')])
    .where('cells.survey_id', '=', surveyId)
    .where('received_at', '<=', by)
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return undefined
  return { from: new Date(first).toISOString(), until: new Date(last).toISOString() }
}
