import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { createLane, type Lane } from '../../pipeline/ask/lane.ts'
import { limitName } from '../../pipeline/ask/limit-name.ts'
import { createPace } from '../../pipeline/ask/pace.ts'
import type { LimitSettings } from '../../pipeline/ask/vendor-limit.ts'
import { type Config, scribeVendorsOf } from '../../pipeline/config/config.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { keyVariable, SECOND_SHARE } from '../../pipeline/contract/words.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { SCRIBE_MODELS, type Scribe } from '../../pipeline/scribe/scribe.ts'
import { createSimulatedScribe, SIMULATED_READERS } from '../../pipeline/scribe/simulated.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { Reader } from '../../pipeline/store/survey/readings.ts'
import type { EstimatedEngine, ScribeChoice } from '../../pipeline/survey/estimate.ts'
import { type AskedScribe, readerOf, SCRIBE_WIDTH } from '../../pipeline/survey/scribe.ts'
import type { Metrics, Payer } from '../metrics/registry.ts'

/** The named engines, without those that have no key. */
export async function createEngines(config: Config, names: readonly EngineName[]): Promise<Engine[]> {
  const engines = names.map(async (name): Promise<Engine[]> => {
    const { apiKey, baseUrl, model, timeoutMs } = config.engines[name]
    if (config.simulate) return [(await import('../../pipeline/engines/simulated/simulated.ts')).createSimulated(name)]
    if (apiKey === undefined) return []
    const { createEngine } = await import('../../pipeline/engines/index.ts')
    return [await createEngine(name, { apiKey, baseUrl, model, timeoutMs })]
  })
  return (await Promise.all(engines)).flat()
}

/** The one or two scribes; none if no scribe vendor has a key, in which case templates and layout take their place. */
export async function createScribes(config: Config): Promise<Scribe[]> {
  if (config.simulate)
    return [
      createSimulatedScribe('OPENAI', SIMULATED_READERS[0]),
      createSimulatedScribe('GEMINI', SIMULATED_READERS[1]),
    ]
  const scribes = scribeVendorsOf(config).map(async (vendor) => {
    const { apiKey, baseUrl, timeoutMs } = config.engines[vendor]
    if (apiKey === undefined) return []
    const { createScribe } = await import('../../pipeline/scribe/scribe.ts')
    return [await createScribe(vendor, { apiKey, baseUrl, timeoutMs })]
  })
  return (await Promise.all(scribes)).flat()
}

/** The scribe that reads every answer, without loading it; undefined if there is none. */
export function firstReaderOf(config: Config): Reader | undefined {
  const [vendor] = scribeVendorsOf(config)
  const model = config.simulate ? SIMULATED_READERS[0] : vendor && SCRIBE_MODELS[vendor]
  return model === undefined ? undefined : readerOf({ scribe: { model } })
}

/** The named engines that have a key, each with its lane; the store holds each key's limits. */
export async function askedEngines(
  config: Config,
  db: Store,
  names: readonly EngineName[],
  metrics?: Metrics,
  payer: Payer = 'service',
): Promise<AskedEngine[]> {
  const engines = await createEngines(config, names)
  const asked = engines.map(async (engine) => {
    const { concurrency, spacingMs } = config.engines[engine.name]
    const lane = await openLane(config, db, engine.name, engine.name, { width: concurrency, spacingMs })
    const observer = metrics?.engine(engine.name, payer)
    return { engine, lane, ...(observer && { observer }) }
  })
  return Promise.all(asked)
}

/** The scribes, each with its lane. */
export async function askedScribes(
  config: Config,
  db: Store,
  metrics?: Metrics,
  payer: Payer = 'service',
): Promise<AskedScribe[]> {
  const scribes = await createScribes(config)
  const asked = scribes.map((scribe) => withScribeLane(config, db, metrics?.scribe(scribe, payer) ?? scribe))
  return Promise.all(asked)
}

/** A scribe with its lane. */
export async function withScribeLane(config: Config, db: Store, scribe: Scribe): Promise<AskedScribe> {
  const { vendor } = scribe
  const lane = await openLane(config, db, vendor, `scribe ${vendor}`, { width: SCRIBE_WIDTH, spacingMs: 0 })
  return { scribe, lane }
}

/** A lane shared by every process that calls this vendor with this key; simulated engines have no shared limit. */
async function openLane(
  config: Config,
  db: Store,
  vendor: EngineName,
  use: string,
  settings: LimitSettings,
): Promise<Lane> {
  const { apiKey } = config.engines[vendor]
  if (config.simulate || apiKey === undefined) return createLane(settings.width)
  return createLane(
    settings.width,
    createPace({ db, clock: systemClock }, await limitName(use, apiKey, config.secret), settings),
  )
}

/** The scribes for an estimate; none when simulated, as those cost nothing. */
export function estimatedScribes(config: Config, secondShare = SECOND_SHARE): ScribeChoice {
  return { vendors: config.simulate ? [] : scribeVendorsOf(config), secondShare }
}

/** The engines for an estimate. */
export function estimatedEngines(
  config: Config,
  engines: readonly Pick<Engine, 'name' | 'estimate'>[],
): EstimatedEngine[] {
  return engines.map(({ name, estimate }) => {
    const { concurrency, spacingMs } = config.engines[name]
    return { name, estimate, width: concurrency, spacingMs: config.simulate ? 0 : spacingMs }
  })
}

/** A sentence for each selected engine and each chosen scribe that has no key. */
export function missingKeys(config: Config, selected: readonly EngineName[], engines: readonly Engine[]): string[] {
  const skipped = selected.filter((name) => !engines.some((engine) => engine.name === name))
  const { scribes = [], simulate } = config
  const without = simulate ? [] : scribes.filter((vendor) => config.engines[vendor].apiKey === undefined)
  const otherwise = without.length === scribes.length ? 'names come from layout only' : 'no second reader checks'
  return [
    ...skipped.map((name) => `${name} is skipped: it has no key; set ${keyVariable(name)} to ask it.`),
    ...without.map(
      (vendor) => `SVC_SCRIBE names ${vendor}, which has no key: set ${keyVariable(vendor)}, or ${otherwise}.`,
    ),
  ]
}
