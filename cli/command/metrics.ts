import { Option } from 'commander'
import type { Command } from './command.ts'
import { parsePort } from './values.ts'

/** Where a process serves its metrics. */
export interface MetricsFlags {
  readonly metricsHost: string
  readonly metricsPort?: number
}

/** Adds `--metrics-port` and `--metrics-host`. */
export function addMetricsOptions(command: Command): Command {
  const port = new Option('--metrics-port <port>', "a port for Prometheus' /metrics; 0 picks one")
  return command
    .addOption(port.argParser(parsePort).default(undefined, 'none'))
    .option('--metrics-host <host>', 'the address to serve metrics on', '127.0.0.1')
}
