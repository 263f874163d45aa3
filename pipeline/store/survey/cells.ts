import { ENGINES, type EngineName } from '../../contract/terms.ts'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { hasRows, slicesOf } from '../driver/queries.ts'
import type { CellState } from '../driver/schema.ts'
import { inTransaction, underLease } from '../driver/transaction.ts'

/** A planned question to one engine, not yet answered. */
export interface OpenCell {
  readonly id: string
  readonly question: number
  readonly engine: EngineName
  readonly run: number
  /** How many times it has been sent. */
  readonly attempt: number
}

/** The states of cells that a retry asks. */
const RETRIED: readonly CellState[] = ['planned', 'sent', 'failed', 'skipped']
/** The states without an outcome. */
const UNFINISHED: readonly CellState[] = ['planned', 'sent']
const PAGE = 500

/** A cell's id, which names its place in the survey. */
export function cellId(
  surveyId: string,
  { engine, run, question }: Pick<OpenCell, 'engine' | 'run' | 'question'>,
): string {
  return `${surveyId}/${engine}/r${run}/q${question}`
}

/** Plans the survey's cells for these engines; existing cells stay as they are. */
export async function planCells(
  db: Store,
  surveyId: string,
  size: { questions: number; engines: readonly EngineName[]; runs: number },
): Promise<void> {
  const rows = size.engines.flatMap((engine) =>
    Array.from({ length: size.runs }, (_, run) =>
      Array.from({ length: size.questions }, (_, question) => ({
        id: cellId(surveyId, { engine, run, question }),
        survey_id: surveyId,
        question,
        engine,
        run,
        state: 'planned' as const,
        attempt: 0,
        turn: 0,
      })),
    ).flat(),
  )
  await inTransaction(db, async (trx) => {
    for (const some of slicesOf(rows))
      await trx
        .insertInto('cells')
        .values(some)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
  })
}

/** How many runs of each question were planned. */
export async function plannedRuns(db: Store, surveyId: string): Promise<number> {
  const { last } = await db
    .selectFrom('cells')
    .select((eb) => eb.fn.max('run').as('last'))
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

/**
 * One engine's next page of open cells after the given cell, first runs before second ones; `retryEnded` includes failed
 * and skipped cells.
 */
export async function openCells(
  db: Store,
  where: { surveyId: string; engine: EngineName; retryEnded: boolean; after?: OpenCell | undefined },
): Promise<OpenCell[]> {
  const { after } = where
  let query = db
    .selectFrom('cells')
    .select(['id', 'question', 'run', 'attempt'])
    .where('survey_id', '=', where.surveyId)
    .where('engine', '=', where.engine)
    .where('state', 'in', where.retryEnded ? RETRIED : UNFINISHED)
  if (after !== undefined) query = query.where((eb) => eb(eb.refTuple('run', 'id'), '>', eb.tuple(after.run, after.id)))
  const rows = await query.orderBy('run').orderBy('id').limit(PAGE).execute()
  return rows.map((row) => ({ ...row, engine: where.engine }))
}

/** Open cells per engine in these surveys; `retryEnded` includes failed and skipped cells. */
export async function countOpenCells(
  db: Store,
  where: { surveyIds: readonly string[]; retryEnded: boolean },
): Promise<Map<EngineName, number>> {
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', eb.fn.countAll<number>().as('open')])
    .where('survey_id', 'in', where.surveyIds)
    .where('state', 'in', where.retryEnded ? RETRIED : UNFINISHED)
    .groupBy('engine')
    .execute()
  return new Map(ENGINES.flatMap((engine) => rows.filter((r) => r.engine === engine).map((r) => [engine, r.open])))
}

/** Whether every cell of the survey is finished or skipped. */
export async function isFinished(db: Store, surveyId: string): Promise<boolean> {
  return !(await hasRows(db.selectFrom('cells').where('survey_id', '=', surveyId).where('state', 'in', UNFINISHED)))
}

/** Skips one engine's cells that have no outcome and no call under way. Throws LeaseLost. */
export async function skipCells(
  db: Store,
  lease: Lease,
  surveyId: string,
  engine: EngineName,
  reason: string,
  now: number,
): Promise<void> {
  await underLease(db, lease, now, (trx) =>
    trx
      .updateTable('cells')
      .set({ state: 'skipped', reason, finished_at: now })
      .where('survey_id', '=', surveyId)
      .where('engine', '=', engine)
      .where('state', 'in', ['planned', 'skipped'])
      .execute(),
  )
}

/** Cells of the surveys finished since a time (epoch ms), per engine, skipped ones counted separately. */
export async function finishedSince(
  db: Store,
  surveyIds: readonly string[],
  since: number,
): Promise<{ engine: EngineName; skipped: boolean; cells: number }[]> {
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', 'in', surveyIds)
    .where('finished_at', '>=', since)
    .where('state', 'in', ['answered', 'noAnswer', 'failed', 'skipped'])
    .groupBy(['engine', 'state'])
    .execute()
  return ENGINES.flatMap((engine) =>
    [true, false].map((skipped) => {
      const own = rows.filter((row) => row.engine === engine && (row.state === 'skipped') === skipped)
      return { engine, skipped, cells: own.reduce((sum, row) => sum + row.cells, 0) }
    }),
  )
}
