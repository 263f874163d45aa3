import { Option } from 'commander'
import { aPort } from './values.ts'

/** Where a process serves its metrics. */
export interface MetricsFlags {
  readonly metricsHost: string
  readonly metricsPort?: number
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
