import { Option } from 'commander'
import type { Command } from './command/command.ts'
import { parsePort } from './command/values.ts'
import { DEFAULT_PORT } from './setup/defaults.ts'

/** `svc demo`. */
export function addDemo(program: Command): void {
  program
    .verb('demo', 'runs the whole job on simulated engines in a fresh store, then serves it', '--no-serve')
    .summary('the whole job on simulated engines, then serves it')
    .addOption(new Option('--dir <dir>', 'a new or empty folder').default(undefined, 'data/demo'))
    .option('--port <port>', 'where to serve', parsePort, DEFAULT_PORT)
    .option('--no-serve', 'exit once everything is built')
    .addHelpText('after', '\nTwo months of rankings, a report, its kit and the site, from made-up answers.')
    .runs(async () => (await import('./demo/demo.ts')).demo)
}
