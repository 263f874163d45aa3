import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { RunResult } from '../../pipeline/ranking/run.ts'
import { runMonth } from '../../pipeline/ranking/run.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { askedEngines } from '../engines.ts'
import type { DemoFlags } from '../index.ts'
import { DEFAULT_PORT } from '../index.ts'
import { onInterrupt } from '../interrupt.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { buildSite } from '../site.ts'
import { serveUntilStopped } from './serve.ts'

const CATEGORIES = [
  { slug: 'crm-software', category: 'CRM software' },
  { slug: 'password-managers', category: 'password managers' },
  { slug: 'trail-running-shoes', category: 'trail running shoes' },
]
const RUNS = 3

/** `svc demo`: two simulated months of three categories and their site, in a store of its own. */
export async function demo(terminal: Terminal, flags: DemoFlags): Promise<number> {
  const dir = flags.dir === undefined ? await freshFolder(join('data', 'demo')) : await emptyFolder(flags.dir)
  const siteUrl = `http://127.0.0.1:${flags.port === 0 ? DEFAULT_PORT : flags.port}`
  const database = join(dir, 'svc.db')
  const config: Config = {
    ...readConfig(takeEnvironment(), { database, simulate: true }),
    siteDir: join(dir, 'site'),
    siteUrl,
  }
  const db = await openStore(config.database, systemClock.now())
  try {
    for (const month of lastMonths(systemClock.now())) {
      terminal.err(`Asking six simulated engines for ${month}; their answers are made up.\n`)
      const { stopped } = await simulateMonth(terminal, config, db, month)
      if (stopped !== null) return EXIT.interrupted
    }
    terminal.err('Building the site.\n')
    const pages = await buildSite(config, config.siteDir)
    const commands = CATEGORIES.map(({ slug }) => `npx svc rankings show ${slug} --database ${database}`)

    if (!flags.serve) {
      if (flags.json === true) printJson(terminal, { database, site: { dir: config.siteDir, pages } })
      else
        terminal.out(
          [
            'SIMULATED: every answer is made up.',
            `Pages:  ${join(config.siteDir, 'index.html')} (${pages} pages)`,
            `Store:  ${database}`,
            'Read:',
            ...commands.map((command) => `  ${command}`),
            'Serve:',
            `  npx svc serve --database ${database}`,
            '',
          ].join('\n'),
        )
      return EXIT.done
    }
    const { url, closed } = await serveUntilStopped(terminal, config, db, { host: '127.0.0.1', port: flags.port })
    const addresses = { site: `${url}/`, api: `${url}/v1/rankings`, database }
    if (flags.json === true) printJson(terminal, addresses)
    else
      terminal.out(
        [
          'SIMULATED: every answer is made up.',
          `Site:   ${addresses.site}`,
          `API:    ${addresses.api}`,
          `Store:  ${database}`,
          'Read:',
          ...commands.map((command) => `  ${command}`),
          'Ctrl-C ends it.',
          '',
        ].join('\n'),
      )
    await closed
    return EXIT.done
  } finally {
    await db.destroy()
  }
}

async function simulateMonth(
  terminal: Terminal,
  config: Config,
  db: Store,
  month: string,
): Promise<Pick<RunResult, 'stopped'>> {
  const interrupt = onInterrupt(terminal)
  const result = await runMonth(
    {
      db,
      clock: systemClock,
      random: Math.random,
      month,
      simulated: true,
      engines: await askedEngines(config, ENGINES, systemClock),
      selected: ENGINES,
      runs: RUNS,
      scribe: null,
      budget: createBudget(),
      stop: interrupt.stop,
      cut: interrupt.cut,
      warn: (sentence) => terminal.err(`${sentence}\n`),
    },
    CATEGORIES,
    createProgress(terminal, systemClock.now),
  ).finally(interrupt.dispose)
  if ('refusal' in result) throw new CommandError(result.refusal)
  return result
}

/** The month before the present one, and the present one, in UTC. */
function lastMonths(now: number): [string, string] {
  const today = new Date(now)
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return [before.toISOString().slice(0, 7), today.toISOString().slice(0, 7)]
}

/** The folder, or the first of `folder-2`, `folder-3`, ... that is free: an earlier demo is never written over. */
async function freshFolder(folder: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? folder : `${folder}-${n}`
    if (await isFree(candidate)) return candidate
  }
}

async function emptyFolder(folder: string): Promise<string> {
  if (await isFree(folder)) return folder
  throw new CommandError('The folder after --dir is not empty; name a new one.', EXIT.usage)
}

async function isFree(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    return ['something else']
  })
  return entries.length === 0
}
