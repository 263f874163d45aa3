import { flushCompileCache } from 'node:module'
import type { Command, CommonFlags } from './command/command.ts'
import { addMetricsOptions, type MetricsFlags } from './command/metrics.ts'
import { parsePort, parseWorkers } from './command/values.ts'
import { DEFAULT_PORT, DEFAULT_WORKERS } from './setup/defaults.ts'
import { openPatiently, settings } from './setup/store.ts'
import { onInterrupt, STOPPING } from './terminal/interrupt.ts'
import { EXIT, print, type Terminal } from './terminal/output.ts'

interface WorkerFlags extends CommonFlags, MetricsFlags {
  readonly workers: number
  readonly simulate?: boolean
}

interface ServeFlags extends WorkerFlags {
  readonly host: string
  readonly port: number
}

/** `svc serve`. */
export function addServe(program: Command): void {
  const command = program
    .verb('serve', 'the HTTP API, the report pages and the built site; runs queued reports', '--port 8080')
    .summary('the API, the report pages, the site; runs queued reports')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 picks one', parsePort, DEFAULT_PORT)
    .option('--simulate', 'simulated engines for what this server runs')
    .option('--workers <n>', 'reports at once in this process; 0 runs none', parseWorkers, DEFAULT_WORKERS)
  addMetricsOptions(command).runs(() => serve)
}

/** `svc worker`. */
export function addWorker(program: Command): void {
  const command = program
    .verb('worker', 'runs queued reports and the categories of a running month, with or without a server')
    .summary('runs queued reports from the same store')
    .option('--simulate', 'simulated engines')
    .option('--workers <n>', 'reports or categories at once in this process', parseWorkers, DEFAULT_WORKERS)
  addMetricsOptions(command).runs(() => work)
}

/** Serves until it is interrupted. */
async function serve(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const { metricsLine, serveMetrics } = await import('./metrics/listen.ts')
  const { startServing } = await import('./setup/serving.ts')
  const config = await settings(flags)
  await using db = await openPatiently(terminal, config.database)
  await using watched = await serveMetrics(db, flags)
  const { url, stopped } = await startServing(terminal, config, db, flags, watched?.metrics)
  // Node writes its compile cache on exit, which a killed server never reaches.
  flushCompileCache()
  print(terminal, flags, { url, metrics: watched?.url }, `listening on ${url}\n${metricsLine(watched)}`)
  await stopped
  return EXIT.done
}

/** Runs queued reports and categories until it is interrupted. */
async function work(terminal: Terminal, flags: WorkerFlags): Promise<number> {
  const { createLogger } = await import('../pipeline/log.ts')
  const { metricsLine, serveMetrics } = await import('./metrics/listen.ts')
  const { createJobs } = await import('./setup/jobs.ts')
  const { openJobsQueue } = await import('./setup/queue.ts')
  const config = await settings(flags)
  await using db = await openPatiently(terminal, config.database)
  const log = createLogger(config.log, { write: terminal.err })
  await using opened = await openJobsQueue(terminal, config, db, log)
  const interrupt = onInterrupt(terminal, STOPPING)
  try {
    await using watched = await serveMetrics(db, flags)
    const jobs = createJobs(config, { db, queue: opened.queue }, log, interrupt, flags.workers, watched?.metrics)
    flushCompileCache()
    const working = `working on queued reports, ${flags.workers} at once\n${metricsLine(watched)}`
    print(terminal, flags, { workers: flags.workers, metrics: watched?.url }, working)
    await jobs.run(interrupt.stop)
    return EXIT.done
  } finally {
    interrupt.dispose()
  }
}
