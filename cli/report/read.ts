import { marketBeside } from '../../pipeline/contract/market/market-words.ts'
import type { Report } from '../../pipeline/contract/report.ts'
import { buildKit } from '../../pipeline/render/kit.ts'
import { findReport, frozenReport } from '../../pipeline/store/report/reports.ts'
import { listReports, progressOf, publicReport } from '../../pipeline/store/report/views.ts'
import type { CommonFlags } from '../command/command.ts'
import { publicSiteUrl } from '../setup/site.ts'
import { type Opened, withStore } from '../setup/store.ts'
import { fitted } from '../terminal/columns.ts'
import { CommandError, EXIT, plain, print, printJson, shellWord, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { reportCsv } from './csv.ts'
import { writeKit } from './kit.ts'
import { headOf, reportText } from './text.ts'

const BRAND = 16

interface ShowFlags extends CommonFlags {
  readonly csv?: boolean
}

/** `svc report list`. */
export async function reportList(
  terminal: Terminal,
  flags: CommonFlags & { readonly limit: number; readonly after?: string },
): Promise<number> {
  const { limit, after } = flags
  const page = await withStore(flags, ({ db, config }) =>
    listReports(db, undefined, publicSiteUrl(config), { limit, after }),
  )
  if (page === undefined) throw noReport()
  const { reports, more } = page
  const next = more ? reports.at(-1)?.slug : undefined
  const rows = reports.map(({ slug, createdAt, status, overallScore, brand, simulated, ...named }) => [
    slug,
    createdAt.slice(0, 10),
    status,
    overallScore?.toFixed(1) ?? '–',
    `${fitted(plain(brand), BRAND).trimEnd()}${marketBeside(named)}`,
    simulated ? 'SIMULATED' : '',
  ])
  const none =
    after === undefined
      ? 'There is no report yet; `./svc report run` makes one.\n'
      : 'There is no report after that one.\n'
  const text = table(['slug', 'started', 'status', 'score', 'product', ''], rows, none)
  print(terminal, flags, { reports, next }, text)
  if (next !== undefined) terminal.err(`There are more: --after ${next} lists the next.\n`)
  return EXIT.done
}

/** `svc report show`. */
export async function reportShow(terminal: Terminal, slug: string, flags: ShowFlags): Promise<number> {
  await withStore(flags, (opened) => showReport(terminal, opened, slug, flags))
  return EXIT.done
}

/** `svc report kit`. */
export async function reportKit(
  terminal: Terminal,
  slug: string,
  flags: CommonFlags & { readonly out: string },
): Promise<number> {
  const kit = await withStore(flags, async ({ db }) => {
    const report = await findReport(db, slug)
    if (report === undefined) throw noReport()
    const frozen = report.status === 'COMPLETE' ? await frozenReport(db, slug) : undefined
    if (frozen === undefined)
      throw new CommandError(`The report is ${report.status}, so it has no kit; only a complete one has.`)
    return buildKit(frozen)
  })
  const files = await writeKit(kit, flags.out)
  return print(terminal, flags, { kit }, files.map((file) => `${file}\n`).join(''))
}

/** Prints the report as the API's JSON, its answers as CSV, or a summary, by the flags. Returns the report. */
export async function showReport(
  terminal: Terminal,
  { db, config }: Pick<Opened, 'db' | 'config'>,
  slug: string,
  flags: ShowFlags,
): Promise<Report> {
  const siteUrl = publicSiteUrl(config)
  const report = await publicReport(db, slug, siteUrl)
  if (report === undefined) throw noReport()
  const open = report.status === 'PENDING' || report.status === 'RUNNING'
  if (flags.json === true) printJson(terminal, { report })
  else if (flags.csv === true && open)
    throw new CommandError(`The report is ${report.status}; its answers can be listed once it has ended.`)
  else if (flags.csv === true) terminal.out(reportCsv(report))
  else if (!open) terminal.out(reportText(report))
  else {
    const progress = await progressOf(db, slug, siteUrl)
    const { answersStored = 0, answersPlanned = 0 } = progress?.progress ?? {}
    const lines = [...headOf(report), `${answersStored} of ${answersPlanned} answers are stored so far.`]
    if (report.funding === 'FREE') lines.push(`Unless it is running, continue it with: ${resumeCommand(report, flags)}`)
    terminal.out(`${lines.join('\n')}\n`)
  }
  return report
}

/** The error for a slug that no report has. */
export function noReport(): CommandError {
  return new CommandError('No report has this slug; `./svc report list` lists them.')
}

/** The shell command that resumes a report. A database address is left out, as it may hold a password. */
export function resumeCommand(
  { slug, simulated }: Pick<Report, 'slug' | 'simulated'>,
  {
    database,
    kit,
    failUnder,
    summary,
  }: {
    readonly database?: string
    readonly kit?: string
    readonly failUnder?: number
    readonly summary?: string
  },
): string {
  const store = database === undefined || database.includes('://') ? '' : ` --database ${shellWord(database)}`
  const folder = kit === undefined ? '' : ` --kit ${shellWord(kit)}`
  const bound = failUnder === undefined ? '' : ` --fail-under ${failUnder}`
  const file = summary === undefined ? '' : ` --summary ${shellWord(summary)}`
  return `./svc report resume ${slug}${simulated ? ' --simulate' : ''}${store}${folder}${bound}${file}`
}
