import type { BundledCell } from '../../contract/bundle.ts'
import type { EngineName } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import type { CellState } from '../driver/schema.ts'

/** A cell with its stored answer and every raw reply, oldest first. An answer of an earlier release has no `searches`. */
export interface AuditedCell extends Omit<BundledCell, 'engine' | 'state'> {
  readonly state: CellState
}

/** One engine's cells in a survey, sorted by question and run. */
export async function auditedCells(db: Store, surveyId: string, engine: EngineName): Promise<AuditedCell[]> {
  const cells = await db
    .selectFrom('cells')
    .leftJoin('answers', 'answers.cell_id', 'cells.id')
    .select(['id', 'question', 'run', 'state', 'reason', 'attempt', 'finished_at as finishedAt'])
    .select(['text', 'citations', 'grounded', 'model', 'searches'])
    .where('survey_id', '=', surveyId)
    .where('engine', '=', engine)
    .orderBy('question')
    .orderBy('run')
    .execute()
  const replies = await db
    .selectFrom('replies')
    .innerJoin('cells', 'cells.id', 'replies.cell_id')
    .select(['replies.cell_id', 'replies.attempt', 'replies.turn', 'replies.body', 'replies.received_at as receivedAt'])
    .where('cells.survey_id', '=', surveyId)
    .where('cells.engine', '=', engine)
    .orderBy('replies.attempt')
    .orderBy('replies.turn')
    .execute()
  const byCell = Map.groupBy(replies, (reply) => reply.cell_id)
  return cells.map(({ id, text, citations, grounded, model, searches, ...cell }) => ({
    ...cell,
    answer:
      text === null || citations === null || model === null
        ? null
        : { text, citations, grounded: grounded === 1, model, searches },
    replies: (byCell.get(id) ?? []).map(({ cell_id: _, ...reply }) => reply),
  }))
}
