import type { AskedEngine } from '../pipeline/ask/cell.ts'
import { systemClock } from '../pipeline/ask/clock.ts'
import type { Config } from '../pipeline/config.ts'
import { ENGINES } from '../pipeline/contract/terms.ts'
import type { Log } from '../pipeline/log.ts'
import { createMailer } from '../pipeline/mail.ts'
import type { KeySource } from '../pipeline/report/scope.ts'
import { DEADLINE_MS } from '../pipeline/report/scope.ts'
import { openKeys } from '../pipeline/report/seal.ts'
import type { Store } from '../pipeline/store/open.ts'
import type { Worker } from '../pipeline/worker.ts'
import { createWorker } from '../pipeline/worker.ts'
import { askedEngines, chosenScribe } from './engines.ts'

/** The worker of this process: reports on the service's keys share one set of lanes, one on its own keys has its own. */
export function createJobs(
  config: Config,
  db: Store,
  log: Log,
  signals: { stop: AbortSignal; cut: AbortSignal },
  workers: number,
): Worker {
  let shared: Promise<AskedEngine[]> | undefined
  const withKeys = (keys: KeySource) => (keys === 'service' ? config : onOwnKeys(config, keys))
  return createWorker(
    {
      db,
      clock: systemClock,
      random: Math.random,
      simulated: config.simulate,
      engines: (keys) => {
        if (keys !== 'service' && !config.simulate) return askedEngines(withKeys(keys), ENGINES, systemClock)
        shared ??= askedEngines(config, ENGINES, systemClock)
        return shared
      },
      scribe: (keys) => chosenScribe(withKeys(keys)),
      openKeys: (slug) => openKeys({ db, secret: config.secret, now: systemClock.now }, slug),
      ...signals,
      deadlineMs: DEADLINE_MS,
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
    // The operator's choice of a scribe holds for the operator's keys.
    scribe: undefined,
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
