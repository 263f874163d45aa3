import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AskObserver } from '../../pipeline/ask/call.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { countUnderWay, type UnderWay } from '../../pipeline/store/upkeep/metrics.ts'
import type { AnsweredRequest } from '../../server/app.ts'
import type { MetricsText } from '../../server/metrics.ts'
import { watchedScribe } from './scribe.ts'

/** Whose key pays for a call: the service's, or the report owner's own. */
export type Payer = 'service' | 'own'

/** The metrics of one process. Labels come from fixed sets, never from a key, slug, domain or text. */
export interface Metrics extends MetricsText {
  engine(engine: EngineName, keys: Payer): AskObserver
  scribe(scribe: Scribe, keys: Payer): Scribe
  answered(request: AnsweredRequest): void
}

/** How long counts of the store are cached: at least this many ms, and at least 50 times as long as the query took. */
const STORE_MS = 5_000
const STORE_SHARE = 50
/** Seconds. An engine that searches takes about 10, and times out after 150 at most by default. */
const CALL_BUCKETS = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240]
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics in a separate registry. Names and units follow Prometheus' "Metric and label naming". */
export function createMetrics({ db, now }: { readonly db: Store; readonly now: () => number }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const calls = new Histogram({
    name: 'svc_engine_call_duration_seconds',
    help: 'Requests of this process to engines, by how they ended: ok, cut, or the kind of error.',
    labelNames: ['engine', 'outcome'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: 'svc_engine_errors_total',
    help: 'Requests of this process to engines that failed, by kind.',
    labelNames: ['engine', 'kind'],
    registers,
  })
  const spend = new Counter({
    name: 'svc_engine_spend_usd_total',
    help: "What the replies that came to this process cost, on the service's keys or on a caller's own.",
    labelNames: ['engine', 'keys'],
    registers,
  })
  const ended = new Counter({
    name: 'svc_cells_finished_total',
    help: 'Cells that this process asked and stored, by how they ended.',
    labelNames: ['engine', 'state'],
    registers,
  })
  const scribeCalls = new Counter({
    name: 'svc_scribe_calls_total',
    help: 'Requests of this process to the scribe, by how they ended.',
    labelNames: ['vendor', 'outcome'],
    registers,
  })
  const scribeSpend = new Counter({
    name: 'svc_scribe_spend_usd_total',
    help: "What the scribe's replies to this process cost.",
    labelNames: ['vendor', 'keys'],
    registers,
  })
  const requests = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Requests that this process answered, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const showStore = storeGauges(registry)

  let shown: Promise<UnderWay> | undefined
  let shownUntil = 0
  const readStore = (): Promise<UnderWay> => {
    const since = now()
    if (shown !== undefined && since < shownUntil) return shown
    shownUntil = since + STORE_MS
    shown = countUnderWay(db, since).finally(() => {
      shownUntil = Math.max(shownUntil, since + STORE_SHARE * (now() - since))
    })
    return shown
  }

  return {
    contentType: registry.contentType,
    engine: (engine, keys) => ({
      called: ({ outcome, ms, costUsd }) => {
        calls.observe({ engine, outcome }, ms / 1_000)
        if (outcome === 'ok') spend.inc({ engine, keys }, costUsd)
        else if (outcome !== 'cut') errors.inc({ engine, kind: outcome })
      },
      ended: (state) => ended.inc({ engine, state }),
    }),
    scribe: (scribe, keys) =>
      watchedScribe(scribe, (outcome, costUsd) => {
        scribeCalls.inc({ vendor: scribe.vendor, outcome })
        scribeSpend.inc({ vendor: scribe.vendor, keys }, costUsd)
      }),
    answered: ({ method, route, status, ms }) => requests.observe({ method, route, status }, Math.max(0, ms) / 1_000),
    text: async () => {
      // The process's own metrics must survive a store that can't be read.
      showStore(await readStore().catch(() => undefined))
      return registry.metrics()
    },
  }
}

/** Sets the gauges of the shared store; without it they are empty and `svc_store_up` is 0. */
function storeGauges(registry: Registry): (store: UnderWay | undefined) => void {
  const registers = [registry]
  const up = new Gauge({ name: 'svc_store_up', help: 'Whether the store could be read: 1 or 0.', registers })
  const reports = new Gauge({
    name: 'svc_reports',
    help: 'Reports in the store that wait (PENDING) and that run (RUNNING).',
    labelNames: ['status'],
    registers,
  })
  const cells = new Gauge({
    name: 'svc_cells',
    help: 'Cells in the store of the reports and months under way, by state.',
    labelNames: ['engine', 'state'],
    registers,
  })
  const mails = new Gauge({ name: 'svc_mails_waiting', help: 'Mails in the store that are not sent.', registers })
  return (store) => {
    up.set(store === undefined ? 0 : 1)
    for (const gauge of [reports, cells, mails]) gauge.reset()
    if (store === undefined) {
      // `reset` sets a gauge without labels to 0.
      mails.remove()
      return
    }
    reports.set({ status: 'PENDING' }, store.pending)
    reports.set({ status: 'RUNNING' }, store.running)
    for (const row of store.cells) cells.set({ engine: row.engine, state: row.state }, row.cells)
    mails.set(store.mails)
  }
}
