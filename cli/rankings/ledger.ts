import type { LedgerRow } from '../../pipeline/contract/terms.ts'
import { ledgerNote } from '../../pipeline/contract/wording.ts'
import { bad } from '../terminal/colours.ts'
import { table } from '../terminal/table.ts'

/** A ledger as a table with a row for each engine. */
export function ledgerTable(ledger: readonly LedgerRow[]): string {
  const rows = ledger.map((row) => {
    const [failed, note] = [String(row.failed), ledgerNote(row)]
    const sums = [row.planned, row.counted, row.noAnswer].map(String)
    return [row.engine, ...sums, row.failed > 0 ? bad(failed) : failed, String(row.skipped), note]
  })
  return table(['engine', 'planned', 'counted', 'no answer', 'failed', 'skipped', ''], rows)
}
