import type { Command } from 'commander'
import { Option } from 'commander'
import type { Run } from './command/command.ts'
import { addVerb, later } from './command/command.ts'
import { parsePort } from './command/values.ts'
import { DEFAULT_PORT } from './setup/defaults.ts'

/** `svc demo`. */
export function addDemo(program: Command, run: Run): void {
  const described = 'runs the whole job on simulated engines in a fresh store, then serves it'
  addVerb(program, 'demo', described, './svc demo --no-serve')
    .summary('the whole job on simulated engines, then serves it')
    .addOption(new Option('--dir <dir>', 'a new or empty folder').default(undefined, 'data/demo'))
    .option('--port <port>', 'where to serve', parsePort, DEFAULT_PORT)
    .option('--no-serve', 'exit once everything is built')
    .addHelpText('after', '\nTwo months of rankings, a report, its kit and the site, from made-up answers.')
    .action(run(later(async () => (await import('./demo/demo.ts')).demo)))
}
