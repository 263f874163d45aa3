import { Command, InvalidArgumentError, Option } from 'commander'
import type { EngineName } from '../pipeline/contract/terms.ts'
import { ENGINES, engineName, month, slug } from '../pipeline/contract/terms.ts'
import type { AccountActions } from './flags/accounts.ts'
import { addAccounts } from './flags/accounts.ts'
import type { CommonFlags, Finish } from './flags/common.ts'
import { common, example, wholeNumber } from './flags/common.ts'
import type { CreditActions } from './flags/credits.ts'
import { addCredits } from './flags/credits.ts'
import type { KeyActions } from './flags/keys.ts'
import { addKeys } from './flags/keys.ts'
import type { PlanActions } from './flags/plans.ts'
import { addPlans } from './flags/plans.ts'

export interface RunFlags extends CommonFlags {
  readonly categories: string
  readonly month?: string
  readonly category?: string[]
  readonly engines?: EngineName[]
  readonly runs: number
  readonly concurrency?: number
  readonly budget?: number
  readonly dryRun?: boolean
  readonly simulate?: boolean
  readonly site: boolean
}

export interface ShowFlags extends CommonFlags {
  readonly month?: string
  readonly csv?: boolean
}

export interface ServeFlags extends CommonFlags {
  readonly host: string
  readonly port: number
  readonly workers: number
  readonly simulate?: boolean
}

export interface WorkerFlags extends CommonFlags {
  readonly workers: number
  readonly simulate?: boolean
}

export interface DemoFlags extends CommonFlags {
  readonly dir?: string
  readonly port: number
  readonly serve: boolean
}

export interface SiteFlags extends CommonFlags {
  readonly out?: string
}

/** What the commands do; each resolves with the exit code. Passed in, so that flags are tested without effects. */
export interface Actions extends AccountActions, KeyActions, CreditActions, PlanActions {
  rankingsRun(flags: RunFlags): Promise<number>
  rankingsList(flags: CommonFlags): Promise<number>
  rankingsShow(slug: string, flags: ShowFlags): Promise<number>
  serve(flags: ServeFlags): Promise<number>
  worker(flags: WorkerFlags): Promise<number>
  siteBuild(flags: SiteFlags): Promise<number>
  demo(flags: DemoFlags): Promise<number>
}

export const DEFAULT_PORT = 8080
export const DEFAULT_WORKERS = 2

const count = wholeNumber(999)

/** The command line: flags alone. `finish` gets the exit code of the action that ran. */
export function createProgram(actions: Actions, finish: Finish): Command {
  const program = new Command('svc')
    .description('Measures whether AI answer engines name a product, and shows every answer behind every count.')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', example('npx svc demo'))

  common(program.command('demo'))
    .description(
      'the whole job on simulated engines in a fresh store: two months of rankings, a report, its kit, the site; then serves',
    )
    .addOption(new Option('--dir <dir>', 'a new or empty folder for it').default(undefined, 'data/demo'))
    .option('--port <port>', 'where to serve', port, DEFAULT_PORT)
    .option('--no-serve', 'end when everything is built')
    .addHelpText('after', example('npx svc demo --no-serve'))
    .action(async (flags: DemoFlags) => finish(await actions.demo(flags)))

  const rankings = program
    .command('rankings')
    .description('the public rankings of categories')
    .addHelpText('after', example('npx svc rankings list'))
  common(rankings.command('run'))
    .description('the monthly batch; run again, it asks only what is missing or failed')
    .requiredOption('--categories <file>', 'the YAML file that lists the categories')
    .addOption(
      new Option('--month <YYYY-MM>', 'the month').argParser(aMonth).default(undefined, 'the current one, UTC'),
    )
    .option('--category <slug...>', 'only these categories of the file')
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, engineList)
    .option('--runs <n>', 'how often each engine is asked each question', count, 3)
    .option('--concurrency <n>', 'calls at once for each engine, in place of SVC_CONCURRENCY_<ENGINE>', count)
    .option('--budget <usd>', 'the most that this invocation may spend, the scribe included', money)
    .option('--dry-run', 'say calls, cost and time, and ask nothing')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .option('--no-site', 'leave the published site as it is')
    .addHelpText('after', example('npx svc rankings run --categories categories.yaml --budget 20'))
    .action(async (flags: RunFlags) => finish(await actions.rankingsRun(flags)))
  common(rankings.command('list'))
    .description("each category's latest month")
    .addHelpText('after', example('npx svc rankings list'))
    .action(async (flags: CommonFlags) => finish(await actions.rankingsList(flags)))
  common(rankings.command('show'))
    .description('one ranking: every brand with its count, interval and change')
    .argument('<slug>', 'the category', aSlug)
    .addOption(new Option('--month <YYYY-MM>', 'an earlier month').argParser(aMonth))
    .addOption(new Option('--csv', 'as CSV').conflicts('json'))
    .addHelpText('after', example('npx svc rankings show crm-software --month 2026-10'))
    .action(async (name: string, flags: ShowFlags) => finish(await actions.rankingsShow(name, flags)))

  common(program.command('serve'))
    .description('the HTTP API, the report pages and the built site; runs queued reports')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 picks one', port, DEFAULT_PORT)
    .option('--simulate', 'simulated engines for what this server runs')
    .option('--workers <n>', 'reports at once in this process; 0 runs none', workers, DEFAULT_WORKERS)
    .addHelpText('after', example('npx svc serve --port 8080'))
    .action(async (flags: ServeFlags) => finish(await actions.serve(flags)))

  common(program.command('worker'))
    .description('runs queued reports from the same store, beside or without a server')
    .option('--simulate', 'simulated engines')
    .option('--workers <n>', 'reports at once in this process', workers, DEFAULT_WORKERS)
    .addHelpText('after', example('npx svc worker'))
    .action(async (flags: WorkerFlags) => finish(await actions.worker(flags)))

  const site = program
    .command('site')
    .description('the static rankings site')
    .addHelpText('after', example('npx svc site build'))
  common(site.command('build'))
    .description('publishes the static site')
    .addOption(new Option('--out <dir>', 'where to').default(undefined, 'SVC_SITE_DIR'))
    .addHelpText('after', example('npx svc site build --out public'))
    .action(async (flags: SiteFlags) => finish(await actions.siteBuild(flags)))

  addAccounts(program, actions, finish)
  addKeys(program, actions, finish)
  addCredits(program, actions, finish)
  addPlans(program, actions, finish)

  return program
}

function aMonth(raw: string): string {
  if (!month.safeParse(raw).success) throw new InvalidArgumentError('A month is YYYY-MM, as 2026-11.')
  return raw
}

function aSlug(raw: string): string {
  if (!slug.safeParse(raw).success) throw new InvalidArgumentError('A slug is lower-case words with hyphens.')
  return raw
}

function engineList(raw: string): EngineName[] {
  const named = raw.split(',').map((name) => engineName.safeParse(name.trim().toUpperCase()).data)
  if (!named.every((name) => name !== undefined))
    throw new InvalidArgumentError(`Engines are ${ENGINES.join(', ')}, with commas between.`)
  return ENGINES.filter((name) => named.includes(name))
}

function workers(raw: string): number {
  if (!/^\d{1,2}$/.test(raw)) throw new InvalidArgumentError('Give a whole number from 0 to 99.')
  return Number(raw)
}

function port(raw: string): number {
  if (!/^\d{1,5}$/.test(raw) || Number(raw) > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.')
  return Number(raw)
}

function money(raw: string): number {
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(raw)) throw new InvalidArgumentError('Give dollars, as 20 or 0.50.')
  return Number(raw)
}
