import { flushCompileCache } from 'node:module'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { createLogger } from '../../pipeline/log.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { createApp } from '../../server/app.ts'
import type { Listening } from '../../server/listen.ts'
import { listen } from '../../server/listen.ts'
import type { ServeFlags } from '../flags/services.ts'
import { onInterrupt } from '../interrupt.ts'
import { createJobs, openJobsQueue } from '../jobs.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import type { Metrics } from '../metrics/registry.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'
import { openPatiently } from '../store.ts'

/** A service that listens, and runs queued reports beside. */
export interface Serving {
  readonly url: string
  readonly queue: Queue
  /** Resolves when it was told to stop (Ctrl-C, SIGTERM) and everything under way is answered or stored. */
  readonly stopped: Promise<void>
  /** Aborts when it was told to stop. */
  readonly halt: AbortSignal
  /** Tells it to stop. */
  stop(): void
}

/** `svc serve`: until it is told to stop. */
export async function serve(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const db = await openPatiently(terminal, config.database)
  try {
    await using watched = await serveMetrics(db, flags)
    const { url, stopped } = await startServing(terminal, config, db, flags, watched?.metrics)
    // Node writes what it compiled when it ends; a server that is killed would compile everything at each start.
    flushCompileCache()
    if (flags.json === true) printJson(terminal, { url, metrics: watched?.url })
    else terminal.out(`listening on ${url}\n${metricsLine(watched)}`)
    await stopped
    return EXIT.done
  } finally {
    await db.destroy()
  }
}

/** Serves the API, the report pages and the site, and runs queued reports, `workers` at once. */
export async function startServing(
  terminal: Terminal,
  config: Config,
  db: Store,
  { host, port, workers }: { host: string; port: number; workers: number },
  metrics?: Metrics,
): Promise<Serving> {
  const shown = host.includes(':') ? `[${host}]` : host
  let url = `http://${shown}:${port}`
  const log = createLogger(config.log, { write: terminal.err })
  const { siteDir, legacyBaseUrl, trustedProxies, secret, simulate } = config
  const { queue } = await openJobsQueue(config, db, log)
  const app = createApp({
    db,
    queue,
    baseUrl: () => config.baseUrl ?? url,
    siteUrl: () => config.siteUrl ?? url,
    legacyBaseUrl,
    siteDir,
    trustedProxies,
    secret,
    byokOn: config.byok,
    simulate,
    now: systemClock.now,
    log,
    answered: metrics?.answered,
  })
  let listening: Listening
  try {
    listening = await listen(app, { host, port })
  } catch {
    await queue.close()
    throw new CommandError(`Nothing can listen on ${url}; another program may, so choose another --port.`)
  }
  url = `http://${shown}:${listening.address.port}`

  const interrupt = onInterrupt(terminal, 'Stopping: what is under way is finished first; Ctrl-C again cuts it off.')
  const ended = new AbortController()
  const halt = AbortSignal.any([interrupt.stop, ended.signal])
  const jobs = createJobs(config, { db, queue }, log, { stop: halt, cut: interrupt.cut }, workers, metrics).run(halt)
  const stopped = new Promise<void>((resolve) => {
    halt.addEventListener('abort', () => resolve())
  })
    .then(() => Promise.all([listening.close(), jobs]))
    .then(() => queue.close())
    .then(interrupt.dispose)
  return { url, queue, stopped, halt, stop: () => ended.abort() }
}
