import { once } from 'node:events'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { type Config, scribeVendorsOf } from '../../pipeline/config/config.ts'
import { createLogger } from '../../pipeline/log.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { createApp } from '../../server/app.ts'
import { type Listening, listen } from '../../server/listen.ts'
import type { Metrics } from '../metrics/registry.ts'
import { onInterrupt, STOPPING } from '../terminal/interrupt.ts'
import { CommandError, type Terminal } from '../terminal/output.ts'
import { createJobs } from './jobs.ts'
import { openJobsQueue } from './queue.ts'

/** A running service, which also runs queued reports. */
export interface Serving {
  readonly url: string
  readonly queue: Queue
  /** Resolves once it has stopped and everything under way is answered or stored. */
  readonly stopped: Promise<void>
  /** Aborts when it begins to stop: by Ctrl-C, SIGTERM or `stop`. */
  readonly halt: AbortSignal
  stop(): void
}

/** Serves the API, report pages and site, and runs `workers` queued reports at once. Throws CommandError if it can't listen. */
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
  const { queue } = await openJobsQueue(terminal, config, db, log)
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
    // Without workers here, other processes run the reports, on keys that this one doesn't know.
    hasScribe: workers === 0 || scribeVendorsOf(config).length > 0,
    now: systemClock.now,
    log,
    answered: metrics?.answered,
  })
  let listening: Listening
  try {
    listening = await listen(app, { host, port })
  } catch {
    await queue.close()
    throw new CommandError(`Cannot listen on ${url}; another program may be using it, so choose another --port.`)
  }
  url = `http://${shown}:${listening.address.port}`

  const interrupt = onInterrupt(terminal, STOPPING)
  const ended = new AbortController()
  const halt = AbortSignal.any([interrupt.stop, ended.signal])
  const served = { ...config, baseUrl: config.baseUrl ?? url, siteUrl: config.siteUrl ?? url }
  const jobs = createJobs(served, { db, queue }, log, { stop: halt, cut: interrupt.cut }, workers, metrics).run(halt)
  const stopped = once(halt, 'abort')
    .then(() => Promise.all([listening.close(), jobs]))
    .then(() => queue.close())
    .then(interrupt.dispose)
  return { url, queue, stopped, halt, stop: () => ended.abort() }
}
