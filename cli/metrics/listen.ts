import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { MetricsFlags } from '../command/metrics.ts'
import { CommandError } from '../terminal/output.ts'
import type { Metrics } from './registry.ts'

/** Metrics served at `url` until disposed of. */
interface ServedMetrics extends AsyncDisposable {
  readonly metrics: Metrics
  readonly url: string
}

/** Serves this process's metrics; undefined without --metrics-port. Throws CommandError if it can't listen. */
export async function serveMetrics(db: Store, flags: MetricsFlags): Promise<ServedMetrics | undefined> {
  const { metricsHost: host, metricsPort: port } = flags
  if (port === undefined) return undefined
  const [{ createMetrics }, { createMetricsApp }, { listen }] = await Promise.all([
    import('./registry.ts'),
    import('../../server/metrics.ts'),
    import('../../server/listen.ts'),
  ])
  const metrics = createMetrics({ db, now: systemClock.now })
  const shown = host.includes(':') ? `[${host}]` : host
  const listening = await listen(createMetricsApp(metrics), { host, port }).catch(() => {
    throw new CommandError(
      `Cannot listen on http://${shown}:${port} for the metrics; another program may be using it, so choose another --metrics-port.`,
    )
  })
  return {
    metrics,
    url: `http://${shown}:${listening.address.port}/metrics`,
    [Symbol.asyncDispose]: () => listening.close(),
  }
}

/** The line with the address of the metrics; empty without them. */
export function metricsLine(watched: ServedMetrics | undefined): string {
  return watched === undefined ? '' : `metrics on ${watched.url}\n`
}
