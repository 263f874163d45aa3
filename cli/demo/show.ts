import { join } from 'node:path'
import type { Config } from '../../pipeline/config/config.ts'
import { isPostgresAddress, shownAddress } from '../../pipeline/contract/database.ts'
import type { CommonFlags } from '../command/command.ts'
import { print, type Terminal } from '../terminal/output.ts'
import type { DemoReport } from './report.ts'

/** The categories that the demo ranks. */
export const CATEGORIES = [
  { slug: 'crm-software', category: 'CRM software' },
  { slug: 'password-managers', category: 'password managers' },
  { slug: 'trail-running-shoes', category: 'trail running shoes' },
]

interface Demo {
  readonly config: Config
  readonly database: string
  readonly report: DemoReport
}

/** Prints where the demo's files are. */
export function showFiles(terminal: Terminal, flags: CommonFlags, demo: Demo & { readonly pages: number }): void {
  const { config, database, report, pages } = demo
  const site = { dir: config.siteDir, pages }
  const document = { database: shownAddress(database), site, report, mail: config.mail.dir }
  const text = toText(
    demo,
    [`Pages:   ${join(config.siteDir, 'index.html')} (${pages} pages)`],
    ['Serve:', `  ./svc serve --simulate --database ${inCommand(database)}`, `  then the report is at ${report.url}`],
  )
  print(terminal, flags, document, text)
}

/** Prints where the demo is served. */
export function showServing(terminal: Terminal, flags: CommonFlags, demo: Demo & { readonly url: string }): void {
  const { database, report, url } = demo
  const addresses = { site: `${url}/`, api: `${url}/v1/rankings`, database: shownAddress(database), report }
  const text = toText(
    demo,
    [
      `Site:    ${addresses.site}`,
      `API:     ${addresses.api}`,
      `Report:  ${report.url}`,
      `  curl -H 'Authorization: Bearer ${report.key}' ${url}/v1/reports/${report.slug}`,
    ],
    ['Ctrl-C stops it.'],
  )
  print(terminal, flags, addresses, text)
}

function toText({ config, database, report }: Demo, first: readonly string[], last: readonly string[]): string {
  return [
    'SIMULATED: every answer is made up.',
    ...first,
    `Kit:     ${report.kitDir}`,
    `Mail:    ${config.mail.dir}`,
    `Store:   ${shownAddress(database)}`,
    'Read:',
    ...CATEGORIES.map(({ slug }) => `  ./svc rankings show ${slug} --database ${inCommand(database)}`),
    ...last,
    '',
  ].join('\n')
}

/** The store's address for a command to copy; one that may hold a password becomes a variable. */
function inCommand(database: string): string {
  return isPostgresAddress(database) ? '"$SVC_DATABASE"' : database
}
