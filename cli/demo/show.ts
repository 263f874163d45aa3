import { join } from 'node:path'
import type { Config } from '../../pipeline/config/config.ts'
import { isPostgresAddress, shownAddress } from '../../pipeline/contract/database.ts'
import type { CommonFlags } from '../command/command.ts'
import type { Terminal } from '../terminal/output.ts'
import { printJson } from '../terminal/output.ts'
import type { DemoReport } from './report.ts'

/** The categories that the demo ranks. */
export const CATEGORIES = [
  { slug: 'crm-software', category: 'CRM software' },
  { slug: 'password-managers', category: 'password managers' },
  { slug: 'trail-running-shoes', category: 'trail running shoes' },
]

/** Prints where the demo's files are. */
export function showFiles(
  terminal: Terminal,
  flags: CommonFlags,
  made: { config: Config; database: string; report: DemoReport; pages: number },
): void {
  const { config, database, report, pages } = made
  if (flags.json === true) {
    printJson(terminal, {
      database: shownAddress(database),
      site: { dir: config.siteDir, pages },
      report,
      mail: config.mail.dir,
    })
    return
  }
  terminal.out(
    [
      'SIMULATED: every answer is made up.',
      `Pages:   ${join(config.siteDir, 'index.html')} (${pages} pages)`,
      `Kit:     ${report.kitDir}`,
      `Mail:    ${config.mail.dir}`,
      `Store:   ${shownAddress(database)}`,
      'Read:',
      ...readCommands(database),
      'Serve:',
      `  ./svc serve --simulate --database ${inCommand(database)}`,
      `  then the report is at ${report.url}`,
      '',
    ].join('\n'),
  )
}

/** Prints where the demo is served, and waits until it stops. */
export async function showServing(
  terminal: Terminal,
  flags: CommonFlags,
  made: { dir: string; database: string; report: DemoReport },
  serving: { url: string; stopped: Promise<void> },
): Promise<void> {
  const { dir, database, report } = made
  const { url } = serving
  const addresses = { site: `${url}/`, api: `${url}/v1/rankings`, database: shownAddress(database), report }
  if (flags.json === true) printJson(terminal, addresses)
  else
    terminal.out(
      [
        'SIMULATED: every answer is made up.',
        `Site:    ${addresses.site}`,
        `API:     ${addresses.api}`,
        `Report:  ${report.url}`,
        `  curl -H 'Authorization: Bearer ${report.key}' ${url}/v1/reports/${report.slug}`,
        `Kit:     ${report.kitDir}`,
        `Mail:    ${join(dir, 'mail')}`,
        `Store:   ${shownAddress(database)}`,
        'Read:',
        ...readCommands(database),
        'Ctrl-C stops it.',
        '',
      ].join('\n'),
    )
  await serving.stopped
}

function readCommands(database: string): string[] {
  return CATEGORIES.map(({ slug }) => `  ./svc rankings show ${slug} --database ${inCommand(database)}`)
}

/** The store's address for a command to copy; one that may hold a password becomes a variable. */
function inCommand(database: string): string {
  return isPostgresAddress(database) ? '"$SVC_DATABASE"' : database
}
