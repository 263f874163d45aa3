import { counted } from '../../pipeline/contract/wording.ts'
import type { SurveyRows } from '../../pipeline/export/tables.ts'
import type { CommonFlags } from '../command/command.ts'
import { withStoreForReading } from '../setup/store.ts'
import type { Terminal } from '../terminal/output.ts'
import { CommandError, EXIT, print } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { choose, surveyRows } from './choice.ts'
import { writeTables } from './write.ts'

interface ExportFlags extends CommonFlags {
  readonly parquet?: string
  readonly csv?: string
  readonly month?: string
  readonly reports?: boolean
}

/** `svc export`. */
export async function exportTables(terminal: Terminal, slugs: readonly string[], flags: ExportFlags): Promise<number> {
  const { month, reports = false } = flags
  const dir = flags.parquet ?? flags.csv
  if (dir === undefined) throw new CommandError('Give --parquet DIR or --csv DIR.', EXIT.usage)
  const format = flags.parquet === undefined ? 'csv' : 'parquet'
  const surveys = { all: 0, simulated: 0 }
  async function* counting(rows: AsyncIterable<SurveyRows>) {
    for await (const survey of rows) {
      surveys.all += 1
      if (survey.ledger.some((row) => row.simulated)) surveys.simulated += 1
      yield survey
    }
  }
  const tables = await withStoreForReading(flags, async ({ db }) => {
    const chosen = await choose(db, { slugs, month, reports })
    return writeTables(counting(surveyRows(db, chosen)), { dir, format })
  })
  const simulated = surveys.simulated > 0
  if (simulated)
    terminal.err(
      `SIMULATED: made-up answers in ${surveys.simulated} of ${counted(surveys.all, 'survey')}; nothing may be concluded from them.\n`,
    )
  const text = [
    table(
      ['', 'rows'],
      tables.map(({ file, rows }) => [file, String(rows)]),
    ),
    `${counted(surveys.all, 'survey')}; datapackage.json describes the columns.\n`,
  ].join('')
  return print(terminal, flags, { export: { dir, format, simulated, tables } }, text)
}
