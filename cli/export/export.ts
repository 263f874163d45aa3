import { Option } from 'commander'
import type { Command } from '../command/command.ts'
import { parseFolder, parseMonth } from '../command/values.ts'

/** `svc export`. */
export function addExport(program: Command): void {
  const described = 'writes published rankings, and reports on request, as flat tables with their schema'
  program
    .verb('export', described, '--parquet tables')
    .summary('rankings and reports as tables: Parquet or CSV')
    .argument('[slug...]', 'categories or reports (default: every ranking)')
    .option('--parquet <dir>', 'the folder for a Parquet file of each table', parseFolder)
    .addOption(
      new Option('--csv <dir>', 'the folder for a CSV file of each table').argParser(parseFolder).conflicts('parquet'),
    )
    .option('--month <YYYY-MM>', 'only the rankings of this month', parseMonth)
    .option('--reports', 'also every complete report; reports are private')
    .runs(async () => (await import('./tables.ts')).exportTables)
}
