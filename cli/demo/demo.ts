import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { SECOND_SHARE } from '../../pipeline/contract/words.ts'
import { runMonth } from '../../pipeline/ranking/month.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { isFresh } from '../../pipeline/store/driver/probe.ts'
import type { CommonFlags } from '../command/command.ts'
import { DEFAULT_WORKERS } from '../setup/defaults.ts'
import { askedEngines, askedScribes } from '../setup/engines.ts'
import { type Serving, startServing } from '../setup/serving.ts'
import { buildSite, publicSiteUrl } from '../setup/site.ts'
import { settings } from '../setup/store.ts'
import { CommandError, EXIT, lineWriter, type Terminal } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'
import { demoReport } from './report.ts'
import { CATEGORIES, showFiles, showServing } from './show.ts'

const RUNS = 3

interface DemoFlags extends CommonFlags {
  readonly dir?: string
  readonly port: number
  readonly serve: boolean
}

/** `svc demo`: two simulated months of three categories, a report with its kit, and the site, in a separate store. */
export async function demo(terminal: Terminal, flags: DemoFlags): Promise<number> {
  const dir = flags.dir === undefined ? await freshFolder(join('data', 'demo')) : await emptyFolder(flags.dir)
  const database = flags.database ?? join(dir, 'svc.db')
  if (existsSync(database)) throw storeNotEmpty()
  const given = await settings({ database, simulate: true })
  const config: Config = {
    ...given,
    siteDir: join(dir, 'site'),
    mail: { ...given.mail, smtpUrl: undefined, dir: join(dir, 'mail') },
    // The addresses are those it listens on, or with --no-serve those of a later `svc serve`.
    baseUrl: undefined,
    siteUrl: flags.serve ? undefined : publicSiteUrl({ ...given, siteUrl: undefined }),
    log: 'warn',
  }
  await using db = await openStore(database, systemClock.now())
  if (!(await isFresh(db))) throw storeNotEmpty()
  // Listens first, so that a port in use is reported before any work.
  const at = { host: '127.0.0.1', port: flags.serve ? flags.port : 0, workers: DEFAULT_WORKERS }
  const serving = await startServing(terminal, config, db, at)
  try {
    for (const month of lastMonths(systemClock.now())) {
      terminal.err(`Asking six simulated engines for ${month}; their answers are made up.\n`)
      await simulateMonth(terminal, config, db, month, serving)
      if (serving.halt.aborted) return EXIT.interrupted
    }
    terminal.err('Starting a report over HTTP and waiting for it.\n')
    const report = await demoReport(db, serving.url, dir, serving.halt)
    terminal.err('Building the site.\n')
    const pages = await buildSite({ ...config, siteUrl: config.siteUrl ?? serving.url }, config.siteDir)
    if (flags.serve) {
      showServing(terminal, flags, { config, database, report, url: serving.url })
      await serving.stopped
    } else showFiles(terminal, flags, { config, database, report, pages })
    return EXIT.done
  } finally {
    serving.stop()
    await serving.stopped
  }
}

function storeNotEmpty(): CommandError {
  return new CommandError('The demo needs an empty store; give a new --database.', EXIT.usage)
}

async function simulateMonth(
  terminal: Terminal,
  config: Config,
  db: Store,
  month: string,
  { queue, halt }: Serving,
): Promise<void> {
  const result = await runMonth(
    { db, clock: systemClock, random: Math.random, stop: halt, cut: halt },
    { month, simulated: true, specs: CATEGORIES, selected: ENGINES, runs: RUNS, canaries: false },
    {
      queue,
      engines: await askedEngines(config, db, ENGINES),
      scribes: await askedScribes(config, db),
      secondShare: SECOND_SHARE,
      limitUsd: undefined,
      progress: createProgress(terminal, systemClock.now),
      warn: lineWriter(terminal),
    },
  )
  if ('refusal' in result) throw new CommandError(result.refusal)
}

/** The previous and the current month, UTC. */
function lastMonths(now: number): [string, string] {
  const today = new Date(now)
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return [before.toISOString().slice(0, 7), today.toISOString().slice(0, 7)]
}

/** The folder, or the first free one of `folder-2`, `folder-3`, ..., so that no earlier demo is overwritten. */
async function freshFolder(folder: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? folder : `${folder}-${n}`
    if (await isFree(candidate)) return candidate
  }
}

async function emptyFolder(folder: string): Promise<string> {
  if (await isFree(folder)) return folder
  throw new CommandError('The --dir folder is not empty; give a new one.', EXIT.usage)
}

async function isFree(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (entries) => entries.length === 0,
    (fault: NodeJS.ErrnoException) => fault.code === 'ENOENT',
  )
}
