import { createOutage } from '../../pipeline/ask/away.ts'
import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { Log } from '../../pipeline/log.ts'
import { createMailer } from '../../pipeline/mail.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import { DEADLINE_MS, type KeySource } from '../../pipeline/report/job.ts'
import { openKeys } from '../../pipeline/report/seal.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { AskedScribe } from '../../pipeline/survey/scribe.ts'
import { createWorker, type Worker } from '../../pipeline/worker.ts'
import type { Metrics } from '../metrics/registry.ts'
import { askedEngines, askedScribes } from './engines.ts'
import { webhookDeliverer } from './webhooks.ts'

/** The worker of this process: jobs on the service's keys share lanes, and a report on its own keys gets separate ones. */
export function createJobs(
  config: Config,
  { db, queue }: { readonly db: Store; readonly queue: Queue },
  log: Log,
  signals: { stop: AbortSignal; cut: AbortSignal },
  workers: number,
  metrics?: Metrics,
): Worker {
  let engines: Promise<AskedEngine[]> | undefined
  let scribes: Promise<AskedScribe[]> | undefined
  return createWorker(
    {
      db,
      clock: systemClock,
      random: Math.random,
      simulated: config.simulate,
      engines: (keys) => {
        if (keys !== 'service' && !config.simulate)
          return askedEngines(withOwnKeys(config, keys), db, ENGINES, metrics, 'own')
        engines ??= askedEngines(config, db, ENGINES, metrics)
        return engines
      },
      scribes: (keys) => {
        if (keys !== 'service' && !config.simulate) return askedScribes(withOwnKeys(config, keys), db, metrics, 'own')
        scribes ??= askedScribes(config, db, metrics)
        return scribes
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
    },
    {
      queue,
      workers,
      sendMail: createMailer(config.mail),
      webhooks: webhookDeliverer(config, db, log, signals.stop),
      log,
    },
  )
}

type OwnKeys = Exclude<KeySource, 'service'>

/** The settings with only these keys. */
function withOwnKeys(config: Config, keys: OwnKeys): Config {
  const own = (name: (typeof ENGINES)[number]) => ({ ...config.engines[name], apiKey: keys[name] })
  return {
    ...config,
    // The operator chose scribes for the operator's keys.
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
