import { countFailures } from '../../contract/failures.ts'
import { ENGINES, type LedgerRow } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import type { CellState } from '../driver/schema.ts'

/**
 * The survey's ledger, a row for every engine selected. Cells without an outcome yet are counted as skipped, with
 * `openReason`, so that every row adds up.
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
    const ledger = {
      engine,
      planned: own.reduce((sum, row) => sum + row.cells, 0),
      counted: count('answered'),
      noAnswer: count('noAnswer'),
      failed: count('failed'),
      skipped: count('skipped', 'planned', 'sent'),
    }
    const skipped = own.find((row) => row.state === 'skipped')?.reason
    const reason =
      skipped ?? (ledger.skipped > 0 ? openReason : ledger.failed === ledger.planned ? 'every call failed' : undefined)
    const failed = own.filter((row) => row.state === 'failed')
    const failures = countFailures(failed.map(({ reason: kind, cells }) => ({ reason: kind ?? '', cells })))
    return [{ ...ledger, ...(reason !== undefined && { reason }), ...(failures.length > 0 && { failures }) }]
  })
}
