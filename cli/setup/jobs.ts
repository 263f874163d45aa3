import { createOutage } from '../../pipeline/ask/away.ts'
import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { Log } from '../../pipeline/log.ts'
import { createMailer } from '../../pipeline/mail.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import type { KeySource } from '../../pipeline/report/scope.ts'
import { DEADLINE_MS } from '../../pipeline/report/scope.ts'
import { openKeys } from '../../pipeline/report/seal.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { AskedScribe } from '../../pipeline/survey/scribe.ts'
import type { Worker } from '../../pipeline/worker.ts'
import { createWorker } from '../../pipeline/worker.ts'
import type { Metrics, Payer } from '../metrics/registry.ts'
import { askedEngines, askedScribes } from './engines.ts'

/** The store's queue, until it is disposed of; what goes wrong in the background is logged. */
export async function openJobsQueue(
  { database }: Config,
  db: Store,
  log: Pick<Log, 'fault'>,
): Promise<AsyncDisposable & { readonly queue: Queue }> {
  const fault = (fault: unknown) => log.fault('The queue could not be looked after; it is tried again.', fault)
  const queue = await openQueue(db, database, { clock: systemClock, fault })
  return { queue, [Symbol.asyncDispose]: () => queue.close() }
}

/**
 * The worker of this process: reports on the service's keys share its lanes, one on its own keys has lanes of its own.
 * `metrics` are told of every call.
 */
export function createJobs(
  config: Config,
  { db, queue }: { readonly db: Store; readonly queue: Queue },
  log: Log,
  signals: { stop: AbortSignal; cut: AbortSignal },
  workers: number,
  metrics?: Metrics,
): Worker {
  let shared: Promise<AskedEngine[]> | undefined
  let sharedScribes: Promise<AskedScribe[]> | undefined
  const calling = (keys: KeySource) => {
    const keyed = keys === 'service' ? config : onOwnKeys(config, keys)
    return { config: keyed, db, clock: systemClock }
  }
  const payer = (keys: KeySource): Payer => (keys === 'service' ? 'service' : 'own')
  const engines = async (keys: KeySource): Promise<AskedEngine[]> => {
    const asked = await askedEngines(calling(keys), ENGINES)
    if (metrics === undefined) return asked
    return asked.map((each) => ({ ...each, observer: metrics.engine(each.engine.name, payer(keys)) }))
  }
  const scribes = async (keys: KeySource): Promise<AskedScribe[]> => {
    const asked = await askedScribes(calling(keys))
    if (metrics === undefined) return asked
    return asked.map((each) => ({ ...each, scribe: metrics.scribe(each.scribe, payer(keys)) }))
  }
  return createWorker(
    {
      db,
      queue,
      clock: systemClock,
      random: Math.random,
      simulated: config.simulate,
      engines: (keys) => {
        if (keys !== 'service' && !config.simulate) return engines(keys)
        shared ??= engines('service')
        return shared
      },
      scribes: (keys) => {
        if (keys !== 'service' && !config.simulate) return scribes(keys)
        sharedScribes ??= scribes('service')
        return sharedScribes
      },
      openKeys: (slug) => openKeys({ db, secret: config.secret, now: systemClock.now }, slug),
      ...signals,
      outage: createOutage(signals.cut, (sentence, answers) => log.warn(`${sentence}.`, { answers })),
      deadlineMs: DEADLINE_MS,
      unknown: (calls, readings) =>
        log.warn('Calls were under way when an earlier run was cut off; asked again, they may be billed twice.', {
          calls,
          readings,
        }),
      sendMail: createMailer(config.mail),
      log,
    },
    { workers },
  )
}

/** The settings with these keys and no other: an engine without one has none. */
function onOwnKeys(config: Config, keys: Exclude<KeySource, 'service'>): Config {
  const own = (name: (typeof ENGINES)[number]) => ({ ...config.engines[name], apiKey: keys[name] })
  return {
    ...config,
    // The operator's choice of scribes holds for the operator's keys.
    scribes: undefined,
    engines: {
      OPENAI: own('OPENAI'),
      ANTHROPIC: own('ANTHROPIC'),
      PERPLEXITY: own('PERPLEXITY'),
      GEMINI: own('GEMINI'),
      GROK: own('GROK'),
      AI_OVERVIEW: own('AI_OVERVIEW'),
    },
  }
}
