import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'

export interface DemoFlags extends CommonFlags {
  readonly dir?: string
  readonly port: number
  readonly serve: boolean
}

export interface MetricsFlags {
  readonly metricsHost: string
  readonly metricsPort?: number
}

export interface ServeFlags extends CommonFlags, MetricsFlags {
  readonly host: string
  readonly port: number
  readonly workers: number
  readonly simulate?: boolean
}

export interface WorkerFlags extends CommonFlags, MetricsFlags {
  readonly workers: number
  readonly simulate?: boolean
}

export interface SiteFlags extends CommonFlags {
  readonly out?: string
}

export interface ServiceActions {
  demo(flags: DemoFlags): Promise<number>
  serve(flags: ServeFlags): Promise<number>
  worker(flags: WorkerFlags): Promise<number>
  siteBuild(flags: SiteFlags): Promise<number>
}

export const DEFAULT_PORT = 8080
export const DEFAULT_WORKERS = 2

export function addDemo(program: Command, actions: ServiceActions, finish: Finish): void {
  common(program.command('demo'))
    .summary('the whole job on simulated engines, then serves it')
    .description('the whole job on simulated engines in a fresh store, then serves it')
    .addOption(new Option('--dir <dir>', 'a new or empty folder for it').default(undefined, 'data/demo'))
    .option('--port <port>', 'where to serve', aPort, DEFAULT_PORT)
    .option('--no-serve', 'end when everything is built')
    .addHelpText(
      'after',
      `\nTwo months of rankings, a report, its kit and the site, from made-up answers.\n${example('./svc demo --no-serve')}`,
    )
    .action(async (flags: DemoFlags) => finish(await actions.demo(flags)))
}

export function addServices(program: Command, actions: ServiceActions, finish: Finish): void {
  common(program.command('serve'))
    .summary('the API, the report pages, the site; runs queued reports')
    .description('the HTTP API, the report pages and the built site; runs queued reports')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 picks one', aPort, DEFAULT_PORT)
    .option('--simulate', 'simulated engines for what this server runs')
    .option('--workers <n>', 'reports at once in this process; 0 runs none', workers, DEFAULT_WORKERS)
    .addOption(metricsPort())
    .addOption(metricsHost())
    .addHelpText('after', example('./svc serve --port 8080'))
    .action(async (flags: ServeFlags) => finish(await actions.serve(flags)))
  common(program.command('worker'))
    .summary('runs queued reports from the same store')
    .description('runs queued reports, and categories of a month under way, beside or without a server')
    .option('--simulate', 'simulated engines')
    .option('--workers <n>', 'reports or categories at once in this process', workers, DEFAULT_WORKERS)
    .addOption(metricsPort())
    .addOption(metricsHost())
    .addHelpText('after', example('./svc worker'))
    .action(async (flags: WorkerFlags) => finish(await actions.worker(flags)))
  const site = program
    .command('site')
    .summary('publishes the static rankings site')
    .description('the static rankings site')
    .addHelpText('after', example('./svc site build'))
  common(site.command('build'))
    .description('publishes the static site')
    .addOption(new Option('--out <dir>', 'where to').default(undefined, 'SVC_SITE_DIR'))
    .addHelpText('after', example('./svc site build --out public'))
    .action(async (flags: SiteFlags) => finish(await actions.siteBuild(flags)))
}

/** `--metrics-port`. */
export function metricsPort(): Option {
  return new Option('--metrics-port <port>', "a port for Prometheus' /metrics; 0 picks one")
    .argParser(aPort)
    .default(undefined, 'none')
}

/** `--metrics-host`. */
export function metricsHost(): Option {
  return new Option('--metrics-host <host>', 'the address to serve them on').default('127.0.0.1')
}

function workers(raw: string): number {
  if (!/^\d{1,2}$/.test(raw)) throw new InvalidArgumentError('Give a whole number from 0 to 99.')
  return Number(raw)
}

function aPort(raw: string): number {
  if (!/^\d{1,5}$/.test(raw) || Number(raw) > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.')
  return Number(raw)
}
