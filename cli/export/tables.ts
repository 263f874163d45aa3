import { counted } from '../../pipeline/contract/wording.ts'
import { rankingRows, reportRows } from '../../pipeline/export/rows.ts'
import type { SurveyRows } from '../../pipeline/export/tables.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { publishedMonths, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { completeReports } from '../../pipeline/store/report/versions.ts'
import type { CommonFlags } from '../command/command.ts'
import { withStoreForReading } from '../setup/store.ts'
import { CommandError, EXIT, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
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
    const chosen = await choose(db, slugs, { month, reports })
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

interface Chosen {
  readonly rankings: readonly { readonly slug: string; readonly month: string }[]
  readonly reports: readonly string[]
}

/** The rankings and complete reports with these slugs, or every ranking if there are none. Throws CommandError for an unknown slug, or if nothing is chosen. */
async function choose(
  db: Store,
  slugs: readonly string[],
  { month, reports }: { readonly month: string | undefined; readonly reports: boolean },
): Promise<Chosen> {
  const months = (await publishedMonths(db)).filter((each) => (month ?? each.month) === each.month)
  const complete = await completeReports(db)
  const unknown = slugs.filter((slug) => !complete.includes(slug) && !months.some((each) => each.slug === slug))
  const when = month === undefined ? '' : ` for ${month}`
  if (unknown.length > 0)
    throw new CommandError(
      `Nothing is published${when} under ${unknown.map(plain).join(', ')}, and no report of that name is complete; ` +
        '`./svc rankings list` and `./svc report list` list what there is.',
    )
  const chosen = {
    rankings: months.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug)),
    reports: complete.filter((slug) => reports || slugs.includes(slug)),
  }
  if (chosen.rankings.length + chosen.reports.length === 0)
    throw new CommandError(
      `Nothing is published${when} that could be exported; \`./svc rankings run\` publishes a month.`,
    )
  return chosen
}

/** The rows of each chosen survey as frozen, one survey at a time. */
async function* surveyRows(db: Store, { rankings, reports }: Chosen): AsyncGenerator<SurveyRows> {
  for (const { slug, month } of rankings) {
    const ranking = await readRanking(db, slug, month)
    if (ranking !== undefined) yield rankingRows(ranking)
  }
  for (const slug of reports) {
    // It is missing if its account was deleted meanwhile.
    const report = await frozenReport(db, slug)
    if (report !== undefined) yield reportRows(report)
  }
}
