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

/** A published version as stored; the texts are JSON, the time is epoch ms. */
export interface PublishedRow {
  readonly version: number
  readonly simulated: boolean
  readonly checkedAt: number
  readonly answersIn: number
  readonly entry: string
  readonly body: string
  /** The p-values of its brands' changes, as JSON. */
  readonly pValues: string
  /** The number of its publication within the month, from 1. */
  readonly publication: number
}

/** A version of a category's month, by default the newest; undefined if there is none. */
export async function publishedRow(
  db: Store,
  slug: string,
  month: string,
  version?: number,
): Promise<PublishedRow | undefined> {
  let query = db
    .selectFrom('rankings')
    .select(['version', 'simulated', 'checked_at as checkedAt', 'answers_in as answersIn'])
    .select(['entry', 'body', 'p_values as pValues', 'publication'])
    .where('slug', '=', slug)
    .where('month', '=', month)
  if (version !== undefined) query = query.where('version', '=', version)
  const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row && { ...row, simulated: row.simulated === 1 }
}

/** The newest version, checked by `by` (epoch ms), of the latest month before this one. */
export async function versionBefore(
  db: Store,
  slug: string,
  month: string,
  by: number,
): Promise<{ month: string; version: number } | undefined> {
  return db
    .selectFrom('rankings')
    .select(['month', 'version'])
    .where('slug', '=', slug)
    .where('month', '<', month)
    .where('checked_at', '<=', by)
    .orderBy('month', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A report's frozen body, as JSON, and the score in its row; undefined if nothing is frozen. */
export async function frozenRow(
  db: Store,
  slug: string,
): Promise<{ body: string; overallScore: number | null } | undefined> {
  const row = await db
    .selectFrom('reports')
    .select(['body', 'overall_score'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.body == null ? undefined : { body: row.body, overallScore: row.overall_score }
}
