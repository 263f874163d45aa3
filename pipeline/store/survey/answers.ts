import { countFailures } from '../../contract/failures.ts'
import type { AskedTimes } from '../../contract/ranking.ts'
import { citation, ENGINES, type EngineName, engineName, type LedgerRow, searches } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import type { CellState } from '../driver/schema.ts'
import { cellId } from './cells.ts'
import type { AskedEnd } from './journal.ts'

/** A finished cell that was asked; skipped cells appear only in the ledger. */
export type StoredAnswer = { readonly question: number; readonly engine: EngineName; readonly run: number } & AskedEnd

/** The survey's finished cells that were asked, sorted by question, engine (in the product's order) and run. */
export async function readAnswers(db: Store, surveyId: string): Promise<StoredAnswer[]> {
  const rows = await db
    .selectFrom('cells')
    .leftJoin('answers', 'answers.cell_id', 'cells.id')
    .select(['question', 'engine', 'run', 'state', 'reason', 'text', 'citations', 'grounded', 'model', 'searches'])
    .where('survey_id', '=', surveyId)
    .where('state', 'in', ['answered', 'noAnswer', 'failed'])
    .execute()
  const answers = rows.map((row): StoredAnswer => {
    const cell = { question: row.question, engine: engineName.parse(row.engine), run: row.run }
    const { text, model, citations } = row
    if (row.state === 'failed') return { ...cell, kind: 'failed', reason: row.reason ?? 'unknown' }
    if (text === null || model === null || citations === null)
      throw new Error(`the cell ${cellId(surveyId, cell)} has no answer row`)
    if (row.state === 'noAnswer') return { ...cell, kind: 'noAnswer', text, model }
    return {
      ...cell,
      kind: 'answered',
      text,
      model,
      grounded: row.grounded === 1,
      citations: citation.array().parse(JSON.parse(citations)),
      ...(row.searches !== null && { searches: searches.parse(JSON.parse(row.searches)) }),
    }
  })
  return answers.sort(inOrder)
}

/** The order of answers: by question, by engine in the product's order, and by run. */
export function inOrder(a: StoredAnswer, b: StoredAnswer): number {
  return a.question - b.question || ENGINES.indexOf(a.engine) - ENGINES.indexOf(b.engine) || a.run - b.run
}

/** The later of `now` and the survey's newest step (epoch ms), as a process with a fast clock may have written that. */
export async function notBefore(db: Store, surveyId: string, now: number): Promise<number> {
  const steps = await db
    .selectFrom('cells')
    .select((eb) => eb.fn.max('finished_at').as('at'))
    .where('survey_id', '=', surveyId)
    .unionAll(
      db
        .selectFrom('replies')
        .innerJoin('cells', 'cells.id', 'replies.cell_id')
        .select((eb) => eb.fn.max('received_at').as('at'))
        .where('cells.survey_id', '=', surveyId),
    )
    .unionAll(
      db
        .selectFrom('readings')
        .select((eb) => eb.fn.max('read_at').as('at'))
        .where('survey_id', '=', surveyId),
    )
    .execute()
  return Math.max(now, ...steps.map(({ at }) => at ?? now))
}

/** When the survey's first and last replies arrived, up to `by` (epoch ms); undefined without any. */
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

/**
 * The survey's ledger, one row per selected engine. Cells without an outcome yet count as skipped for `openReason`, so
 * that every row adds up.
 */
export async function readLedger(db: Store, surveyId: string, openReason: string): Promise<LedgerRow[]> {
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', 'reason', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', '=', surveyId)
    .groupBy(['engine', 'state', 'reason'])
    .orderBy('reason')
    .execute()
  return ENGINES.flatMap((engine) => {
    const own = rows.filter((row) => row.engine === engine)
    if (own.length === 0) return []
    const count = (...states: CellState[]) =>
      own.reduce((sum, row) => sum + (states.includes(row.state) ? row.cells : 0), 0)
    const counts = {
      engine,
      planned: own.reduce((sum, row) => sum + row.cells, 0),
      counted: count('answered'),
      noAnswer: count('noAnswer'),
      failed: count('failed'),
      skipped: count('skipped', 'planned', 'sent'),
    }
    const skipped = own.find((row) => row.state === 'skipped')?.reason
    const failed = own.filter((row) => row.state === 'failed')
    const failures = countFailures(failed.map(({ reason, cells }) => ({ reason: reason ?? '', cells })))
    return [toLedgerRow(counts, { skipped, open: openReason }, failures)]
  })
}

/** A ledger row with the reason for its skipped cells: their own, or `open` for cells without an outcome yet. */
export function toLedgerRow(
  counts: Omit<LedgerRow, 'reason' | 'failures'>,
  { skipped, open }: { readonly skipped: string | null | undefined; readonly open: string | undefined },
  failures: LedgerRow['failures'] & {},
): LedgerRow {
  const allFailed = counts.failed === counts.planned ? 'every call failed' : undefined
  const reason = skipped ?? (counts.skipped > 0 ? open : allFailed)
  return { ...counts, ...(reason !== undefined && { reason }), ...(failures.length > 0 && { failures }) }
}
